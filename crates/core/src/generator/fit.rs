//! Checks whether an algorithm with its parameters fits into a map and, if not, finds the
//! parameters responsible.

use crate::base::grid::Size;
use crate::generator::{Entry, Generator};
use serde_json::{Map, Value};

/// Returns the reason why the algorithm does not fit into this size, in words that follow "size
/// 9x9".
pub(crate) fn size_error(
    entry: &Entry,
    generator: &dyn Generator,
    with: &Map<String, Value>,
    size: Size,
) -> Option<String> {
    let least = generator.min_size();
    let refusal = generator.refuses(size);
    if size.holds(least) {
        return refusal;
    }
    let blame: Vec<String> = to_blame(entry, with, least).map(|(name, value)| format!("{name} = {value}")).collect();
    let with = if blame.is_empty() { String::new() } else { format!(" with {}", blame.join(" and ")) };
    let more = refusal.map(|why| format!("; it {why}")).unwrap_or_default();
    Some(format!("is too small for {}{with}: it needs at least {least}{more}", entry.id))
}

/// Returns the numeric parameters without which the algorithm would accept a smaller size.
fn to_blame<'a>(
    entry: &'a Entry,
    with: &'a Map<String, Value>,
    least: Size,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    with.iter().filter(|(_, value)| value.is_number()).filter(move |(name, _)| {
        let mut others = with.clone();
        others.remove(*name);
        entry.build(&Value::Object(others)).is_ok_and(|other| !other.min_size().holds(least))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use serde_json::json;

    fn words(id: &str, with: &Value, size: Size) -> Option<String> {
        let entry = registry::find(registry::ALL, id).unwrap();
        size_error(entry, &*entry.build(with).unwrap(), with.as_object().unwrap(), size)
    }

    #[test]
    fn parameters_that_need_more_are_named() {
        let crowd = json!({ "room_count": 50, "min_room": 9, "max_room": 9, "grid": 1 });
        assert_eq!(
            words("house", &crowd, Size::new(10, 10)).unwrap(),
            "is too small for house with min_room = 9: it needs at least 11x11"
        );
        assert_eq!(words("house", &crowd, Size::new(11, 11)), None);
        let hedge = json!({ "wall": 50, "algorithm": "prim" });
        assert_eq!(
            words("maze", &hedge, Size::new(20, 20)).unwrap(),
            "is too small for maze with wall = 50: it needs at least 101x101"
        );
        assert_eq!(
            words("mining", &json!({}), Size::new(5, 9)).unwrap(),
            "is too small for mining: it needs at least 7x7"
        );
    }

    #[test]
    fn every_size_has_an_answer() {
        for entry in registry::ALL {
            let generator = entry.build(&json!({})).unwrap();
            for size in [Size::new(1, 1), Size::new(1, 300), Size::new(2, 2), Size::new(300, 3)] {
                size_error(entry, &*generator, &Map::new(), size);
            }
        }
    }
}

//! Numbers as tables for people and as JSON for programs.

use super::short;
use super::spread::Spread;
use mapwright::metrics::{self, Metric, Metrics};
use serde_json::{Map, Value, json};

/// The numbers of one map, one a line: name, number, unit.
pub(crate) fn one(numbers: &Metrics, asked: &[&'static Metric]) -> String {
    let width = asked.iter().map(|metric| metric.name.len()).max().unwrap_or(0);
    let line = |metric: &&Metric| match numbers.get(metric.name) {
        Some(number) => format!("{:width$}  {:>9}  {}\n", metric.name, short(number), metric.unit),
        None => format!("{:width$}  {:>9}\n", metric.name, "-"),
    };
    asked.iter().map(line).collect()
}

/// All metrics with their units and what they mean.
pub(crate) fn list() -> String {
    let width = metrics::ALL.iter().map(|metric| metric.name.len()).max().unwrap_or(0);
    let unit = metrics::ALL.iter().map(|metric| metric.unit.len()).max().unwrap_or(0);
    metrics::ALL.iter().map(|it| format!("{:width$}  {:unit$}  {}\n", it.name, it.unit, it.meaning)).collect()
}

/// What many numbers are like together.
pub(super) struct Summary {
    pub(super) count: usize,
    pub(super) mean: f64,
    sorted: Vec<f64>,
}

/// The quantiles that are shown, in per cent.
const QUANTILES: [(&str, f64); 7] =
    [("min", 0.0), ("5 %", 0.05), ("25 %", 0.25), ("median", 0.5), ("75 %", 0.75), ("95 %", 0.95), ("max", 1.0)];

impl Summary {
    /// Of these numbers; what is none is passed over.
    pub(super) fn of(numbers: &[f64]) -> Option<Summary> {
        let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| number.is_finite()).collect();
        if sorted.is_empty() {
            return None;
        }
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        // Equal numbers have a mean that is equal to them, whatever a sum would come to.
        let mean = match sorted[0] == sorted[count - 1] {
            true => sorted[0],
            false => sorted.iter().sum::<f64>() / count as f64,
        };
        Some(Summary { count, mean, sorted })
    }

    /// The number under which this share of all lie, between two of them in proportion.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let place = share * (self.count - 1) as f64;
        let (low, part) = (place.floor() as usize, place.fract());
        let high = (low + 1).min(self.count - 1);
        self.sorted[low] + (self.sorted[high] - self.sorted[low]) * part
    }

    pub(super) fn json(&self) -> Value {
        let names = ["min", "p5", "p25", "median", "p75", "p95", "max"];
        let mut object = Map::new();
        object.insert("count".to_owned(), json!(self.count));
        object.insert("mean".to_owned(), number(self.mean));
        for (name, (_, share)) in names.into_iter().zip(QUANTILES) {
            object.insert(name.to_owned(), number(self.quantile(share)));
        }
        Value::Object(object)
    }
}

/// Whole numbers without a point.
pub(super) fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}

/// Of more metrics than this, those that are 0 on every map share a line.
const FEW: usize = 10;

/// The spread of every metric, one a line, and why attempts came to nothing.
pub(crate) fn spread_table(spread: &Spread) -> String {
    let width = spread.metrics.iter().map(|metric| metric.name.len()).max().unwrap_or(0).max(6);
    let mut text = format!("{:width$} {:>9}", "metric", "mean");
    QUANTILES.iter().for_each(|(name, _)| text.push_str(&format!(" {name:>8}")));
    text.push('\n');
    let (mut nothing, mut none): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (metric, column) in spread.metrics.iter().zip(&spread.columns) {
        let Some(summary) = Summary::of(column) else {
            none.push(metric.name);
            continue;
        };
        if spread.metrics.len() > FEW && summary.quantile(0.0) == 0.0 && summary.quantile(1.0) == 0.0 {
            nothing.push(metric.name);
            continue;
        }
        text.push_str(&format!("{:width$} {:>9}", metric.name, short(summary.mean)));
        QUANTILES.iter().for_each(|(_, share)| text.push_str(&format!(" {:>8}", short(summary.quantile(*share)))));
        let some = summary.count as u64 + spread.gave_up < spread.done();
        text.push_str(&if some { format!("  of {} maps\n", summary.count) } else { "\n".to_owned() });
    }
    if !nothing.is_empty() {
        text.push_str(&format!("0 on every map: {}\n", nothing.join(", ")));
    }
    if !none.is_empty() {
        text.push_str(&format!("no number on any map: {}\n", none.join(", ")));
    }
    text.push_str(&rejections(spread));
    text
}

/// Why attempts came to nothing, most frequent first.
pub(super) fn rejections(spread: &Spread) -> String {
    let mut reasons: Vec<_> = spread.rejections.iter().collect();
    reasons.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    if reasons.is_empty() {
        return String::new();
    }
    let attempts: u64 = spread.attempts.iter().map(|&attempts| u64::from(attempts)).sum();
    let mut text = format!(
        "\nrejected attempts, of {attempts} in all; {} of {} seeds came to no map\n",
        spread.gave_up,
        spread.done()
    );
    for (reason, (times, seed)) in reasons {
        text.push_str(&format!("{times:>9}  {reason} (seed {})\n", seed.number()));
    }
    text
}

/// The same for programs.
pub(crate) fn spread_json(spread: &Spread) -> Value {
    let summaries = spread.metrics.iter().zip(&spread.columns);
    let metrics: Map<String, Value> =
        summaries.filter_map(|(metric, column)| Some((metric.name.to_owned(), Summary::of(column)?.json()))).collect();
    let rejections: Vec<Value> = spread
        .rejections
        .iter()
        .map(|(reason, (times, seed))| json!({"reason": reason, "times": times, "seed": seed.number().to_string()}))
        .collect();
    json!({
        "asked": spread.asked,
        "done": spread.done(),
        "first_seed": spread.first.number().to_string(),
        "gave_up": spread.gave_up,
        "rejections": rejections,
        "metrics": metrics,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_numbers_in_proportion() {
        let summary = Summary::of(&[4.0, f64::NAN, 1.0, 2.0, 3.0]).unwrap();
        assert_eq!((summary.count, summary.mean), (4, 2.5));
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|share| summary.quantile(share)), [1.0, 1.75, 2.5, 4.0]);
        assert!(Summary::of(&[f64::NAN]).is_none());
        assert_eq!(Summary::of(&[5.0]).unwrap().quantile(0.95), 5.0);
    }
}

//! Metrics as tables and as JSON.

use super::samples::Samples;
use super::short;
use mapwright::metrics::{self, Metric, Metrics};
use serde_json::{Map, Value, json};

/// Formats the metrics of one map, one per line: name, value, unit.
pub(crate) fn map_table(numbers: &Metrics, asked: &[&'static Metric]) -> String {
    let width = asked.iter().map(|metric| metric.name.len()).max().unwrap_or(0);
    let line = |metric: &&Metric| match numbers.get(metric.name) {
        Some(number) => format!("{:width$}  {:>9}  {}\n", metric.name, short(number), metric.unit),
        None => format!("{:width$}  {:>9}\n", metric.name, "-"),
    };
    asked.iter().map(line).collect()
}

/// Lists all metrics with units and descriptions.
pub(crate) fn metric_list() -> String {
    let width = metrics::ALL.iter().map(|metric| metric.name.len()).max().unwrap_or(0);
    let unit = metrics::ALL.iter().map(|metric| metric.unit.len()).max().unwrap_or(0);
    metrics::ALL.iter().map(|it| format!("{:width$}  {:unit$}  {}\n", it.name, it.unit, it.meaning)).collect()
}

/// Mean and quantiles of many values.
pub(super) struct Summary {
    pub(super) count: usize,
    pub(super) mean: f64,
    sorted: Vec<f64>,
}

/// Quantiles of a table, by column title.
const QUANTILES: [(&str, f64); 7] =
    [("min", 0.0), ("5 %", 0.05), ("25 %", 0.25), ("median", 0.5), ("75 %", 0.75), ("95 %", 0.95), ("max", 1.0)];

impl Summary {
    /// Summarizes the finite values.
    pub(super) fn of(numbers: &[f64]) -> Option<Summary> {
        let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| number.is_finite()).collect();
        if sorted.is_empty() {
            return None;
        }
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        // The mean of equal values is exact, without the rounding of a sum.
        let mean = match sorted[0] == sorted[count - 1] {
            true => sorted[0],
            false => sorted.iter().sum::<f64>() / count as f64,
        };
        Some(Summary { count, mean, sorted })
    }

    /// Returns the quantile, linearly interpolated.
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

/// Returns a JSON number, without a decimal point if it is whole.
pub(super) fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}

/// In tables of more metrics than this, metrics that are 0 on every map share one line.
const MAX_FULL_ROWS: usize = 10;

/// Formats mean and quantiles of each metric, one per line, and the rejected attempts.
pub(crate) fn samples_table(samples: &Samples) -> String {
    let width = samples.metrics.iter().map(|metric| metric.name.len()).max().unwrap_or(0).max(6);
    let mut text = format!("{:width$} {:>9}", "metric", "mean");
    QUANTILES.iter().for_each(|(name, _)| text.push_str(&format!(" {name:>8}")));
    text.push('\n');
    let (mut zero, mut missing): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (metric, column) in samples.metrics.iter().zip(&samples.columns) {
        let Some(summary) = Summary::of(column) else {
            missing.push(metric.name);
            continue;
        };
        if samples.metrics.len() > MAX_FULL_ROWS && summary.quantile(0.0) == 0.0 && summary.quantile(1.0) == 0.0 {
            zero.push(metric.name);
            continue;
        }
        text.push_str(&format!("{:width$} {:>9}", metric.name, short(summary.mean)));
        QUANTILES.iter().for_each(|(_, share)| text.push_str(&format!(" {:>8}", short(summary.quantile(*share)))));
        let some = summary.count as u64 + samples.gave_up < samples.done();
        text.push_str(&if some { format!("  of {} maps\n", summary.count) } else { "\n".to_owned() });
    }
    if !zero.is_empty() {
        text.push_str(&format!("0 on every map: {}\n", zero.join(", ")));
    }
    if !missing.is_empty() {
        text.push_str(&format!("no value on any map: {}\n", missing.join(", ")));
    }
    text.push_str(&rejections(samples));
    text
}

/// Lists the reasons for rejected attempts, most frequent first.
pub(super) fn rejections(samples: &Samples) -> String {
    let mut reasons: Vec<_> = samples.rejections.iter().collect();
    reasons.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    if reasons.is_empty() {
        return String::new();
    }
    let attempts: u64 = samples.attempts.iter().map(|&attempts| u64::from(attempts)).sum();
    let mut text =
        format!("\nrejected attempts, of {attempts}; {} of {} seeds gave no map\n", samples.gave_up, samples.done());
    for (reason, (times, seed)) in reasons {
        text.push_str(&format!("{times:>9}  {reason} (seed {})\n", seed.number()));
    }
    text
}

/// Returns mean, quantiles and rejected attempts as JSON.
pub(crate) fn samples_json(samples: &Samples) -> Value {
    let summaries = samples.metrics.iter().zip(&samples.columns);
    let metrics: Map<String, Value> =
        summaries.filter_map(|(metric, column)| Some((metric.name.to_owned(), Summary::of(column)?.json()))).collect();
    let rejections: Vec<Value> = samples
        .rejections
        .iter()
        .map(|(reason, (times, seed))| json!({"reason": reason, "times": times, "seed": seed.number().to_string()}))
        .collect();
    json!({
        "asked": samples.asked,
        "done": samples.done(),
        "first_seed": samples.first.number().to_string(),
        "gave_up": samples.gave_up,
        "rejections": rejections,
        "metrics": metrics,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_interpolated() {
        let summary = Summary::of(&[4.0, f64::NAN, 1.0, 2.0, 3.0]).unwrap();
        assert_eq!((summary.count, summary.mean), (4, 2.5));
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|share| summary.quantile(share)), [1.0, 1.75, 2.5, 4.0]);
        assert!(Summary::of(&[f64::NAN]).is_none());
        assert_eq!(Summary::of(&[5.0]).unwrap().quantile(0.95), 5.0);
    }
}

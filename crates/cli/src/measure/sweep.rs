//! [`Sweep`]: metrics of many maps for each value of one parameter.

use super::samples::{SampleRequest, Samples};
use super::short;
use super::summary::{Summary, rejections, samples_json};
use crate::failure::Failure;
use crate::map_request::MapArgs;
use mapwright::metrics::Metric;
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of values.
const MAX_VALUES: usize = 1_000;

/// Parameter with the values to measure.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
}

impl Sweep {
    /// Parses `key=30..60`, `key=30..60:5` or `key=small,large`.
    pub(crate) fn parse(text: &str) -> Result<Sweep, String> {
        const EXPECTED: &str =
            "expected KEY=FROM..TO, KEY=FROM..TO:STEP or KEY=A,B,C, in whole numbers, like fill_percent=30..60:5";
        let (key, values) = text.split_once('=').ok_or(EXPECTED)?;
        let values = match values.split_once("..") {
            Some((from, rest)) => {
                let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
                let number = |text: &str| text.trim().parse::<i64>().map_err(|_| EXPECTED);
                let (from, to, step) = (number(from)?, number(to)?, number(step)?);
                if from > to || step < 1 {
                    return Err(format!("{from}..{to}:{step} has no values; {EXPECTED}"));
                }
                let steps = to.abs_diff(from) / step as u64;
                if steps >= MAX_VALUES as u64 {
                    return Err(format!("more than {MAX_VALUES} values; choose a larger step"));
                }
                (0..=steps as i64).map(|n| (from + n * step).to_string()).collect()
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect::<Vec<_>>(),
        };
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(EXPECTED.to_owned());
        }
        if values.len() > MAX_VALUES {
            return Err(format!("more than {MAX_VALUES} values"));
        }
        Ok(Sweep { key: key.trim().to_owned(), values })
    }

    /// Measures the maps of each value, with equal seeds. After Ctrl-C, values are missing at the
    /// end.
    pub(crate) fn run(&self, args: &MapArgs, what: &str, request: &SampleRequest) -> Result<Vec<Samples>, Failure> {
        // Check every value before making the first map.
        let maps = self.values.iter().map(|value| {
            args.with(&self.key, value).resolve(what).map(Arc::new).map_err(|failure| self.at(value, failure))
        });
        let maps: Vec<_> = maps.collect::<Result<_, Failure>>()?;
        let mut progress = request.progress(self.values.len());
        let mut all = Vec::new();
        for (map, value) in maps.iter().zip(&self.values) {
            let samples = Samples::collect(map, request, &mut progress).map_err(|failure| self.at(value, failure))?;
            let stopped = samples.stopped;
            all.push(samples);
            if stopped {
                break;
            }
        }
        Ok(all)
    }

    /// Names the option in a message: `--sweep` instead of `--set`.
    fn at(&self, value: &str, failure: Failure) -> Failure {
        let set = format!("--set {}: ", self.key);
        let rest = |line: String| line.strip_prefix(&set).map(str::to_owned).unwrap_or(line);
        failure.with_lines(rest).at(&format!("--sweep {}={value}", self.key))
    }
}

/// Formats mean and quantiles of the given metrics, one line per value.
pub(crate) fn sweep_table(sweep: &Sweep, all: &[Samples], shown: &[&'static Metric]) -> String {
    let width = sweep.values.iter().chain([&sweep.key]).map(|value| value.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for metric in shown {
        text.push_str(&format!("{}, in {}\n", metric.name, metric.unit));
        text.push_str(&format!("{:>width$} {:>9} {:>9} {:>9} {:>9}\n", sweep.key, "mean", "5 %", "median", "95 %"));
        for (value, samples) in sweep.values.iter().zip(all) {
            text.push_str(&format!("{value:>width$}"));
            match samples.column(metric.name).and_then(Summary::of) {
                Some(summary) => {
                    let quantiles = [0.05, 0.5, 0.95].map(|share| summary.quantile(share));
                    [summary.mean].iter().chain(&quantiles).for_each(|n| text.push_str(&format!(" {:>9}", short(*n))));
                }
                None => text.push_str(&format!(" {:>9}", "-")),
            }
            text.push('\n');
        }
        text.push('\n');
    }
    for (value, samples) in sweep.values.iter().zip(all).filter(|(_, samples)| !samples.rejections.is_empty()) {
        text.push_str(&format!("{}={value}:{}\n", sweep.key, rejections(samples)));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns mean, quantiles and rejected attempts of each value as JSON.
pub(crate) fn sweep_json(sweep: &Sweep, all: &[Samples]) -> Value {
    let values: Vec<Value> = sweep
        .values
        .iter()
        .zip(all)
        .map(|(value, samples)| {
            let mut object = samples_json(samples);
            object["value"] = json!(value);
            object
        })
        .collect();
    json!({"parameter": sweep.key, "values": values})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_or_listed() {
        let values = |text: &str| Sweep::parse(text).map(|sweep| sweep.values.join(" "));
        assert_eq!(values("fill=30..45:5").unwrap(), "30 35 40 45");
        assert_eq!(values("fill=-1..1").unwrap(), "-1 0 1");
        assert_eq!(values("2.style = big, small").unwrap(), "big small");
        let most = i64::MAX;
        assert_eq!(values(&format!("fill={}..{most}", most - 1)).unwrap(), format!("{} {most}", most - 1));
        assert_eq!(values(&format!("fill=0..{most}:{most}")).unwrap(), format!("0 {most}"));
        for bad in ["fill", "fill=", "=1..2", "fill=3..1", "fill=1..2:0", "fill=1..x", "fill=0..99999", "fill=a,,b"] {
            assert!(values(bad).is_err(), "{bad}");
        }
    }
}

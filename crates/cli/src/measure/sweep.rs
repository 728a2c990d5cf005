//! One parameter turned from end to end, with many maps for every value.

use super::short;
use super::spread::{Spread, Wanted};
use super::summary::{Summary, rejections, spread_json};
use crate::failure::Failure;
use crate::making::MakingArgs;
use crate::progress::Progress;
use mapwright::Seed;
use mapwright::metrics::Metric;
use serde_json::{Value, json};

/// The most values of a parameter.
const MOST: usize = 1_000;

/// A parameter and its values.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
}

impl Sweep {
    /// `key=30..60`, `key=30..60:5` or `key=small,large`.
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
                if steps >= MOST as u64 {
                    return Err(format!("more than {MOST} values; choose a larger step"));
                }
                (0..=steps as i64).map(|n| (from + n * step).to_string()).collect()
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect::<Vec<_>>(),
        };
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(EXPECTED.to_owned());
        }
        if values.len() > MOST {
            return Err(format!("more than {MOST} values"));
        }
        Ok(Sweep { key: key.trim().to_owned(), values })
    }

    /// The spread for every value, the same seeds for each; fewer values where Ctrl-C was pressed.
    pub(crate) fn run(
        &self,
        args: &MakingArgs,
        what: &str,
        first: Seed,
        wanted: &Wanted,
    ) -> Result<Vec<Spread>, Failure> {
        let place = |value: &str| format!("--sweep {}={value}", self.key);
        // Every value is looked at before the first map is made.
        let makings = self
            .values
            .iter()
            .map(|value| args.with(&self.key, value).resolve(what).map_err(|failure| failure.at(&place(value))));
        let makings: Vec<_> = makings.collect::<Result<_, Failure>>()?;
        let mut progress = Progress::new("measured", self.values.len() * wanted.count as usize);
        if wanted.quiet {
            progress.hide();
        }
        let mut spreads = Vec::new();
        for (making, value) in makings.iter().zip(&self.values) {
            let spread =
                Spread::of(making, first, wanted, &mut progress).map_err(|failure| failure.at(&place(value)))?;
            let stopped = spread.stopped;
            spreads.push(spread);
            if stopped {
                break;
            }
        }
        Ok(spreads)
    }
}

/// One line for every value: how some metrics spread.
pub(crate) fn sweep_table(sweep: &Sweep, spreads: &[Spread], shown: &[&'static Metric]) -> String {
    let width = sweep.values.iter().chain([&sweep.key]).map(|value| value.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for metric in shown {
        text.push_str(&format!("{}, in {}\n", metric.name, metric.unit));
        text.push_str(&format!("{:>width$} {:>9} {:>9} {:>9} {:>9}\n", sweep.key, "mean", "5 %", "median", "95 %"));
        for (value, spread) in sweep.values.iter().zip(spreads) {
            text.push_str(&format!("{value:>width$}"));
            match spread.column(metric.name).and_then(Summary::of) {
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
    for (value, spread) in sweep.values.iter().zip(spreads).filter(|(_, spread)| !spread.rejections.is_empty()) {
        text.push_str(&format!("{}={value}:{}\n", sweep.key, rejections(spread)));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The same for programs.
pub(crate) fn sweep_json(sweep: &Sweep, spreads: &[Spread]) -> Value {
    let values: Vec<Value> = sweep
        .values
        .iter()
        .zip(spreads)
        .map(|(value, spread)| {
            let mut object = spread_json(spread);
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

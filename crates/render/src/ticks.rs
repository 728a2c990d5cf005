//! [`Ticks`]: round numbers along an axis, and number formatting.

/// Round numbers between two ends: multiples of 1, 2 or 5 times a power of ten.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ticks {
    /// Distance between ticks.
    pub(crate) step: f64,
    /// Values in ascending order, all within the ends.
    pub(crate) values: Vec<f64>,
}

/// Kind of numbers: whole, or with fractions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Steps {
    Whole,
    Any,
}

impl Ticks {
    /// Returns ticks from `low` to `high`, with at most `max_steps` steps and not many fewer.
    pub(crate) fn between(low: f64, high: f64, max_steps: usize, steps: Steps) -> Ticks {
        let min_step = (high - low) / max_steps.max(1) as f64;
        let mut step = round_up(min_step);
        if steps == Steps::Whole {
            step = step.max(1.0);
        }
        // Multiply instead of adding up, which would drift.
        let first = libm::ceil(low / step - 1e-9);
        let count = (libm::floor(high / step + 1e-9) - first).clamp(0.0, 2.0 * max_steps.max(1) as f64) as usize;
        let values = (0..=count).map(|index| (first + index as f64) * step);
        let slack = 1e-9 * step;
        Ticks { step, values: values.filter(|value| (low - slack..=high + slack).contains(value)).collect() }
    }

    /// Formats a tick.
    pub(crate) fn label(&self, value: f64) -> String {
        // Values that are tiny compared with the step are 0.
        formatted(if value.abs() < self.step / 1e6 { 0.0 } else { value }, self.step)
    }
}

/// Rounds up to the next 1, 2 or 5 times a power of ten; 1 if the number is not positive and
/// finite.
pub(crate) fn round_up(min_step: f64) -> f64 {
    if !(min_step > 0.0 && min_step.is_finite()) {
        return 1.0;
    }
    let power = power_of_ten(min_step);
    let multiple = [1.0, 2.0, 5.0].into_iter().find(|multiple| multiple * power >= min_step * (1.0 - 1e-9));
    multiple.unwrap_or(10.0) * power
}

/// Returns the largest power of ten that is not larger.
fn power_of_ten(value: f64) -> f64 {
    libm::pow(10.0, libm::floor(libm::log10(value.abs().max(f64::MIN_POSITIVE))))
}

/// Formats a number with the digits that are significant for this step.
fn formatted(value: f64, step: f64) -> String {
    let places = -libm::floor(libm::log10(step) + 1e-9);
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.abs() >= 1e7 || places > 5.0 {
        let digits = (libm::floor(libm::log10(value.abs()) + 1e-9) + places).clamp(0.0, 4.0);
        return format!("{value:.*e}", digits as usize);
    }
    let text = format!("{value:.*}", places.max(0.0) as usize);
    let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    format!("{sign}{}{rest}", grouped(whole))
}

/// Groups digits in threes if there are more than four.
fn grouped(digits: &str) -> String {
    let comma = |place: usize| digits.len() > 4 && place > 0 && (digits.len() - place).is_multiple_of(3);
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if comma(place) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a single number: whole numbers as they are, others with three significant digits.
pub(crate) fn short(value: f64) -> String {
    if value == libm::floor(value) && value.abs() < 1e7 {
        return formatted(value, 1.0);
    }
    let text = formatted(value, power_of_ten(value) / if value.abs() < 1000.0 { 100.0 } else { 1000.0 });
    // Drop trailing zeros, also before an exponent.
    let (digits, power) = text.split_at(text.find('e').unwrap_or(text.len()));
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits}{power}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, max_steps: usize, steps: Steps) -> String {
        let ticks = Ticks::between(low, high, max_steps, steps);
        let labels: Vec<String> = ticks.values.iter().map(|&value| ticks.label(value)).collect();
        labels.join(" ")
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(0.0, 10.0, 5, Steps::Any), "0 2 4 6 8 10");
        assert_eq!(labels(0.13, 0.61, 5, Steps::Any), "0.2 0.3 0.4 0.5 0.6");
        assert_eq!(labels(-0.3, 0.3, 3, Steps::Any), "-0.2 0 0.2");
        assert_eq!(labels(0.0, 3.0, 10, Steps::Whole), "0 1 2 3");
        assert_eq!(labels(9_000.0, 52_000.0, 3, Steps::Whole), "20,000 40,000");
        assert_eq!(labels(0.0, 3e9, 3, Steps::Any), "0 1e9 2e9 3e9");
        assert_eq!(labels(1e-9, 3e-9, 4, Steps::Any), "1.0e-9 1.5e-9 2.0e-9 2.5e-9 3.0e-9");
    }

    #[test]
    fn ticks_are_few_and_within_any_ends() {
        for low in [-1e300, -7.5, 0.0, 1e-300, 3.0, 1e12] {
            for width in [0.0, 1e-12, 1e-3, 1.0, 99.0, 1e15, 1e300] {
                for max_steps in [0, 1, 2, 7, 20] {
                    let high = low + width;
                    let ticks = Ticks::between(low, high, max_steps, Steps::Any);
                    assert!(ticks.values.len() <= 2 * max_steps.max(1) + 1, "{low} {high} {max_steps}: {ticks:?}");
                    let slack = 1e-6 * ticks.step;
                    let within = |value: &f64| *value >= low - slack && *value <= high + slack;
                    assert!(ticks.values.iter().all(within), "{low} {high} {max_steps}: {ticks:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        let all = [0.0, 17.0, 4_800.0, 12_345.0, 0.333_333, 5.2, 12.345_6, 1234.56, 123_456_789.0, 5e299, 0.000_012_3];
        assert_eq!(all.map(short).join(" "), "0 17 4800 12,345 0.333 5.2 12.3 1235 1.235e8 5e299 1.23e-5");
        assert_eq!(short(-12_345.0), "-12,345");
    }
}

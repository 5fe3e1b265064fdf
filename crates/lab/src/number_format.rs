//! Formats numbers for use in sentences.

/// Formats an integer with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with a noun, such as `1 run` or `2,000 runs`.
pub(crate) fn plural(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Joins items as `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Formats a p-value as papers print it.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// Formats a number in few digits: integers from 100 up, three digits below.
pub(crate) fn rounded(number: f64) -> String {
    match number.abs() {
        size if size >= 99.95 => {
            let sign = if number < 0.0 { "-" } else { "" };
            format!("{sign}{}", grouped(size.round() as u64))
        }
        size if size >= 9.995 => format!("{number:.1}"),
        size if size >= 0.0995 || size == 0.0 => format!("{number:.2}"),
        _ => format!("{number:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart_and_one_is_no_plural() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1, 2000].map(|number| plural(number, "run")), ["1 run", "2,000 runs"]);
    }

    #[test]
    fn figures_in_sentences() {
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            [0, 1, 2, 3].map(|count| listed(&items[..count])),
            ["", "a", "a and b", "a, b and c"]
        );
        assert_eq!([0.0004, 0.0312, 1.0].map(p_value), ["p < 0.001", "p = 0.031", "p = 1.000"]);
        let numbers = [0.0, 0.00123, 0.5, 12.34, 99.96, 1234.5, -1234.5];
        assert_eq!(
            numbers.map(rounded),
            ["0.00", "1.23e-3", "0.50", "12.3", "100", "1,235", "-1,235"]
        );
    }
}

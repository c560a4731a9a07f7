use super::*;

fn text(value: f64, unit: &str) -> String {
    number(value, &Unit::parse(unit)).to_string()
}

#[test]
fn counts_change_their_prefix_where_three_digits_round_up() {
    for (value, expected) in [
        (0.0, "0"),
        (-0.0, "0"),
        (0.0004, "4.00e-4"),
        (0.0006, "0.001"),
        (0.5, "0.500"),
        (0.99949, "0.999"),
        (0.9996, "1.00"),
        (1.0, "1.00"),
        (9.994, "9.99"),
        (9.996, "10.0"),
        (99.94, "99.9"),
        (99.96, "100"),
        (999.4, "999"),
        (999.5, "1.00 k"),
        (1e3, "1.00 k"),
        (999_499.0, "999 k"),
        (999_500.0, "1.00 M"),
        (999.6e6, "1.00 G"),
        (999.6e9, "1.00 T"),
        (999.6e12, "1.00 P"),
        (999.6e15, "1.00 E"),
        (18.4e18, "18.4 E"),
        (999_999e18, "999999 E"),
        (1e300, "1.00e300"),
        (1e-300, "1.00e-300"),
        (-1234.0, "-1.23 k"),
    ] {
        assert_eq!(text(value, ""), expected, "{value}");
    }
}

#[test]
fn bytes_count_to_1023_before_the_next_prefix() {
    let kib = 1024.0_f64;
    for (value, expected) in [
        (1.0, "1.00 B"),
        (999.4, "999 B"),
        (1000.0, "1000 B"),
        (1023.0, "1023 B"),
        (1023.6, "1.00 KiB"),
        (kib, "1.00 KiB"),
        (1023.4 * kib, "1023 KiB"),
        (1023.99 * kib, "1.00 MiB"),
        (kib * kib * 1.5, "1.50 MiB"),
        (1023.99 * kib * kib, "1.00 GiB"),
        (1023.99 * kib.powi(3), "1.00 TiB"),
        (1023.99 * kib.powi(4), "1.00 PiB"),
        (1023.99 * kib.powi(5), "1.00 EiB"),
        (u64::MAX as f64, "16.0 EiB"),
    ] {
        assert_eq!(text(value, "bytes"), expected, "{value}");
    }
    assert_eq!(text(12.0, "GBpS"), "11.2 GiB/s");
}

#[test]
fn times_go_from_nanoseconds_to_days() {
    for (nanos, expected) in [
        (0.0, "0 s"),
        (0.25, "0.250 ns"),
        (1.0, "1.00 ns"),
        (999.6, "1.00 µs"),
        (999.6e3, "1.00 ms"),
        (999.6e6, "1.00 s"),
        (999.4e9, "999 s"),
        (1.5e12, "25.0 min"),
        (7.2e15, "83.3 d"),
    ] {
        assert_eq!(text(nanos, "ns"), expected, "{nanos}");
    }
}

#[test]
fn levels_are_written_in_their_base_unit() {
    assert_eq!(text(2850.0, "MHz"), "2.85 GHz");
    assert_eq!(text(0.0, "MHz"), "0 Hz");
    assert_eq!(text(999.6, "kHz"), "1.00 MHz");
    assert_eq!(text(45.25, "celsius"), "45.2 °C");
    assert_eq!(text(873.0, "mV"), "873 mV");
    assert_eq!(text(15.0, "microjoules"), "15.0 µJ");
}

#[test]
fn percent_is_never_clamped_or_prefixed() {
    assert_eq!(text(0.1234, "percent"), "0.123 %");
    assert_eq!(text(100.0, "percent"), "100 %");
    assert_eq!(text(812.6, "percent"), "813 %");
    assert_eq!(text(1612.6, "percent"), "1613 %");
    assert_eq!(text(-0.5, "percent"), "-0.500 %");
}

#[test]
fn what_is_no_number_says_so() {
    assert_eq!(text(f64::NAN, "bytes"), "NaN B");
    assert_eq!(text(f64::INFINITY, "MHz"), "inf Hz");
    assert_eq!(text(f64::NEG_INFINITY, ""), "-inf");
}

#[test]
fn rates_say_what_is_counted() {
    use crate::model::catalog::View;
    let rate = |value, unit| number(value, &Unit::parse(unit).of_view(View::Rate)).to_string();
    assert_eq!(rate(1.234e6, "events"), "1.23 M events/s");
    assert_eq!(rate(3.0 * 1_048_576.0, "bytes"), "3.00 MiB/s");
    assert_eq!(rate(5e8, "ns"), "50.0 %");
    assert_eq!(rate(2.5e6, "microjoules"), "2.50 W");
    assert_eq!(rate(12.0, ""), "12.0 /s");
}

#[test]
fn small_whole_numbers_are_written_whole() {
    let unit = Unit::parse("messages");
    assert_eq!(value(Value::Unsigned(7), &unit).to_string(), "7 messages");
    assert_eq!(
        value(Value::Unsigned(999), &unit).to_string(),
        "999 messages"
    );
    assert_eq!(
        value(Value::Unsigned(1000), &unit).to_string(),
        "1.00 k messages"
    );
    assert_eq!(
        value(Value::Double(7.0), &unit).to_string(),
        "7.00 messages"
    );
    assert_eq!(value(Value::Flag(true), &Unit::parse("")).to_string(), "1");
    assert_eq!(
        value(Value::Unsigned(7), &Unit::parse("MHz")).to_string(),
        "7.00 MHz"
    );
}

#[test]
fn numbers_keep_their_width() {
    for exponent in -30..30 {
        for digits in [1.0, 1.234, 5.0, 9.99, 9.996] {
            for unit in ["", "bytes", "ns", "mV", "events"] {
                let number = number(digits * 10_f64.powi(exponent), &Unit::parse(unit)).number;
                let plain = !number.contains('e');
                assert!(number.len() <= if plain { 6 } else { 9 }, "{number}");
            }
        }
    }
}

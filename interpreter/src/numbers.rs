//! Numbers: how they turn into strings, into one another, and what their operators give.
//!
//! The checker folds constants with these functions, the VM computes with them and the commands print with
//! them, so a number means the same everywhere.

/// Why a division of Ints has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivisionError {
    /// The divisor is zero.
    Zero,
    /// -2147483648 divided by -1: the quotient does not fit.
    Overflow,
}

impl DivisionError {
    /// The sentence a runtime error shows.
    pub fn message(self) -> &'static str {
        match self {
            Self::Zero => "Division by zero",
            Self::Overflow => "Integer overflow: -2147483648 divided by -1 does not fit an Int",
        }
    }
}

/// The quotient, toward zero.
///
/// # Errors
/// A zero divisor, or a quotient that does not fit.
pub fn int_div(a: i32, b: i32) -> Result<i32, DivisionError> {
    match b {
        0 => Err(DivisionError::Zero),
        _ => a.checked_div(b).ok_or(DivisionError::Overflow),
    }
}

/// The remainder, with the dividend's sign.
///
/// # Errors
/// A zero divisor, or -2147483648 `Mod` -1, which the processor's division refuses together with its quotient.
pub fn int_mod(a: i32, b: i32) -> Result<i32, DivisionError> {
    match b {
        0 => Err(DivisionError::Zero),
        _ => a.checked_rem(b).ok_or(DivisionError::Overflow),
    }
}

/// `Abs` of an Int; wraps for -2147483648.
pub fn int_abs(a: i32) -> i32 {
    a.wrapping_abs()
}

/// `Shl`: the count's low five bits.
pub fn shl(a: i32, count: i32) -> i32 {
    a.wrapping_shl(count as u32)
}

/// `Shr`, filling with zeros: the count's low five bits.
pub fn shr(a: i32, count: i32) -> i32 {
    (a as u32).wrapping_shr(count as u32) as i32
}

/// `Sar`, filling with the sign: the count's low five bits.
pub fn sar(a: i32, count: i32) -> i32 {
    a.wrapping_shr(count as u32)
}

/// `Abs` of a Float. Negative zero is not below zero and stays.
pub fn float_abs(a: f32) -> f32 {
    if a >= 0.0 { a } else { -a }
}

/// `Sgn` of a Float: -1, 0 or 1; NaN gives 0.
pub fn float_sgn(a: f32) -> f32 {
    if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// `Mod` of Floats: C's `fmod`, with the dividend's sign; NaN for a zero divisor.
pub fn float_mod(a: f32, b: f32) -> f32 {
    a % b
}

/// `^`: computed in double precision, rounded once.
pub fn float_pow(a: f32, b: f32) -> f32 {
    f64::from(a).powf(f64::from(b)) as f32
}

/// Float to Int: to the nearest, ties to even; -2147483648 for what does not fit, for infinities and NaN.
pub fn float_to_int(x: f32) -> i32 {
    // Adding 1.5 * 2^52 leaves no bits for a fraction: the sum's rounding is the one wanted, and its low 32 bits are
    // the result in two's complement.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    let x = f64::from(x);
    if (-2_147_483_648.5..2_147_483_647.5).contains(&x) {
        (x + SHIFT).to_bits() as i32
    } else {
        i32::MIN
    }
}

/// Float to Int cutting the fraction off, as `Read` does; -2147483648 for what does not fit, for infinities and NaN.
pub fn float_to_int_truncating(x: f32) -> i32 {
    if (-2_147_483_648.0..2_147_483_648.0).contains(&x) {
        x as i32
    } else {
        i32::MIN
    }
}

/// Int to a decimal string.
pub fn int_to_string(x: i32) -> Vec<u8> {
    let mut out = Vec::with_capacity(11);
    push_int(&mut out, x);
    out
}

/// Appends an Int in decimal.
pub fn push_int(out: &mut Vec<u8>, x: i32) {
    let mut digits = [0u8; 10];
    let mut rest = x.unsigned_abs();
    let mut used = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        used += 1;
        if rest == 0 {
            break;
        }
    }
    if x < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(digits.get(10 - used..).unwrap_or(&[]));
}

/// Significant digits of a Float as a string.
const DIGITS: usize = 6;

/// Float to string: six significant digits, ties away from zero, trailing zeros trimmed but one decimal kept; exponent
/// form (`1.5e-006`) from 1e8 on and below 0.001; `NaN`, `Infinity`, `-Infinity`.
pub fn float_to_string(x: f32) -> Vec<u8> {
    let mut out = Vec::with_capacity(16);
    push_float(&mut out, x);
    out
}

/// Appends a Float as [`float_to_string`] gives it.
pub fn push_float(out: &mut Vec<u8>, x: f32) {
    if x.is_nan() {
        out.extend_from_slice(b"NaN");
        return;
    }
    if x.is_sign_negative() {
        out.push(b'-');
    }
    if x.is_infinite() {
        out.extend_from_slice(b"Infinity");
        return;
    }
    let (digits, point) = decimal(x.abs());
    // `point` counts the digits before the decimal point, as C's `_ecvt` does: 0.5 has 0, 5.0 has 1.
    if point <= -3 || point > 8 {
        push_exponent_form(out, &digits, point - 1);
        return;
    }
    let start = out.len();
    let whole = if point <= 0 {
        out.extend_from_slice(b"0.");
        out.extend(std::iter::repeat_n(b'0', point.unsigned_abs() as usize));
        out.extend_from_slice(&digits);
        1
    } else {
        for i in 0..(point as usize).max(DIGITS) {
            if i == point as usize {
                out.push(b'.');
            }
            out.push(digits.get(i).copied().unwrap_or(b'0'));
        }
        if point as usize >= DIGITS {
            out.extend_from_slice(b".0");
        }
        point as usize
    };
    let shortest = start + whole + 2;
    while out.len() > shortest && out.last() == Some(&b'0') {
        out.pop();
    }
}

/// The first six significant digits of a finite, non-negative Float, rounded half up, and the number of digits before the
/// decimal point (negative: zeros after it).
fn decimal(x: f32) -> ([u8; DIGITS], i32) {
    let mut digits = [b'0'; DIGITS];
    if x == 0.0 {
        return (digits, 0);
    }
    // 21 exact digits: more than any tie needs, since a Float has 24 bits.
    let text = format!("{:.20e}", f64::from(x));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let mut source = mantissa.bytes().filter(u8::is_ascii_digit);
    for (digit, from) in digits.iter_mut().zip(&mut source) {
        *digit = from;
    }
    if source.next().is_some_and(|d| d >= b'5') {
        let mut carry = true;
        for digit in digits.iter_mut().rev() {
            if *digit == b'9' {
                *digit = b'0';
            } else {
                *digit += 1;
                carry = false;
                break;
            }
        }
        if carry {
            digits[0] = b'1';
            point += 1;
        }
    }
    (digits, point)
}

/// Microsoft's `_gcvt` exponent form: a point always, three exponent digits.
fn push_exponent_form(out: &mut Vec<u8>, digits: &[u8; DIGITS], exponent: i32) {
    let last = digits.iter().rposition(|&d| d != b'0').unwrap_or(0);
    for (i, &digit) in digits.iter().take(last + 1).enumerate() {
        out.push(digit);
        if i == 0 {
            out.push(b'.');
        }
    }
    out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
    let e = exponent.unsigned_abs();
    for scale in [100, 10, 1] {
        out.push(b'0' + (e / scale % 10) as u8);
    }
}

/// C's `isspace`.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// How many bytes of blanks, then of a sign, a number starts with; and whether the sign is a minus.
fn blanks_and_sign(text: &[u8]) -> (usize, bool) {
    let mut at = text.iter().take_while(|&&b| is_blank(b)).count();
    let sign = text.get(at).copied();
    if matches!(sign, Some(b'+' | b'-')) {
        at += 1;
    }
    (at, sign == Some(b'-'))
}

/// The Int a string starts with, after blanks; it wraps to 32 bits. 0 where there is none.
pub fn string_to_int(text: &[u8]) -> i32 {
    let (start, negative) = blanks_and_sign(text);
    let mut value = 0i32;
    for &byte in text.get(start..).unwrap_or(&[]) {
        if !byte.is_ascii_digit() {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(i32::from(byte - b'0'));
    }
    if negative {
        value.wrapping_neg()
    } else {
        value
    }
}

/// The Float a string starts with, after blanks, with fraction and exponent; 0 where there is none. Words (`inf`, `nan`)
/// and hexadecimal are no numbers.
pub fn string_to_float(text: &[u8]) -> f32 {
    let (start, negative) = blanks_and_sign(text);
    let rest = text.get(start..).unwrap_or(&[]);
    let digits = |from: usize| {
        rest.get(from..)
            .unwrap_or(&[])
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let whole = digits(0);
    let mut end = whole;
    let mut fraction = 0;
    if rest.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0.0;
    }
    if matches!(rest.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + signed);
        if exponent > 0 {
            end += 1 + signed + exponent;
        }
    }
    let number = std::str::from_utf8(rest.get(..end).unwrap_or(&[])).unwrap_or("0");
    // Through double precision, as C's `atof` with a cast.
    let value = number.parse::<f64>().unwrap_or(0.0) as f32;
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(x: f32) -> String {
        String::from_utf8(float_to_string(x)).unwrap()
    }

    #[test]
    fn floats_print_six_significant_digits() {
        for (x, want) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (100.5, "100.5"),
            (0.0625, "0.0625"),
            (0.001, "0.001"),
            (0.00123456, "0.00123456"),
            (1.0 / 3.0, "0.333333"),
            (12345.67, "12345.7"),
            (123456.7, "123457.0"),
            (1234567.0, "1234570.0"),
            (99999400.0, "99999400.0"),
            (9.999999, "10.0"),
            (999999.6, "1000000.0"),
            (500000.5, "500001.0"),
            (65536.25, "65536.3"),
            (-0.5000005, "-0.5"),
            (0.7890625, "0.789063"),
            (8388607.5, "8388610.0"),
        ] {
            assert_eq!(text(x), want);
        }
    }

    #[test]
    fn floats_take_exponent_form_at_both_ends() {
        for (x, want) in [
            (100000000.0, "1.e+008"),
            (99999960.0, "1.e+008"),
            (-123456789000.0, "-1.23457e+011"),
            (0.0005, "5.e-004"),
            (-0.00099, "-9.9e-004"),
            (0.00012345, "1.2345e-004"),
            (f32::MAX, "3.40282e+038"),
            (f32::from_bits(1), "1.4013e-045"),
            (f32::INFINITY, "Infinity"),
            (f32::NEG_INFINITY, "-Infinity"),
            (-f32::NAN, "NaN"),
        ] {
            assert_eq!(text(x), want);
        }
    }

    #[test]
    fn floats_round_to_even_ints() {
        for (x, want) in [
            (0.5, 0),
            (1.5, 2),
            (2.5, 2),
            (-0.5, 0),
            (-1.5, -2),
            (-2.5, -2),
            (2.4999, 2),
            (8388607.5, 8388608),
            (2147483520.0, 2147483520),
            (-2147483648.0, i32::MIN),
            (2147483648.0, i32::MIN),
            (3e9, i32::MIN),
            (-3e9, i32::MIN),
            (f32::NAN, i32::MIN),
            (f32::INFINITY, i32::MIN),
        ] {
            assert_eq!(float_to_int(x), want, "{x}");
        }
        assert_eq!(float_to_int_truncating(2.9), 2);
        assert_eq!(float_to_int_truncating(-2.9), -2);
        assert_eq!(float_to_int_truncating(3e9), i32::MIN);
        assert_eq!(float_to_int_truncating(f32::NAN), i32::MIN);
    }

    #[test]
    fn strings_give_their_leading_number() {
        for (t, want) in [
            ("  42x", 42),
            ("-7", -7),
            ("+7", 7),
            ("- 7", 0),
            ("1e3", 1),
            ("4294967297", 1),
            ("", 0),
            ("$FF", 0),
        ] {
            assert_eq!(string_to_int(t.as_bytes()), want, "{t}");
        }
        for (t, want) in [
            ("  -2.5xyz", -2.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e3", 1000.0),
            ("1.5e-2", 0.015),
            ("1e", 1.0),
            ("1e+", 1.0),
            ("e5", 0.0),
            (".", 0.0),
            ("-", 0.0),
            ("1,5", 1.0),
            ("inf", 0.0),
            ("nan", 0.0),
            ("0x10", 0.0),
            ("1e999", f32::INFINITY),
        ] {
            assert_eq!(string_to_float(t.as_bytes()), want, "{t}");
        }
    }

    #[test]
    fn ints_wrap_and_division_is_checked() {
        assert_eq!(int_div(-7, 2), Ok(-3));
        assert_eq!(int_mod(-7, 2), Ok(-1));
        assert_eq!(int_div(1, 0), Err(DivisionError::Zero));
        assert_eq!(int_div(i32::MIN, -1), Err(DivisionError::Overflow));
        assert_eq!(int_mod(1, 0), Err(DivisionError::Zero));
        assert_eq!(shl(1, 33), 2);
        assert_eq!(shr(-1, 28), 15);
        assert_eq!(sar(-16, 2), -4);
        assert_eq!(int_to_string(i32::MIN), b"-2147483648");
        assert_eq!(int_to_string(0), b"0");
        assert_eq!(float_abs(-0.0).to_bits(), (-0.0f32).to_bits());
        assert_eq!(float_abs(-2.0), 2.0);
        assert_eq!(float_sgn(-0.0).to_bits(), 0);
    }
}

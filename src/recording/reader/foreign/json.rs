//! Numbers out of JSON messages, by the names the first message has.

use serde_json::{Map, Value};

use crate::model::catalog::Kind;
use crate::model::value::ValueType;
use crate::recording::reader::foreign::{Number, exact};

/// How deep objects may nest.
const DEEPEST: usize = 12;

/// Where the numbers of a channel's messages are.
pub(crate) struct Paths(Vec<Path>);

struct Path {
    names: Vec<String>,
    is_flag: bool,
}

impl Paths {
    /// The numbers and flags in a message, lists left out.
    ///
    /// # Errors
    /// What is wrong with the message, for people.
    pub(super) fn find(message: &[u8]) -> Result<Self, String> {
        let message: Map<String, Value> = serde_json::from_slice(message)
            .map_err(|error| format!("its first message is no JSON object: {error}"))?;
        let mut paths = Vec::new();
        collect(&mut Vec::new(), &message, &mut paths);
        Ok(Self(paths))
    }

    /// Appends each number to `slots`, not a number where the message has none.
    pub(super) fn decode(&self, message: &[u8], slots: &mut Vec<u64>) -> Option<()> {
        let message: Value = serde_json::from_slice(message).ok()?;
        let value = |path: &Path| {
            let found = path
                .names
                .iter()
                .try_fold(&message, |value, name| value.get(name));
            found.map_or(f64::NAN, double).to_bits()
        };
        slots.extend(self.0.iter().map(value));
        Some(())
    }

    pub(super) fn numbers(&self) -> Vec<Number> {
        let number = |path: &Path| Number {
            name: path.names.join("."),
            value_type: ValueType::F64,
            kind: if path.is_flag {
                Kind::Flag
            } else {
                Kind::Unknown
            },
        };
        self.0.iter().map(number).collect()
    }
}

fn collect(names: &mut Vec<String>, object: &Map<String, Value>, paths: &mut Vec<Path>) {
    for (name, value) in object {
        names.push(name.clone());
        match value {
            Value::Number(_) | Value::Bool(_) => paths.push(Path {
                names: names.clone(),
                is_flag: value.is_boolean(),
            }),
            Value::Object(object) if names.len() < DEEPEST => collect(names, object, paths),
            _ => {}
        }
        names.pop();
    }
}

fn double(value: &Value) -> f64 {
    match value {
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::Number(number) => {
            let integer = number
                .as_u64()
                .map(i128::from)
                .or(number.as_i64().map(i128::from));
            integer.map_or_else(|| number.as_f64().unwrap_or(f64::NAN), exact)
        }
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_name_and_missing_ones_stay_missing() {
        let paths =
            Paths::find(br#"{"a": 1, "b": {"c": true, "d": [1]}, "e": "x"}"#).expect("JSON");
        let names: Vec<_> = paths
            .numbers()
            .into_iter()
            .map(|number| number.name)
            .collect();
        assert_eq!(names, ["a", "b.c"]);
        let mut slots = Vec::new();
        let read = paths.decode(br#"{"b": {"c": false}, "a": 9007199254740993}"#, &mut slots);
        assert_eq!(read, Some(()));
        assert!(f64::from_bits(slots[0]).is_nan(), "it is no double");
        assert_eq!(f64::from_bits(slots[1]), 0.0);
        assert!(Paths::find(b"[1, 2]").is_err());
        assert_eq!(paths.decode(b"nonsense", &mut slots), None);
    }
}

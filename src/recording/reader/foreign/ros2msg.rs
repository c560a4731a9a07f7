//! Message definitions in the language of ROS 2.

use crate::model::catalog::Kind;
use crate::model::value::ValueType;
use crate::recording::reader::foreign::{MOST_METRICS, Number};

/// How deep messages may nest.
const DEEPEST: usize = 12;
/// Most fields of a message with everything nested in it.
const MOST_FIELDS: usize = 10_000;
/// Arrays of fixed length up to this give one number an element.
const LONGEST_ARRAY: usize = 64;

/// A message definition with every nested one in its place.
pub(crate) struct Definition {
    pub(super) fields: Vec<Field>,
}

/// A field of a message.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) shape: Shape,
}

/// What a field holds.
#[derive(Clone)]
pub(super) enum Shape {
    /// A number.
    Number(Primitive),
    /// Text of any length.
    Text,
    /// Another message.
    Message(Vec<Field>),
    /// Several of the same: as many as are given here, or as the message says.
    Array(Option<usize>, Box<Shape>),
}

/// A type of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Primitive {
    Bool,
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl Primitive {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "bool" => Self::Bool,
            "byte" | "uint8" => Self::U8,
            "uint16" => Self::U16,
            "uint32" => Self::U32,
            "uint64" => Self::U64,
            "char" | "int8" => Self::I8,
            "int16" => Self::I16,
            "int32" => Self::I32,
            "int64" => Self::I64,
            "float32" => Self::F32,
            "float64" => Self::F64,
            _ => return None,
        })
    }

    /// Size and alignment in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Bool | Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// The type its values are kept in. Signed integers become doubles, where they fit.
    pub(super) fn value_type(self) -> ValueType {
        match self {
            Self::Bool => ValueType::Bool8,
            Self::U8 => ValueType::U8,
            Self::U16 => ValueType::U16,
            Self::U32 => ValueType::U32,
            Self::U64 => ValueType::U64,
            Self::F32 => ValueType::F32,
            Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::F64 => ValueType::F64,
        }
    }
}

impl Definition {
    /// Reads the definition of message `name` and those it needs.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut parser = Parser {
            sections: sections(name, text),
            fields: 0,
        };
        let (package, lines) = parser.find(name).unwrap_or_default();
        let fields = parser.message(&package, &lines, 0)?;
        Ok(Self { fields })
    }

    /// The numbers at fixed places, in the order in which they are decoded.
    pub(super) fn numbers(&self) -> Vec<Number> {
        let mut numbers = Vec::new();
        collect("", &self.fields, &mut numbers);
        numbers
    }
}

/// Whether the elements of an array of this length are numbers of their own.
pub(super) fn is_spread(count: Option<usize>) -> bool {
    count.is_some_and(|count| count <= LONGEST_ARRAY)
}

fn collect(prefix: &str, fields: &[Field], numbers: &mut Vec<Number>) {
    for field in fields {
        let name = format!("{prefix}{}", field.name);
        collect_shape(&name, &field.shape, numbers);
    }
}

fn collect_shape(name: &str, shape: &Shape, numbers: &mut Vec<Number>) {
    if numbers.len() > MOST_METRICS {
        // Too many to be used: nested arrays multiply, and none of them is needed any more.
        return;
    }
    match shape {
        Shape::Number(primitive) => numbers.push(Number {
            name: name.to_owned(),
            value_type: primitive.value_type(),
            kind: if *primitive == Primitive::Bool {
                Kind::Flag
            } else {
                Kind::Unknown
            },
        }),
        Shape::Text => {}
        Shape::Message(fields) => collect(&format!("{name}."), fields, numbers),
        Shape::Array(count, of) => {
            let spread = count.filter(|_| is_spread(*count)).unwrap_or(0);
            for at in 0..spread {
                collect_shape(&format!("{name}[{at}]"), of, numbers);
            }
        }
    }
}

/// A message's full name and its lines.
type Section = (String, Vec<String>);

struct Parser {
    sections: Vec<Section>,
    fields: usize,
}

/// Splits concatenated definitions; comments are dropped.
fn sections(name: &str, text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = vec![(short(name), Vec::new())];
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix("MSG:") {
            sections.push((short(name.trim()), Vec::new()));
        } else if !line.is_empty()
            && !line.starts_with("===")
            && let Some((_, lines)) = sections.last_mut()
        {
            lines.push(line.to_owned());
        }
    }
    sections
}

/// A message's name without the part every name has: `package/Type`.
fn short(name: &str) -> String {
    name.replace("/msg/", "/")
}

impl Parser {
    /// Package and lines of a message.
    fn find(&self, name: &str) -> Option<(String, Vec<String>)> {
        let name = short(name);
        let (name, lines) = self.sections.iter().find(|(known, _)| *known == name)?;
        let package = name.split('/').next().unwrap_or_default();
        Some((package.to_owned(), lines.clone()))
    }

    fn message(
        &mut self,
        package: &str,
        lines: &[String],
        depth: usize,
    ) -> Result<Vec<Field>, String> {
        if depth > DEEPEST {
            return Err("its messages nest too deeply".to_owned());
        }
        let mut fields = Vec::new();
        for line in lines {
            let mut words = line.split_whitespace();
            let (Some(kind), Some(name)) = (words.next(), words.next()) else {
                return Err(format!("its schema has a line that is not a field: {line}"));
            };
            let is_constant =
                name.contains('=') || words.next().is_some_and(|w| w.starts_with('='));
            if is_constant {
                continue;
            }
            self.fields += 1;
            if self.fields > MOST_FIELDS {
                return Err("its messages have too many fields".to_owned());
            }
            fields.push(Field {
                name: name.to_owned(),
                shape: self.shape(package, kind, depth)?,
            });
        }
        Ok(fields)
    }

    fn shape(&mut self, package: &str, kind: &str, depth: usize) -> Result<Shape, String> {
        if let Some((of, count)) = kind
            .strip_suffix(']')
            .and_then(|kind| kind.rsplit_once('['))
        {
            let of = self.shape(package, of, depth)?;
            // Bounded arrays say their length in the message, as those without bound do.
            return Ok(Shape::Array(count.parse().ok(), Box::new(of)));
        }
        let base = kind.split("<=").next().unwrap_or_default();
        if base == "string" {
            return Ok(Shape::Text);
        }
        if let Some(primitive) = Primitive::parse(base) {
            return Ok(Shape::Number(primitive));
        }
        if matches!(
            short(base).as_str(),
            "builtin_interfaces/Time" | "builtin_interfaces/Duration"
        ) {
            return Ok(Shape::Message(time_fields()));
        }
        let name = if base.contains('/') {
            base.to_owned()
        } else {
            format!("{package}/{base}")
        };
        let (package, lines) = self
            .find(&name)
            .ok_or_else(|| format!("its schema does not define {base}"))?;
        Ok(Shape::Message(self.message(&package, &lines, depth + 1)?))
    }
}

fn time_fields() -> Vec<Field> {
    let field = |name: &str, primitive| Field {
        name: name.to_owned(),
        shape: Shape::Number(primitive),
    };
    vec![
        field("sec", Primitive::I32),
        field("nanosec", Primitive::U32),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_messages_arrays_and_constants_are_understood() {
        let text = "uint8 KIND=3\nHeader header # stamp\nfloat64[2] position\nint32[] list\n\
                    string<=10 label \"a\"\nbool ok true\n\
                    ================\nMSG: demo/Header\nbuiltin_interfaces/Time stamp\nstring id\n";
        let definition = Definition::parse("demo/msg/Pose", text).expect("is understood");
        let names: Vec<_> = definition
            .numbers()
            .into_iter()
            .map(|number| number.name)
            .collect();
        let expected = [
            "header.stamp.sec",
            "header.stamp.nanosec",
            "position[0]",
            "position[1]",
            "ok",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn definitions_that_contain_themselves_end() {
        let text = "A a\n===\nMSG: demo/A\nA again\n";
        assert!(Definition::parse("demo/Loop", text).is_err());
        assert!(Definition::parse("demo/Loop", "Missing m").is_err());
        assert!(Definition::parse("demo/Loop", "nonsense").is_err());
    }
}

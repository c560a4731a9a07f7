//! The comparisons, one test per kind of item.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::registry::{CONSTANTS, ENUMS, FLAGS, STRUCTS, TABLES, UNIONS};
use super::{Enum, Field, Struct, functions};
use crate::{TableMember, ze_api_version_t};

/// Compares declared rows with the rows of a data file: none may be missing on either side.
fn check(file: &str, data: &str, declared: impl Iterator<Item = (String, Value)>) {
    let expected: BTreeMap<String, Value> = serde_json::from_str(data).expect("data is JSON");
    let declared: BTreeMap<String, Value> = declared.collect();
    for (name, row) in &declared {
        assert_eq!(
            Some(row),
            expected.get(name),
            "{name}: declared, and in {file}"
        );
    }
    for name in expected.keys() {
        assert!(
            declared.contains_key(name),
            "{file} has {name}, which is not declared"
        );
    }
}

macro_rules! data {
    ($file:literal) => {
        ($file, include_str!(concat!("../../tests/abi/", $file)))
    };
}

#[test]
fn constants_have_the_values_of_the_headers() {
    let (file, data) = data!("constants.json");
    let declared = CONSTANTS.iter().copied().flatten().map(|constant| {
        let value = serde_json::from_str(constant.value).expect("a literal is JSON");
        (constant.name.to_owned(), value)
    });
    check(file, data, declared);
}

#[test]
fn enumerations_have_the_values_of_the_headers() {
    let (file, data) = data!("enums.json");
    let enums = ENUMS.iter().copied().flatten();
    let flags = FLAGS.iter().copied().flatten();
    let declared = enums.map(|item| (item.name.to_owned(), values(item)));
    let bits = flags.map(|item| (item.name.replace("_flags_t", "_flag_t"), values(item)));
    check(file, data, declared.chain(bits));
}

fn values(item: &Enum) -> Value {
    let c_name = |name: &str| format!("{}_{}", item.prefix, name.trim_start_matches('_'));
    let values = item
        .values
        .iter()
        .map(|(name, number)| (c_name(name), json!(number)));
    Value::Object(values.collect::<Map<_, _>>())
}

#[test]
fn structures_are_laid_out_like_those_of_the_headers() {
    let (file, data) = data!("structs.json");
    let items = STRUCTS.iter().chain(UNIONS).copied().flatten();
    check(
        file,
        data,
        items.map(|item| (item.name.to_owned(), layout(item))),
    );
}

fn layout(item: &Struct) -> Value {
    let fields: Vec<_> = item.fields.iter().map(field).collect();
    let stype = item.stype.first().map(|number| stype_name(item, *number));
    json!({ "size": item.size, "align": item.align, "stype": stype, "fields": fields })
}

fn field(field: &Field) -> Value {
    json!([
        c_name(field.name),
        spelling(field.type_name),
        field.offset,
        field.size
    ])
}

/// The C name of a structure's number, looked up in the enumeration its `stype` field has.
fn stype_name(item: &Struct, number: u32) -> String {
    let tag = item.fields[0].type_name;
    let mut enums = ENUMS.iter().copied().flatten();
    let known = enums
        .find(|known| known.name == tag)
        .expect("the tag is an enumeration");
    // Numbers that have two names list the present one last.
    let mut values = known.values.iter().rev();
    let (name, _) = values
        .find(|value| value.1 == number)
        .expect("the number has a name");
    format!("{}_{name}", known.prefix)
}

#[test]
fn functions_have_the_signatures_of_the_headers() {
    let (file, data) = data!("functions.json");
    let declared = functions().map(|function| {
        let params = function.params.iter();
        let params: Vec<_> = params
            .map(|(name, kind)| [c_name(name), spelling(kind)])
            .collect();
        (function.name.to_owned(), json!(params))
    });
    check(file, data, declared);
}

#[test]
fn dispatch_tables_are_laid_out_like_those_of_the_headers() {
    let (file, data) = data!("tables.json");
    let declared = TABLES.iter().copied().flatten().map(|table| {
        let members: Vec<_> = table.members.iter().map(member).collect();
        let row = json!({ "getter": table.getter, "size": table.size, "members": members });
        (table.name.to_owned(), row)
    });
    check(file, data, declared);
}

fn member(member: &TableMember) -> Value {
    json!([member.name, member.function, member.offset])
}

#[test]
fn members_have_a_type_wherever_their_function_has_one() {
    for table in TABLES.iter().copied().flatten() {
        for (member, pointer) in table.members.iter().zip(table.pointers) {
            let function = functions().find(|function| function.name == member.function);
            let expected = function.map_or("untyped_pfn_t", |function| function.pointer);
            assert_eq!(*pointer, expected, "{}.{}", table.name, member.name);
        }
    }
}

#[test]
fn members_exist_from_the_version_on_that_every_loader_has_them() {
    let data = include_str!("../../tests/abi/table_history.json");
    let history: BTreeMap<String, BTreeMap<String, usize>> =
        serde_json::from_str(data).expect("data is JSON");
    for table in TABLES.iter().copied().flatten() {
        let counts: BTreeMap<_, _> = history[table.name]
            .iter()
            .map(|(name, count)| (version(name), *count))
            .collect();
        for (place, member) in table.members.iter().enumerate() {
            let newest_first = counts.iter().rev();
            let since = newest_first.take_while(|(_, count)| **count > place).last();
            let (since, _) = since.expect("the newest loader has every member");
            assert_eq!(member.since, *since, "{}.{}", table.name, member.name);
        }
    }
}

fn version(name: &str) -> ze_api_version_t {
    let (major, minor) = name.split_once('.').expect("a version has two numbers");
    let number = |text: &str| text.parse().expect("a version is of numbers");
    ze_api_version_t::new(number(major), number(minor))
}

/// A name without what makes it legal in Rust.
fn c_name(name: &str) -> String {
    name.trim_start_matches("r#").to_owned()
}

/// The C spelling of a type.
fn spelling(rust: &str) -> String {
    if let Some((element, length)) = rust
        .strip_prefix('[')
        .and_then(|rust| rust.split_once("; "))
    {
        return format!(
            "{}[{}]",
            spelling(element),
            length_of(length.trim_end_matches(']'))
        );
    }
    if let Some(target) = rust.strip_prefix("*const ") {
        return format!("const {} *", spelling(target));
    }
    if let Some(target) = rust.strip_prefix("*mut ") {
        let target = spelling(target);
        let space = if target.ends_with('*') { "" } else { " " };
        return format!("{target}{space}*");
    }
    let c = match rust {
        "u8" => "uint8_t",
        "u16" => "uint16_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i32" => "int32_t",
        "i64" => "int64_t",
        "f32" => "float",
        "f64" => "double",
        "usize" => "size_t",
        "c_char" => "char",
        "c_int" => "int",
        "c_void" => "void",
        name => name,
    };
    c.to_owned()
}

/// The number behind the name of an array's length.
fn length_of(name: &str) -> &'static str {
    let mut constants = CONSTANTS.iter().copied().flatten();
    constants
        .find(|known| known.name == name)
        .expect("a length is a constant")
        .value
}

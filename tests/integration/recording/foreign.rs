//! Files that other programs wrote.

use std::collections::BTreeMap;
use std::io::Cursor;

use mcap::records::{MessageHeader, Metadata};
use zetscope::model::time::Time;
use zetscope::model::value::Value;
use zetscope::recording::{ReadError, Recording};

use super::sample;

const BEGAN: u64 = 1_700_000_000_000_000_000;

/// A file of three channels that another program could have written.
fn file(with_chunks: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let options = mcap::WriteOptions::new()
        .use_chunks(with_chunks)
        .library("other 1.0");
    let mut writer = options.create(Cursor::new(&mut bytes)).expect("begins");
    let text = b"uint64 count\nfloat32 level\nstring note";
    let schema = writer
        .add_schema("demo/msg/Sample", "ros2msg", text)
        .expect("is written");
    let none = BTreeMap::new();
    let cdr = writer
        .add_channel(schema, "/cdr", "cdr", &none)
        .expect("is written");
    let json = writer
        .add_channel(0, "/json", "json", &none)
        .expect("is written");
    let other = writer
        .add_channel(0, "/proto", "protobuf", &none)
        .expect("is written");
    for step in 0..3_u32 {
        let mut sample = vec![0, 1, 0, 0];
        sample.extend((u64::MAX - u64::from(step)).to_le_bytes());
        sample.extend((step as f32 * 0.5).to_le_bytes());
        sample.extend([2, 0, 0, 0, b'x', 0]);
        let text = format!(r#"{{"a": {step}, "in": {{"b": -1.5}}}}"#);
        for (channel_id, data) in [(cdr, &sample[..]), (json, text.as_bytes()), (other, &[1])] {
            let log_time = BEGAN + u64::from(step) * 1000;
            let header = MessageHeader {
                channel_id,
                sequence: step,
                log_time,
                publish_time: log_time,
            };
            writer
                .write_to_known_channel(&header, data)
                .expect("is written");
        }
    }
    writer.finish().expect("finishes");
    drop(writer);
    bytes
}

#[test]
fn numbers_of_other_programs_are_read_and_the_rest_has_a_reason() {
    for (with_chunks, cut) in [(true, 0), (false, 0), (true, 30), (false, 30)] {
        let mut bytes = file(with_chunks);
        bytes.truncate(bytes.len() - cut);
        let recording = sample::open(bytes).expect("opens");
        assert!(recording.is_foreign());
        assert_eq!(
            recording.is_complete(),
            cut == 0,
            "{:?}",
            recording.damage()
        );
        let session = recording.session();
        assert_eq!(session.began_unix_nanos, BEGAN as i64);
        assert_eq!(session.devices[0].info.name, "other 1.0");
        let groups = &session.devices[0].groups;
        let names: Vec<_> = groups.iter().map(|group| &group.name[..]).collect();
        assert_eq!(names, ["/cdr", "/json", "/proto"]);
        let reason = groups[2].reason.as_ref().expect("cannot be read");
        assert!(reason.what.contains("protobuf"), "{reason}");
        let read = values(&recording);
        let count = Value::Unsigned(u64::MAX - 2);
        assert_eq!(read[&("count".to_owned(), Time(2000))], count);
        assert_eq!(read[&("level".to_owned(), Time(1000))], Value::Single(0.5));
        assert_eq!(read[&("in.b".to_owned(), Time(0))], Value::Double(-1.5));
        assert_eq!(read.len(), 12);
    }
}

/// Every value by the name of its metric and its time.
fn values(recording: &Recording) -> BTreeMap<(String, Time), Value> {
    let mut values = BTreeMap::new();
    for batch in recording.read_all() {
        let batch = batch.expect("reads");
        let info = recording.session().group(batch.group).expect("is known");
        for row in 0..batch.len() {
            for (slot, &column) in batch.row(row).iter().zip(batch.columns.iter()) {
                let metric = &info.metrics[column as usize];
                let value_type = metric.value_type.expect("is known");
                let value = Value::from_slot(value_type, *slot);
                values.insert((metric.name.clone(), batch.times[row]), value);
            }
        }
    }
    values
}

#[test]
fn a_newer_format_says_so() {
    let mut bytes = Vec::new();
    let mut writer = mcap::Writer::new(Cursor::new(&mut bytes)).expect("begins");
    let entries = [("format_version", "2")];
    let mut hasher = crc32fast::Hasher::new();
    for text in ["zetscope", "format_version", "2"] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    let sum = format!("{:08x}", hasher.finalize());
    let entries = entries.into_iter().chain([("crc32", &sum[..])]);
    let metadata = entries
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let record = Metadata {
        name: "zetscope".to_owned(),
        metadata,
    };
    writer.write_metadata(&record).expect("is written");
    writer.finish().expect("finishes");
    drop(writer);
    let Err(error) = sample::open(bytes) else {
        panic!("a newer format is not guessed at");
    };
    assert!(
        matches!(error, ReadError::Newer { found: 2, known: 1 }),
        "{error}"
    );
    assert!(error.to_string().contains("newer zetscope"), "{error}");
}

#[test]
fn an_empty_file_of_another_program_is_empty() {
    let mut bytes = Vec::new();
    let mut writer = mcap::Writer::new(Cursor::new(&mut bytes)).expect("begins");
    writer.finish().expect("finishes");
    drop(writer);
    let recording = sample::open(bytes).expect("opens");
    assert!(recording.is_foreign() && recording.groups().is_empty());
    assert_eq!(recording.span(), None);
}

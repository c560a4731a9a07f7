//! Groups of machines other than this one, from trees of files as their kernels show them.

use std::fs;

use tempfile::TempDir;

use super::*;

/// A machine with the given files under /proc and /sys.
struct Machine {
    folder: TempDir,
    roots: Roots,
}

impl Machine {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let roots = Roots {
            proc: folder.path().join("proc"),
            sys: folder.path().join("sys"),
        };
        let machine = Self { folder, roots };
        for (path, content) in files {
            machine.write(path, content);
        }
        machine
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
}

/// Names and next values of the metrics behind the timestamp.
fn read(group: &mut GroupSpec) -> Vec<(String, Option<Value>)> {
    let mut values = Vec::new();
    group.source.read(7, &mut values).expect("readable");
    let names = group.metrics.iter().map(|metric| metric.name.clone());
    assert_eq!(values.len(), group.metrics.len());
    names.zip(values).skip(1).collect()
}

fn named(name: &str, value: Value) -> (String, Option<Value>) {
    (name.to_owned(), Some(value))
}

const STAT: &str = "cpu  100 0 0 100 0 0 0 0 0 0\n\
    cpu0 60 0 0 40 0 0 0 0 0 0\n\
    cpu2 40 0 0 60 0 0 0 0 0 0\n\
    intr 10 1\nctxt 20\nprocesses 30\nprocs_running 1\nprocs_blocked 0\nsoftirq 40 2\n";

#[test]
fn utilisation_follows_processors_by_number_and_leaves_out_those_switched_off() {
    let machine = Machine::new(&[("proc/stat", STAT)]);
    let mut group = cpu::group(&machine.roots).expect("a group");
    read(&mut group);
    let later = STAT
        .replace("100 0 0 100", "130 0 0 110")
        .replace("cpu0 60", "cpu0 90");
    machine.write(
        "proc/stat",
        &later.replace("cpu2 40 0 0 60 0 0 0 0 0 0\n", ""),
    );
    let values = read(&mut group);
    assert!(values.contains(&named("CpuBusy", Value::F64(75.0))));
    assert!(values.contains(&named("Cpu0Busy", Value::F64(100.0))));
    assert!(values.contains(&("Cpu2Busy".to_owned(), None)));
    assert!(values.contains(&("Cpu2UserTime".to_owned(), None)));
}

#[test]
fn energy_goes_on_when_the_kernels_counter_wraps() {
    let machine = Machine::new(&[
        ("sys/class/powercap/intel-rapl:0/name", "package-0\n"),
        ("sys/class/powercap/intel-rapl:0/energy_uj", "900\n"),
        (
            "sys/class/powercap/intel-rapl:0/max_energy_range_uj",
            "1000\n",
        ),
    ]);
    let mut group = power::group(&machine.roots).expect("a group");
    assert_eq!(group.metrics[1].component, "package-0");
    let name = "intel-rapl:0.Energy";
    assert_eq!(read(&mut group), [named(name, Value::U64(0))]);
    machine.write("sys/class/powercap/intel-rapl:0/energy_uj", "50\n");
    assert_eq!(read(&mut group), [named(name, Value::U64(150))]);
}

#[test]
fn temperatures_come_from_zones_and_monitors() {
    let machine = Machine::new(&[
        ("sys/class/thermal/thermal_zone0/type", "acpitz\n"),
        ("sys/class/thermal/thermal_zone0/temp", "27800\n"),
        ("sys/class/hwmon/hwmon1/name", "coretemp\n"),
        ("sys/class/hwmon/hwmon1/temp1_input", "-1500\n"),
        ("sys/class/hwmon/hwmon1/temp1_label", "Core 0\n"),
        ("sys/class/hwmon/hwmon1/temp1_max", "100000\n"),
    ]);
    let mut group = thermal::group(&machine.roots).expect("a group");
    assert_eq!(group.metrics[2].component, "coretemp Core 0");
    let expected = [
        named("thermal_zone0", Value::F64(27.8)),
        named("hwmon1.temp1", Value::F64(-1.5)),
    ];
    assert_eq!(read(&mut group), expected);
}

#[test]
fn frequencies_are_in_megahertz_and_in_the_order_of_processors() {
    let path = |cpu| format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_cur_freq");
    let machine = Machine::new(&[(&path(10), "800000\n"), (&path(2), "3600500\n")]);
    let mut group = frequency::group(&machine.roots).expect("a group");
    let expected = [
        named("Cpu2Frequency", Value::F64(3600.5)),
        named("Cpu10Frequency", Value::F64(800.0)),
    ];
    assert_eq!(read(&mut group), expected);
}

const DISKS: &str = "   7 0 loop0 9 9 9 9 9 9 9 9 9 9 9\n \
    254 0 vda 10 0 4 5 20 0 8 6 0 7 11\n \
    254 1 vda1 1 1 1 1 1 1 1 1 1 1 1\n \
    8 0 sda 1 0 2 0 0 0 0 0 0 0 0\n";

#[test]
fn only_disks_with_a_device_count_and_a_missing_one_breaks_the_total() {
    let machine = Machine::new(&[
        ("proc/diskstats", DISKS),
        ("sys/block/vda/device/uevent", ""),
        ("sys/block/sda/device/uevent", ""),
        ("sys/block/loop0/size", "1\n"),
    ]);
    let mut group = block::group(&machine.roots).expect("a group");
    let values = read(&mut group);
    assert!(values.contains(&named("BytesRead", Value::U64(6 * 512))));
    assert!(values.contains(&named("vda.BytesWritten", Value::U64(8 * 512))));
    assert!(values.contains(&named("vda.BusyTime", Value::U64(7_000_000))));
    assert!(
        !values
            .iter()
            .any(|(name, _)| name.starts_with("loop0") || name.starts_with("vda1"))
    );
    machine.write(
        "proc/diskstats",
        DISKS.split(" 8 0 sda").next().expect("text"),
    );
    let values = read(&mut group);
    assert!(values.contains(&("BytesRead".to_owned(), None)));
    assert!(values.contains(&("sda.Reads".to_owned(), None)));
    assert!(values.contains(&named("vda.Reads", Value::U64(10))));
}

const INTERFACES: &str = "Inter-|   Receive                                                |  Transmit\n \
    face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n    \
    lo:    1000      10    0    0    0     0          0         0     1000      10    0    0    0     0       0          0\n  \
    eth0: 5000      50    1    2    0     0          0         0     700      7    3    4    0     0       0          0\n";

#[test]
fn the_loopback_is_listed_but_not_summed() {
    let machine = Machine::new(&[("proc/net/dev", INTERFACES)]);
    let mut group = network::group(&machine.roots).expect("a group");
    let values = read(&mut group);
    assert!(values.contains(&named("RxBytes", Value::U64(5000))));
    assert!(values.contains(&named("TxDrops", Value::U64(4))));
    assert!(values.contains(&named("lo.RxBytes", Value::U64(1000))));
}

#[test]
fn what_a_machine_lacks_is_named_with_its_reason() {
    let machine = Machine::new(&[]);
    let absent: Vec<Absent> = offers(&machine.roots)
        .into_iter()
        .filter_map(Offer::err)
        .collect();
    let names: Vec<_> = absent.iter().map(|absent| absent.group).collect();
    for expected in [
        "CpuUtilisation",
        "Thermal",
        "Power",
        "Frequency",
        "Pressure",
    ] {
        assert!(names.contains(&expected), "{names:?}");
    }
    assert!(absent.iter().all(|absent| !absent.reason.is_empty()));
}

#[test]
fn a_file_that_goes_bad_leaves_the_group_as_it_was() {
    let machine = Machine::new(&[("proc/stat", STAT)]);
    let mut group = scheduler::group(&machine.roots).expect("a group");
    read(&mut group);
    machine.write("proc/stat", "ctxt rubbish\n");
    assert!(group.source.read(8, &mut Vec::new()).is_err());
}

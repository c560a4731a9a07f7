//! Energy that the processor packages used, from RAPL.

use std::io;
use std::path::Path;

use super::reread::{self, Reread};
use super::{Offer, Roots, absent};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "Power";

pub(super) fn group(roots: &Roots) -> Offer {
    let folder = roots.sys.join("class/powercap");
    let mut domains = Vec::new();
    let mut metrics = Vec::new();
    let mut refused = false;
    for name in domain_names(&folder) {
        let path = folder.join(&name);
        match open(&path) {
            Ok(domain) => {
                let component = reread::line(&path.join("name")).unwrap_or_else(|_| name.clone());
                let metric = Metric::count(format!("{name}.Energy"), "microjoules");
                metrics.push(
                    metric
                        .about("Energy used since the driver began.")
                        .of(component),
                );
                domains.push(domain);
            }
            Err(error) => refused |= error.kind() == io::ErrorKind::PermissionDenied,
        }
    }
    if domains.is_empty() {
        let reason = if refused {
            "energy counters may be read by root only: chmod a+r \
             /sys/class/powercap/intel-rapl*/energy_uj"
        } else {
            "the kernel shows no energy counter"
        };
        return Err(absent(NAME, reason));
    }
    let description = "Energy used by processor packages and their parts.";
    Ok(super::group(NAME, description, 20, metrics, Power(domains)))
}

fn domain_names(folder: &Path) -> Vec<String> {
    let found = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> = found
        .filter_map(|entry| entry.file_name().into_string().ok())
        // "intel-rapl" alone is the controller; AMD's processors use these names as well.
        .filter(|name| name.starts_with("intel-rapl:"))
        .collect();
    names.sort();
    names
}

fn open(path: &Path) -> io::Result<Domain> {
    let mut file = Reread::open(&path.join("energy_uj"))?;
    let last = file.number()? as u64;
    let range = reread::number(&path.join("max_energy_range_uj"))? as u64;
    Ok(Domain {
        file,
        range,
        last,
        used: 0,
    })
}

/// One counter, which starts again at 0 after `range` microjoules.
struct Domain {
    file: Reread,
    range: u64,
    last: u64,
    used: u64,
}

impl Domain {
    fn read(&mut self) -> io::Result<u64> {
        let now = self.file.number()? as u64;
        self.used += advanced(self.last, now, self.range);
        self.last = now;
        Ok(self.used)
    }
}

/// Microjoules from `last` to `now` on a counter that wraps after `range`.
fn advanced(last: u64, now: u64, range: u64) -> u64 {
    match now.checked_sub(last) {
        Some(used) => used,
        None => range.saturating_sub(last) + now,
    }
}

struct Power(Vec<Domain>);

impl Source for Power {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        out.extend(
            self.0
                .iter_mut()
                .map(|domain| domain.read().ok().map(Value::U64)),
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapped_counter_goes_on() {
        assert_eq!(advanced(10, 25, 100), 15);
        assert_eq!(advanced(95, 5, 100), 10);
    }
}

//! Recordings as files: written, damaged in every way, and read.

mod damage;
mod disk;
mod foreign;
mod recover;
mod round_trip;
mod sample;
mod sink;

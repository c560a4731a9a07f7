//! Recordings as files: written, damaged in every way, and read.

mod damage;
mod round_trip;
mod sample;

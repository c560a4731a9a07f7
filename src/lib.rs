//! zetscope.

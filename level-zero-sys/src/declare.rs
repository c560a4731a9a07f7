//! The macros every C item is declared with.
//!
//! Each macro declares its items and, for tests, records name, size, offsets, numbers and C
//! signature of every one of them, so that nothing can be declared without being compared with
//! the data in `tests/abi`. They decide how an item looks in Rust; what it means is not theirs.

use std::fmt;

/// Declares constants of the C headers.
macro_rules! constants {
    ($($(#[$doc:meta])* pub const $name:ident: $type:ty = $value:literal;)*) => {
        $($(#[$doc])* pub const $name: $type = $value;)*

        #[cfg(test)]
        pub(crate) const CONSTANTS: &[crate::abi::Constant] = &[$(crate::abi::Constant {
            name: stringify!($name),
            value: stringify!($value),
        }),*];
    };
}

/// Declares handles: pointers that only the driver looks behind.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[repr(transparent)]
            #[derive(Clone, Copy, PartialEq, Eq, Hash)]
            pub struct $name(pub *mut ::std::ffi::c_void);

            impl $name {
                /// The handle of nothing.
                pub const fn null() -> Self {
                    Self(::std::ptr::null_mut())
                }

                /// Whether this is the handle of nothing.
                pub fn is_null(self) -> bool {
                    self.0.is_null()
                }
            }

            impl Default for $name {
                fn default() -> Self {
                    Self::null()
                }
            }

            impl ::std::fmt::Debug for $name {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    write!(f, concat!(stringify!($name), "({:p})"), self.0)
                }
            }

            // SAFETY: zero is the null handle.
            unsafe impl $crate::ZeroIsValid for $name {}
        )*
    };
}

/// Declares C enumerations as numbers with names, because a driver may answer any number.
///
/// The string is what every C name of the enumeration begins with. A name that would begin with
/// a digit keeps the underscore before it.
macro_rules! enums {
    ($($(#[$doc:meta])* $name:ident: $prefix:literal {
        $($(#[$value_doc:meta])* $value:ident = $number:literal,)*
    })*) => {
        $(crate::declare::number! { $(#[$doc])* $name: $prefix {
            $($(#[$value_doc])* $value = $number,)*
        } }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                crate::declare::write_number(f, $prefix, Self::NAMES, self.0)
            }
        })*

        #[cfg(test)]
        pub(crate) const ENUMS: &[crate::abi::Enum] = &[$(crate::abi::Enum {
            name: stringify!($name),
            prefix: $prefix,
            values: $name::NAMES,
        }),*];
    };
}

/// Declares C bit sets. The type carries the name the C functions use for the set (`…_flags_t`),
/// its constants are the bits of the enumeration that belongs to it (`…_flag_t`).
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident: $prefix:literal {
        $($(#[$value_doc:meta])* $value:ident = $number:literal,)*
    })*) => {
        $(crate::declare::number! { $(#[$doc])* $name: $prefix {
            $($(#[$value_doc])* $value = $number,)*
        } }

        impl $name {
            /// The set with no bit.
            pub const fn empty() -> Self {
                Self(0)
            }

            /// Whether no bit is set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether every bit of `other` is set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl ::std::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ::std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl ::std::ops::BitAnd for $name {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                crate::declare::write_bits(f, $prefix, Self::NAMES, self.0)
            }
        })*

        #[cfg(test)]
        pub(crate) const FLAGS: &[crate::abi::Enum] = &[$(crate::abi::Enum {
            name: stringify!($name),
            prefix: $prefix,
            values: $name::NAMES,
        }),*];
    };
}

/// What enumerations and bit sets have in common: a `u32` with names for some of its values.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident: $prefix:literal {
        $($(#[$value_doc:meta])* $value:ident = $number:literal,)*
    }) => {
        $(#[$doc])*
        ///
        #[doc = concat!("The C names of its values begin with `", $prefix, "_`.")]
        #[repr(transparent)]
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            $(
                $(#[$value_doc])*
                pub const $value: Self = Self($number);
            )*

            const NAMES: &'static [(&'static str, u32)] = &[$((stringify!($value), $number)),*];
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }

        // SAFETY: any number is a valid value.
        unsafe impl $crate::ZeroIsValid for $name {}
    };
}

/// Declares C structures. After the colon stands the number that marks an extensible structure;
/// `Default` sets it and leaves everything else zero.
macro_rules! structs {
    ($($(#[$doc:meta])* $name:ident $(: $tag:ident::$stype:ident)? {
        $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
    })*) => {
        $(
            $(#[$doc])*
            #[repr(C)]
            #[derive(Clone, Copy, Debug)]
            pub struct $name {
                $($(#[$field_doc])* pub $field: $type,)*
            }

            const _: () = {
                const fn zero_is_valid<T: $crate::ZeroIsValid>() {}
                $(zero_is_valid::<$type>();)*
            };

            // SAFETY: zero is valid for every field, as just proved.
            unsafe impl $crate::ZeroIsValid for $name {}

            $(
                const _: () = {
                    use ::std::mem::{offset_of, size_of};
                    assert!(offset_of!($name, stype) == 0 && size_of::<crate::$tag>() == 4);
                    assert!(offset_of!($name, pNext) == size_of::<*const ()>());
                };

                // SAFETY: the structure begins with a tag and a pointer, as just asserted.
                unsafe impl $crate::Extensible for $name {
                    type Tag = crate::$tag;
                    const STYPE: Self::Tag = crate::$tag::$stype;
                }
            )?

            impl Default for $name {
                fn default() -> Self {
                    // SAFETY: `ZeroIsValid` says that zeroed bytes are a value of this type.
                    let zeroed: Self = unsafe { ::std::mem::zeroed() };
                    Self { $(stype: crate::$tag::$stype,)? ..zeroed }
                }
            }
        )*

        #[cfg(test)]
        pub(crate) const STRUCTS: &[crate::abi::Struct] = &[$(crate::abi::Struct {
            name: stringify!($name),
            stype: &[$(crate::$tag::$stype.0)?],
            size: size_of::<$name>(),
            align: align_of::<$name>(),
            fields: &[$(crate::abi::Field {
                name: stringify!($field),
                type_name: stringify!($type),
                offset: ::std::mem::offset_of!($name, $field),
                size: size_of::<$type>(),
            }),*],
        }),*];
    };
}

/// Declares C unions. They print no value, since only their neighbour knows which member holds.
macro_rules! unions {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub union $name {
                $(pub $field: $type,)*
            }

            const _: () = {
                const fn zero_is_valid<T: $crate::ZeroIsValid>() {}
                $(zero_is_valid::<$type>();)*
            };

            // SAFETY: zero is valid for every member, as just proved.
            unsafe impl $crate::ZeroIsValid for $name {}

            impl Default for $name {
                fn default() -> Self {
                    // SAFETY: `ZeroIsValid` says that zeroed bytes are a value of this type.
                    unsafe { ::std::mem::zeroed() }
                }
            }

            impl ::std::fmt::Debug for $name {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    f.debug_struct(stringify!($name)).finish_non_exhaustive()
                }
            }
        )*

        #[cfg(test)]
        pub(crate) const UNIONS: &[crate::abi::Struct] = &[$(crate::abi::Struct {
            name: stringify!($name),
            stype: &[],
            size: size_of::<$name>(),
            align: align_of::<$name>(),
            fields: &[$(crate::abi::Field {
                name: stringify!($field),
                type_name: stringify!($type),
                offset: ::std::mem::offset_of!($name, $field),
                size: size_of::<$type>(),
            }),*],
        }),*];
    };
}

/// Declares the pointer type of C functions, all of which answer a `ze_result_t`.
macro_rules! functions {
    ($($(#[$doc:meta])* $pointer:ident = fn $name:ident(
        $($param:ident: $type:ty),* $(,)?
    );)*) => {
        $(
            $(#[$doc])*
            ///
            #[doc = concat!("Points to `", stringify!($name), "`.")]
            pub type $pointer = unsafe extern "C" fn($($param: $type),*) -> $crate::ze_result_t;
        )*

        #[cfg(test)]
        pub(crate) const FUNCTIONS: &[crate::abi::Function] = &[$(crate::abi::Function {
            name: stringify!($name),
            pointer: stringify!($pointer),
            params: &[$((stringify!($param), stringify!($type))),*],
        }),*];
    };
}

/// Declares dispatch tables: per member the version from which it exists, its name, its pointer
/// type and the C function it leads to.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident from $getter:ident {
        $(($major:literal, $minor:literal) $member:ident: $type:ident = $function:ident,)*
    })*) => {
        $(
            $(#[$doc])*
            ///
            #[doc = concat!("A driver fills it in `", stringify!($getter), "`.")]
            #[repr(C)]
            #[derive(Clone, Copy, Debug, Default)]
            pub struct $name {
                $(
                    #[doc = concat!("`", stringify!($function), "`")]
                    pub $member: Option<crate::$type>,
                )*
            }

            // SAFETY: the structure is `repr(C)` and has nothing but optional function pointers,
            // whose places `MEMBERS` lists in order.
            unsafe impl $crate::DispatchTable for $name {
                const NAME: &'static str = stringify!($name);
                const GETTER: &'static str = stringify!($getter);
                const MEMBERS: &'static [$crate::TableMember] = &[$($crate::TableMember {
                    name: stringify!($member),
                    function: stringify!($function),
                    offset: ::std::mem::offset_of!($name, $member),
                    since: $crate::ze_api_version_t::new($major, $minor),
                }),*];
            }
        )*

        #[cfg(test)]
        pub(crate) const TABLES: &[crate::abi::Table] = &[$(crate::abi::Table {
            name: stringify!($name),
            getter: stringify!($getter),
            size: size_of::<$name>(),
            members: <$name as $crate::DispatchTable>::MEMBERS,
            pointers: &[$(stringify!($type)),*],
        }),*];
    };
}

pub(crate) use {constants, enums, flags, functions, handles, number, structs, tables, unions};

type Names = [(&'static str, u32)];

/// Writes the C name of a number, or the number in hex.
pub(crate) fn write_number(
    f: &mut fmt::Formatter<'_>,
    prefix: &str,
    names: &Names,
    number: u32,
) -> fmt::Result {
    match names.iter().find(|(_, known)| *known == number) {
        Some((name, _)) => write!(f, "{prefix}_{}", name.trim_start_matches('_')),
        None => write!(f, "{number:#x}"),
    }
}

/// Writes the C names of the bits that are set, and bits without a name in hex.
pub(crate) fn write_bits(
    f: &mut fmt::Formatter<'_>,
    prefix: &str,
    names: &Names,
    bits: u32,
) -> fmt::Result {
    let mut nameless = bits;
    let mut separator = "";
    for (name, bit) in names {
        if bits & bit != 0 {
            write!(f, "{separator}{prefix}_{}", name.trim_start_matches('_'))?;
            nameless &= !bit;
            separator = " | ";
        }
    }
    if nameless != 0 || bits == 0 {
        write!(f, "{separator}{nameless:#x}")?;
    }
    Ok(())
}

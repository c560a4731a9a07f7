//! Functions that this driver has but does not offer: they answer "unsupported feature".

use level_zero_sys::ze_result_t;

/// A C function's pointer type, of which there is a function that refuses.
pub(super) trait Refuse {
    /// Takes the arguments and heeds none.
    const REFUSE: Self;
}

macro_rules! refuse {
    ($($name:ident($($argument:ident)*);)*) => {
        $(
            impl<$($argument),*> Refuse for unsafe extern "C" fn($($argument),*) -> ze_result_t {
                const REFUSE: Self = $name::<$($argument),*>;
            }

            unsafe extern "C" fn $name<$($argument),*>($(_: $argument),*) -> ze_result_t {
                ze_result_t::ERROR_UNSUPPORTED_FEATURE
            }
        )*
    };
}

refuse! {
    refuse_1(A);
    refuse_2(A B);
    refuse_3(A B C);
    refuse_4(A B C D);
    refuse_5(A B C D E);
    refuse_6(A B C D E F);
    refuse_7(A B C D E F G);
    refuse_8(A B C D E F G H);
    refuse_9(A B C D E F G H I);
}

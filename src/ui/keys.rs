//! Keys of the window, in one table: what dispatches them is what the help lists.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Hold or follow.
    Follow,
    /// Put the cursor into the filter.
    Filter,
    /// Show less time.
    Nearer,
    /// Show more time.
    Wider,
    /// The next theme.
    Theme,
    /// What happened.
    Messages,
    /// Keys and gestures.
    Help,
}

/// A key and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What it does.
    pub command: Command,
    /// The key.
    pub key: Key,
    /// Keys held down with it.
    pub modifiers: Modifiers,
    /// What the help says.
    pub text: &'static str,
    /// Whether it works while a text field or another widget has the keyboard.
    pub always: bool,
}

const fn plain(command: Command, key: Key, text: &'static str) -> Binding {
    Binding {
        command,
        key,
        modifiers: Modifiers::NONE,
        text,
        always: false,
    }
}

/// Every key of the window.
pub const BINDINGS: [Binding; 10] = [
    plain(
        Command::Follow,
        Key::Space,
        "Hold the charts, or follow again",
    ),
    plain(Command::Nearer, Key::Plus, "Show less time"),
    plain(Command::Nearer, Key::Equals, ""),
    plain(Command::Wider, Key::Minus, "Show more time"),
    Binding {
        modifiers: Modifiers::COMMAND,
        always: true,
        ..plain(Command::Filter, Key::F, "Filter metrics")
    },
    plain(Command::Filter, Key::Slash, ""),
    plain(Command::Theme, Key::T, "Next theme: system, light, dark"),
    plain(Command::Messages, Key::M, "What happened"),
    Binding {
        always: true,
        ..plain(Command::Help, Key::F1, "This help")
    },
    plain(Command::Help, Key::Questionmark, ""),
];

/// The commands whose keys were pressed since the frame before.
pub fn pressed(context: &Context) -> Vec<Command> {
    let is_busy = context.memory(|memory| memory.focused().is_some());
    let mut commands = Vec::new();
    for binding in BINDINGS {
        let shortcut = KeyboardShortcut::new(binding.modifiers, binding.key);
        let listens = binding.always || !is_busy;
        if listens && context.input_mut(|input| input.consume_shortcut(&shortcut)) {
            commands.push(binding.command);
        }
    }
    commands
}

impl Binding {
    /// The key as it is written on keyboards.
    pub fn name(&self, context: &Context) -> String {
        match self.key {
            Key::Plus => "+".to_owned(),
            Key::Minus => "−".to_owned(),
            key => context.format_shortcut(&KeyboardShortcut::new(self.modifiers, key)),
        }
    }
}

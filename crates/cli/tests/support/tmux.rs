//! A real terminal: tmux runs the program, sends keys and captures the screen.

use crate::run::Folder;
use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Terminal with the program. It is closed when it is dropped.
pub(crate) struct Tmux {
    socket: String,
    folder: Folder,
}

impl Tmux {
    /// Starts the program with these arguments in a terminal of 80 columns and 24 rows.
    pub(crate) fn start(name: &str, args: &str) -> Tmux {
        let folder = Folder::new();
        let tmux = Tmux { socket: format!("mapwright-{name}-{}", std::process::id()), folder };
        let [before, after, process] = ["before", "after", "process"].map(|file| tmux.folder.path(file));
        let program = env!("CARGO_BIN_EXE_mapwright");
        // A shell that becomes the program prints its process id, for signals.
        let script = format!(
            "export LANG=C.UTF-8 LC_ALL=C.UTF-8\nstty -g > '{before}'\n\
             sh -c 'echo $$ > \"$0\"; exec \"$@\"' '{process}' '{program}' {args}\n\
             echo \"ended with $?\"\nstty -g > '{after}'\nread wait\n",
        );
        let script = tmux.folder.write("script", &script);
        let size = ["-x", "80", "-y", "24"];
        tmux.tmux(&[&["-f", "/dev/null", "new-session", "-d", "-s", "main"], &size[..], &["sh", &script]].concat());
        tmux
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).env_remove("TMUX").output();
        let output = output.expect("tmux starts; where it is missing, install it: apt-get install tmux");
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "main"], keys].concat());
    }

    pub(crate) fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "main"])
    }

    /// Waits until the screen is as expected and drawn to its end, and returns it.
    ///
    /// A capture may fall between two writes of one frame, so the screen must look the same twice.
    /// A screen that never rests, such as a running playback, counts after ten looks as expected.
    pub(crate) fn wait(&self, what: &str, expected: impl Fn(&str) -> bool) -> String {
        let (mut previous, mut matches) = (String::new(), 0);
        for _ in 0..400 {
            let screen = self.screen();
            if expected(&screen) {
                matches += 1;
                if screen == previous || matches == 10 {
                    return screen;
                }
            }
            previous = screen;
            sleep(Duration::from_millis(50));
        }
        panic!("timed out waiting for {what}\n{previous}");
    }

    pub(crate) fn sees(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn resize(&self, width: &str, height: &str) {
        self.tmux(&["resize-window", "-t", "main", "-x", width, "-y", height]);
    }

    /// Sends the program a termination signal.
    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn kill(&self) {
        let process = fs::read_to_string(self.folder.path("process")).expect("its number");
        let sent = Command::new("kill").arg(process.trim()).status().expect("kill starts");
        assert!(sent.success());
    }

    /// Waits for the program to exit with this code, asserts that the terminal is restored, and
    /// returns the screen.
    pub(crate) fn has_ended(&self, code: u8) -> String {
        let screen = self.sees(&format!("ended with {code}"));
        let state = self.tmux(&["display-message", "-p", "-t", "main", "#{alternate_on} #{cursor_flag}"]);
        assert_eq!(state.trim(), "0 1", "the usual screen, with a cursor");
        self.wait("the settings", |_| fs::read_to_string(self.folder.path("after")).is_ok_and(|text| !text.is_empty()));
        let [before, after] =
            ["before", "after"].map(|file| fs::read_to_string(self.folder.path(file)).expect("written"));
        assert_eq!(before, after, "stty says the same as before");
        screen
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).env_remove("TMUX").output();
    }
}

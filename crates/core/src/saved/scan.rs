//! Reads the elements of JSON: lists, objects, texts and words.

use super::bounded::{Input, Step};
use crate::base::error::Error;
use std::borrow::Cow;

impl Input<'_> {
    fn skip(&mut self, byte: u8, expected: &str) -> Result<(), Error> {
        if self.peek()? != byte {
            return Err(self.unexpected(expected));
        }
        self.take(1);
        Ok(())
    }

    /// Refuses anything but white space after the last value.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        match self.next()? {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    fn open(&mut self, byte: u8, expected: &str) -> Result<(), Error> {
        self.skip(byte, expected)?;
        self.enter()
    }

    /// Returns true if another item follows, and skips the comma before it or the closing bracket.
    fn more(&mut self, close: u8, first: bool) -> Result<bool, Error> {
        if self.peek()? == close {
            self.take(1);
            self.leave();
            return Ok(false);
        }
        if !first {
            self.skip(b',', if close == b']' { "a comma or ]" } else { "a comma or }" })?;
            if self.peek()? == close {
                return Err(self.bad("a comma with nothing after it"));
            }
        }
        Ok(true)
    }

    /// Reads a list. `item` reads each item.
    pub(super) fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.open(b'[', "a list")?;
        let mut count = 0;
        while self.more(b']', count == 0)? {
            self.at(Step::Item(count), &mut item)?;
            count += 1;
        }
        Ok(())
    }

    /// Reads an object. `field` gets the key from [`Input::text`] and reads the value.
    pub(super) fn object(&mut self, mut field: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.open(b'{', "an object")?;
        let mut first = true;
        while self.more(b'}', first)? {
            first = false;
            self.scan_text(self.limits().max_text)?;
            self.skip(b':', "a colon after the key")?;
            field(self)?;
        }
        Ok(())
    }

    /// Reads a value and adds its place to errors.
    pub(super) fn at<T>(&mut self, step: Step, read: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.path.push(step);
        let value = read(self)?;
        self.path.pop();
        Ok(value)
    }

    /// Reads a text of at most this many bytes as it stands in the file, including quotes.
    pub(super) fn scan_text(&mut self, most: usize) -> Result<(), Error> {
        self.skip(b'"', "a text")?;
        self.token.clear();
        self.token.push(b'"');
        loop {
            self.fill()?;
            let bytes = self.from.buffer();
            let end = bytes.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ');
            let stop = end.map(|end| bytes[end]);
            let plain = end.unwrap_or(bytes.len());
            self.token.extend_from_slice(&bytes[..plain]);
            self.take(plain);
            if self.token.len() - 1 > most {
                return Err(self.too_big(format!("a text of more than {most} bytes, which is the limit here")));
            }
            match stop {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.escape()?;
                }
                Some(_) => {
                    return Err(self.bad("a line break or control character in a text; close it with \""));
                }
                None if plain == 0 => return Err(self.cut_off()),
                None => {}
            }
        }
        self.token.push(b'"');
        self.take(1);
        Ok(())
    }

    /// Reads a backslash and the byte after it.
    fn escape(&mut self) -> Result<(), Error> {
        self.take(1);
        self.fill()?;
        match self.from.buffer().first() {
            None => return Err(self.cut_off()),
            Some(&byte) => self.token.extend_from_slice(&[b'\\', byte]),
        }
        self.take(1);
        Ok(())
    }

    /// Reads the bytes that may occur in a number or a word. The caller validates them.
    pub(super) fn scan_word(&mut self) -> Result<&[u8], Error> {
        self.token.clear();
        loop {
            self.fill()?;
            let bytes = self.from.buffer();
            let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
            let end = bytes.iter().position(|byte| !in_word(byte));
            let count = end.unwrap_or(bytes.len());
            self.token.extend_from_slice(&bytes[..count]);
            self.take(count);
            if self.token.len() > 1000 {
                return Err(self.bad("a number of more than 1000 digits"));
            }
            if end.is_some() || count == 0 {
                return Ok(&self.token);
            }
        }
    }

    /// Returns the last text between its quotes: raw or, after [`Input::unescape`], with escapes
    /// resolved.
    pub(super) fn token(&self) -> &[u8] {
        &self.token[1..self.token.len() - 1]
    }

    /// Resolves the escapes of the last text in place.
    pub(super) fn unescape(&mut self) -> Result<(), Error> {
        if self.token.contains(&b'\\') {
            let text = format!("\"{}\"", self.text()?);
            self.token = text.into_bytes();
        }
        Ok(())
    }

    /// Returns the last text with escapes resolved.
    pub(super) fn text(&self) -> Result<Cow<'_, str>, Error> {
        let text = if self.token.contains(&b'\\') {
            serde_json::from_slice(&self.token).ok().map(Cow::Owned)
        } else {
            str::from_utf8(self.token()).ok().map(Cow::Borrowed)
        };
        text.ok_or_else(|| self.bad("a text with a broken escape, or that is not UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::ErrorKind;
    use crate::saved::Limits;
    use std::io::{ErrorKind as Io, Read};

    /// A reader that returns one byte at a time and is interrupted before each.
    struct Drip<'a>(&'a [u8], bool);

    impl Read for Drip<'_> {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(Io::Interrupted.into()) } else { self.0.read(&mut to[..1]) }
        }
    }

    #[test]
    fn chunk_sizes_of_the_reader_do_not_matter() {
        let text = r#" { "a\"\\\u00e9b" : [ "x", -12.5e1, true ] } "#;
        let (limits, mut drip) = (Limits::default(), Drip(text.as_bytes(), false));
        let mut input = Input::new(&mut drip, &limits);
        let value = input.value().unwrap();
        input.end().unwrap();
        assert_eq!(value, serde_json::json!({"a\"\\\u{e9}b": ["x", -125.0, true]}));
    }

    #[test]
    fn errors_say_where_they_are() {
        let limits = Limits::default();
        let mut text = "{\n  \"a\": [0,\n    {\"b\\n\": 1}, x]}".as_bytes();
        let error = Input::new(&mut text, &limits).value().unwrap_err();
        assert_eq!(error.to_string(), "a[2], line 3, column 17: \"x\" is not a value; texts need quotes");
    }

    #[test]
    fn a_file_of_exactly_the_limit_is_read() {
        let limits = Limits { max_bytes: 5, ..Limits::default() };
        for (text, fits) in [("[1,2]", true), ("[1,2]\n", false), ("[1,23]", false)] {
            let mut bytes = text.as_bytes();
            let mut input = Input::new(&mut bytes, &limits);
            let read = input.value().and_then(|_| input.end());
            assert_eq!(read.is_ok(), fits, "{text:?}");
            assert!(read.is_ok() || read.unwrap_err().kind() == ErrorKind::TooBig);
        }
    }
}

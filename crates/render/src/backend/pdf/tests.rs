use super::*;
use crate::error::ErrorKind;
use crate::scene::{Bounds, Color, Ends, Group, Image, Lines, Node, Path, Pixels, Point, Stroke, Text, pt};
use std::sync::Arc;

/// A parsed PDF file.
struct File {
    objects: Vec<(u32, String, Vec<u8>)>,
}

impl File {
    fn of(scene: &Scene, look: PdfLook) -> File {
        File::read(&bytes(scene, look))
    }

    /// Follows the cross-reference table to every object and decompresses the streams.
    fn read(bytes: &[u8]) -> File {
        let find = |what: &[u8], from: usize| {
            from + bytes[from..].windows(what.len()).position(|window| window == what).expect("it is there")
        };
        let number = |from: usize| -> usize {
            let digits: String = bytes[from..].iter().map(|&b| b as char).take_while(char::is_ascii_digit).collect();
            digits.parse().expect("a number")
        };
        let start = bytes.windows(9).rposition(|window| window == b"startxref").expect("a file has an end");
        let table = number(start + 10);
        assert!(bytes[table..].starts_with(b"xref\n0 "));
        let count = number(table + 7);
        let entries = find(b"\n", table + 7) + 1;
        let objects = (1..count).map(|id| {
            let at = number_at(bytes, entries + 20 * id);
            let head = format!("{id} 0 obj\n");
            assert!(bytes[at..].starts_with(head.as_bytes()), "object {id} is where the table says");
            let end = find(b"endobj", at);
            let text = String::from_utf8_lossy(&bytes[at + head.len()..end]).into_owned();
            let Some(stream) = text.find("stream\n") else { return (id as u32, text, Vec::new()) };
            let dict = text[..stream].to_owned();
            let length = number(at + head.len() + dict.find("/Length ").expect("streams have a length") + 8);
            let from = at + head.len() + stream + 7;
            let data = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[from..from + length]).expect("it unpacks");
            (id as u32, dict, data)
        });
        File { objects: objects.collect() }
    }

    fn get(&self, id: u32) -> &(u32, String, Vec<u8>) {
        self.objects.iter().find(|object| object.0 == id).expect("what is referred to exists")
    }

    fn text(&self, id: u32) -> String {
        String::from_utf8_lossy(&self.get(id).2).into_owned()
    }

    /// Returns the size and content of every page, in order.
    fn pages(&self) -> Vec<([f32; 2], String)> {
        let kids = array(&self.get(2).1, "/Kids");
        let page = |id: f32| {
            let dict = &self.get(id as u32).1;
            let media = array(dict, "/MediaBox");
            assert_eq!(media[..2], [0.0, 0.0]);
            let contents = dict.split("/Contents ").nth(1).expect("a page has content");
            let stream = contents.split(' ').next().unwrap().parse().unwrap();
            ([media[2], media[3]], self.text(stream))
        };
        kids.chunks(3).filter(|kid| kid.len() >= 2).map(|kid| page(kid[0])).collect()
    }

    /// Returns the drawing commands of the scene.
    fn map(&self) -> String {
        self.text(5)
    }
}

fn number_at(bytes: &[u8], from: usize) -> usize {
    std::str::from_utf8(&bytes[from..from + 10]).unwrap().parse().expect("ten digits")
}

/// Returns the numbers of an array; references are returned as three numbers, with -1 for the `R`.
fn array(dict: &str, key: &str) -> Vec<f32> {
    let inside = dict.split(key).nth(1).expect("the key is there").split(['[', ']']).nth(1).expect("an array");
    let word = |word: &str| if word == "R" { Some(-1.0) } else { word.parse().ok() };
    inside.split_whitespace().filter_map(word).collect()
}

/// Returns the operands of every occurrence of a command.
fn commands(content: &str, command: &str) -> Vec<Vec<String>> {
    let mut operands = Vec::new();
    let mut found = Vec::new();
    // Names, strings and arrays need no spaces around them.
    let spaced = ["/", "(", "["].iter().fold(content.to_owned(), |text, mark| text.replace(mark, &format!(" {mark}")));
    let spaced = [")", "]"].iter().fold(spaced, |text, mark| text.replace(mark, &format!("{mark} ")));
    for word in spaced.split_whitespace() {
        if word == command {
            found.push(std::mem::take(&mut operands));
        } else if word.chars().all(|c| c.is_ascii_alphabetic() || c == '*') {
            operands.clear();
        } else {
            operands.push(word.to_owned());
        }
    }
    found
}

fn bytes(scene: &Scene, look: PdfLook) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(scene, &look, &mut bytes).unwrap();
    bytes
}

fn look(paper: Paper) -> PdfLook {
    PdfLook { paper, ..PdfLook::default() }
}

fn empty(width: f32, height: f32) -> Scene {
    Scene { bounds: Bounds::new(0.0, 0.0, width, height), ..Scene::default() }
}

/// Returns a scene with every kind of node.
fn sample(width: f32, height: f32) -> Scene {
    let mut grid = Group::named("grid");
    let columns = (0..=width as i32).map(|x| [pt(x as f32, 0.0), pt(x as f32, height)]);
    let rows = (0..=height as i32).map(|y| [pt(0.0, y as f32), pt(width, y as f32)]);
    let thin = Stroke { dash: Some([0.1, 0.15]), ..Stroke::new(Color::rgb(90, 110, 140), 0.03) };
    grid.lines(columns.chain(rows).collect(), thin);
    let mut shapes = Group::named("shapes");
    shapes.shape(
        Path::rounded(1.0, 1.0, width - 2.0, height - 2.0, 1.5),
        Some(Color { a: 120, ..Color::rgb(240, 200, 120) }),
        Some(Stroke { color: Color { a: 128, ..Color::rgb(60, 30, 10) }, ..Stroke::new(Color::default(), 0.3) }),
    );
    let circle = Path::circle(pt(width / 2.0, height / 2.0), height / 3.0);
    let inner = Group {
        clip: Some(Path::rect(width / 2.0, 0.0, width / 2.0, height / 2.0)),
        nodes: vec![Node::Shape(crate::scene::Shape {
            path: circle.clone(),
            fill: Some(Color::rgb(200, 40, 40)),
            stroke: None,
        })],
        ..Group::default()
    };
    let mut outer = Group { clip: Some(circle), ..Group::named("clipped") };
    outer.fill(Path::rect(0.0, 0.0, width, height), Color::rgb(120, 190, 140));
    outer.nodes.push(Node::Group(inner));
    outer.stroke(
        Path::polyline(&[pt(0.0, 0.0), pt(width, height)]),
        Stroke { ends: Ends::Sharp, ..Stroke::new(Color::rgb(0, 0, 0), 0.2) },
    );
    let pixels = Arc::new(Pixels {
        width: 2,
        height: 2,
        rgba: vec![255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 128, 0, 0, 0, 255],
    });
    let image = |x: f32| Node::Image(Image { bounds: Bounds::new(x, 2.0, x + 2.0, 4.0), pixels: Arc::clone(&pixels) });
    let mut letter = Path::new();
    letter.move_to(pt(2.0, 6.0)).quad_to(pt(3.0, 3.0), pt(4.0, 6.0)).line_to(pt(3.0, 5.5)).close();
    let text = Node::Text(Text {
        family: "Patrick Hand",
        text: "A".to_owned(),
        at: pt(2.0, 6.0),
        size: 3.0,
        color: Color::rgb(20, 20, 90),
        halo: Some((Color::rgb(255, 255, 255), 0.15)),
        outline: letter,
    });
    let things = Group { nodes: vec![image(2.0), image(5.0), text], ..Group::named("things") };
    Scene {
        paper: Color::rgb(250, 245, 230),
        title: "Crypt (lower) of Zoë \\ 墓".to_owned(),
        layers: vec![shapes, outer, grid, things],
        ..empty(width, height)
    }
}

/// Returns the transform that places the map on the page.
fn map_transform(content: &str) -> [f32; 6] {
    let commands = commands(content, "cm");
    assert_eq!(commands.len(), 1, "{content}");
    let numbers: Vec<f32> = commands[0].iter().map(|word| word.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn names_are_parsed_and_errors_list_the_known_ones() {
    for (paper, name) in Paper::ALL {
        assert_eq!(name.parse::<Paper>().unwrap(), paper);
    }
    for (square, name) in Square::ALL {
        assert_eq!(name.parse::<Square>().unwrap(), square);
    }
    for (pages, name) in Pages::ALL {
        assert_eq!(name.parse::<Pages>().unwrap(), pages);
    }
    let error = "leter".parse::<Paper>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(error.to_string().contains("letter"), "{error}");
    assert!("".parse::<Square>().unwrap_err().to_string().contains("25mm"));
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let scene = sample(20.0, 15.0);
    assert_eq!(bytes(&scene, look(Paper::A4)), bytes(&scene.clone(), look(Paper::A4)));
    assert_eq!(bytes(&scene, look(Paper::A4)), bytes(&sample(20.0, 15.0), look(Paper::A4)));
    assert_ne!(bytes(&scene, look(Paper::A4)), bytes(&scene, look(Paper::Letter)));
}

#[test]
fn pages_have_the_size_of_the_paper() {
    let close = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).abs() < 0.1 && (a[1] - b[1]).abs() < 0.1;
    for (paper, size) in
        [(Paper::A4, [595.28, 841.89]), (Paper::Letter, [612.0, 792.0]), (Paper::A3, [841.89, 1190.55])]
    {
        for page in File::of(&sample(10.0, 30.0), look(paper)).pages() {
            assert!(close(page.0, size) || close(page.0, [size[1], size[0]]), "{paper:?}: {:?}", page.0);
        }
    }
    let pages = File::of(&sample(10.0, 30.0), look(Paper::Fit)).pages();
    assert_eq!(pages.len(), 1);
    assert!(close(pages[0].0, [720.0, 2160.0]));
    let look = PdfLook { square: Square::Mm25, ..look(Paper::Fit) };
    assert!(close(File::of(&sample(10.0, 30.0), look).pages()[0].0, [708.66, 2125.98]));
}

#[test]
fn squares_are_exact_and_pages_follow_each_other() {
    // An A4 page holds 7 by 10 squares of an inch, and ten millimetres more.
    let scene = Scene { bounds: Bounds::new(-1.0, -1.0, 19.0, 19.3), ..empty(0.0, 0.0) };
    for (square, points) in [(Square::Inch, 72.0), (Square::Mm25, 70.866)] {
        let pages = File::of(&scene, PdfLook { square, ..look(Paper::A4) }).pages();
        assert_eq!(pages.len(), 1 + 3 * 2);
        let first = map_transform(&pages[1].1);
        for (index, (_, content)) in pages[1..].iter().enumerate() {
            let [a, b, c, d, x, y] = map_transform(content);
            assert!((a - points).abs() < 1e-3 && a == d && [b, c] == [0.0, 0.0], "{content}");
            let (column, row) = ((index % 3) as f32, (index / 3) as f32);
            assert!((x - (first[4] - 7.0 * points * column)).abs() < 0.01);
            assert!((y - (first[5] + 10.0 * points * row)).abs() < 0.01);
        }
        assert!(pages[5].1.contains("(B2 (page 6 of 7))Tj"), "{}", pages[5].1);
        for label in ["A1", "B1", "C1", "A2", "B2", "C2"] {
            assert!(pages[0].1.contains(&format!("({label})")), "the plan names {label}");
        }
    }
}

#[test]
fn a_single_page_states_the_size_of_squares() {
    let look = PdfLook { pages: Pages::OnePage, ..look(Paper::A4) };
    let pages = File::of(&sample(100.0, 50.0), look).pages();
    assert_eq!(pages.len(), 1);
    assert!(pages[0].0[0] > pages[0].0[1], "a wide map is printed in landscape");
    assert!((map_transform(&pages[0].1)[0] - 277.0 / 100.0 * 72.0 / 25.4).abs() < 0.01);
    assert!(pages[0].1.contains("(1 square = 2.77 mm)"));
}

#[test]
fn the_ruler_is_a_hundred_millimetres_and_four_inches() {
    let cover = &File::of(&empty(3.0, 3.0), look(Paper::A4)).pages()[0].1;
    let along: Vec<f32> = commands(cover, "l")
        .iter()
        .zip(commands(cover, "m"))
        .filter(|(to, from)| to[1] == from[1])
        .map(|(to, from)| to[0].parse::<f32>().unwrap() - from[0].parse::<f32>().unwrap())
        .collect();
    assert!(along.iter().any(|length| (length - 288.0).abs() < 0.01), "{along:?}");
    let ticks: Vec<f32> =
        commands(cover, "l").iter().map(|to| to[0].parse::<f32>().unwrap() - super::mm(15.0)).collect();
    for millimetres in 0..=100 {
        let at = super::mm(millimetres as f32);
        assert!(ticks.iter().any(|tick| (tick - at).abs() < 0.01), "{millimetres}");
    }
}

#[test]
fn the_scene_is_written_once_and_whole() {
    let file = File::of(&sample(40.0, 30.0), look(Paper::A4));
    let images = file.objects.iter().filter(|object| object.1.contains("/Subtype/Image")).count();
    assert_eq!(images, 2, "pixels and their opacity, for both places");
    assert_eq!(file.objects.iter().filter(|object| object.1.contains("/Subtype/Form")).count(), 1);
    let map = file.map();
    assert_eq!(commands(&map, "W").len(), 2);
    assert_eq!(commands(&map, "q").len(), commands(&map, "Q").len());
    assert_eq!(commands(&map, "Do").len(), 2);
    assert!(map.contains("[100 150]0 d"), "dashes are in thousandths of squares");
    assert!(map.contains("2000 6000 m"));
    let curve = "2667 4000 3333 4000 4000 6000 c";
    assert!(map.contains(curve), "quadratic curves become cubic");
    assert!(file.get(5).1.contains("/ca 0.471") && file.get(5).1.contains("/CA 0.502"), "{}", file.get(5).1);
    assert_eq!(array(&file.get(5).1, "/BBox"), [0.0, 0.0, 40_000.0, 30_000.0]);
    assert_eq!(array(&file.get(5).1, "/Matrix"), [0.001, 0.0, 0.0, -0.001, 0.0, 0.0]);
}

#[test]
fn white_paper_takes_no_ink() {
    let paper = |color| Scene { paper: color, ..empty(5.0, 5.0) };
    let fills = |scene: &Scene| commands(&File::of(scene, look(Paper::A4)).map(), "f").len();
    assert_eq!(fills(&paper(Color::default())), 0);
    assert_eq!(fills(&paper(Color::rgb(255, 255, 255))), 0);
    assert_eq!(fills(&paper(Color::rgb(255, 255, 240))), 1);
}

#[test]
fn an_image_after_a_translucent_area_is_opaque() {
    let mut scene = empty(4.0, 4.0);
    let mut layer = Group::default();
    layer.fill(Path::rect(0.0, 0.0, 2.0, 2.0), Color { a: 50, ..Color::rgb(1, 2, 3) });
    let pixels = Arc::new(Pixels { width: 1, height: 1, rgba: vec![9, 9, 9, 255] });
    layer.nodes.push(Node::Image(Image { bounds: Bounds::new(0.0, 0.0, 1.0, 1.0), pixels }));
    scene.layers.push(layer);
    let map = File::of(&scene, look(Paper::A4)).map();
    let (faint, opaque, image) = (map.find("/f50 gs"), map.find("/f255 gs"), map.find("/i0 Do"));
    assert!(faint.is_some() && faint < opaque && opaque < image, "{map}");
}

#[test]
fn titles_may_hold_any_characters() {
    let file = File::of(&sample(8.0, 8.0), look(Paper::A4));
    let info = &file.get(3).1;
    // Not all of its letters are in PDFDocEncoding, so it is written as UTF-16.
    let hex: String = "Crypt (lower) of Zoë \\ 墓".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    assert!(info.contains(&format!("<FEFF{hex}>")), "{info}");
    assert!(info.contains("(Mapwright)"));
    assert!(!info.contains("Date"));
    let plain = Scene { title: "a) Tj (b\\".to_owned(), ..empty(3.0, 3.0) };
    let cover = &File::of(&plain, look(Paper::A4)).pages()[0].1;
    assert!(cover.contains("(a\\) Tj \\(b\\\\)Tj"), "{cover}");
    let long = Scene { title: "W".repeat(5000), ..empty(3.0, 3.0) };
    assert!(!File::of(&long, look(Paper::A4)).pages()[0].1.contains(&"W".repeat(100)));
}

#[test]
fn an_empty_scene_is_paper_and_one_without_area_is_an_error() {
    assert_eq!(File::of(&empty(3.0, 3.0), look(Paper::A4)).pages().len(), 2);
    for bounds in [(0.0, 0.0), (5.0, 0.0), (-1.0, 4.0), (f32::NAN, 1.0), (f32::INFINITY, 1.0)] {
        let error = write(&empty(bounds.0, bounds.1), &PdfLook::default(), Vec::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
}

#[test]
fn too_large_pictures_are_rejected_before_the_first_byte() {
    let rejected = |width, height, look| {
        let mut to = Vec::new();
        let error = write(&empty(width, height), &look, &mut to).unwrap_err();
        assert_eq!((error.kind(), to.len()), (ErrorKind::TooBig, 0));
        error.to_string()
    };
    let message = rejected(16_384.0, 10.0, look(Paper::Fit));
    assert!(message.contains("14400 points") && message.contains("a3"), "{message}");
    assert_eq!(File::of(&empty(200.0, 1.0), look(Paper::Fit)).pages()[0].0, [14_400.0, 72.0]);
    let message = rejected(16_384.0, 16_384.0, look(Paper::A3));
    assert!(message.contains("at most 500") && message.contains("one page"), "{message}");
    // Ten rows of squares per page, and one page for the cover.
    assert_eq!(File::of(&empty(7.0, 10.0 * 499.0), look(Paper::A4)).pages().len(), 500);
    rejected(7.0, 10.0 * 500.0, look(Paper::A4));
    assert_eq!(
        File::of(&empty(16_384.0, 16_384.0), PdfLook { pages: Pages::OnePage, ..look(Paper::A3) }).pages().len(),
        1
    );
}

#[test]
fn many_strokes_are_one_path() {
    let mut scene = empty(100.0, 100.0);
    let lines: Vec<[Point; 2]> = (0..100_000)
        .map(|i| (i as f32 * 0.001, (i % 97) as f32))
        .map(|(x, y)| [pt(x, y), pt(x + 0.3, y + 0.5)])
        .collect();
    let stroke = Stroke::new(Color::rgb(0, 0, 0), 0.02);
    scene.layers.push(Group { nodes: vec![Node::Lines(Lines { lines, stroke })], ..Group::default() });
    let map = File::of(&scene, look(Paper::Fit)).map();
    assert_eq!((commands(&map, "m").len(), commands(&map, "S").len()), (100_000, 1));
}

//! scratch
use mapwright::*;
use mapwright_render::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let what = &a[1];
    let seed: u64 = a[2].parse().unwrap();
    let style = &a[3];
    let cell: f32 = a[4].parse().unwrap();
    let out = &a[5];
    let map = match presets::ALL.iter().find(|p| p.name == what) {
        Some(p) => p.recipe().plan(registry::ALL).unwrap().run(Seed::new(seed)).unwrap(),
        None => {
            let e = registry::find(registry::ALL, what).unwrap();
            let own = e.build(&serde_json::json!({})).ok().and_then(|it| it.natural_size()).unwrap_or(e.natural);
            generate(what, own, Seed::new(seed)).unwrap()
        }
    };
    let mut look = Look { style: Style::named(style).unwrap(), ..Look::default() };
    if let Some(w) = a.get(6) {
        look.water = WaterLevel::ALL.iter().find(|x| x.0 == w).unwrap().1;
    }
    let t = std::time::Instant::now();
    let s = draw(&map, &look).unwrap();
    eprintln!("scene {:?}", t.elapsed());
    let mut b = Vec::new();
    let t = std::time::Instant::now();
    s.write_svg(cell as u32, Letters::Outlines, &mut b).unwrap();
    eprintln!("svg {:?} {} bytes", t.elapsed(), b.len());
    std::fs::write(format!("{out}.svg"), &b).unwrap();
    let mut b = Vec::new();
    let t = std::time::Instant::now();
    s.write_png(cell as u32, &mut b).unwrap();
    eprintln!("png {:?} {} bytes", t.elapsed(), b.len());
    std::fs::write(format!("{out}.png"), &b).unwrap();
}

//! scratch
use mapwright::*;
use mapwright_render::*;
fn main(){
  let map=presets::ALL.iter().find(|p| p.name=="one-page-dungeon").unwrap().recipe().plan(registry::ALL).unwrap().run(Seed::new(7)).unwrap();
  let s=draw(&map,&Look::default()).unwrap();
  let best=|s:&scene::Scene|{ (0..7).map(|_|{let t=std::time::Instant::now(); let mut b=Vec::new(); picture(s,40.0,&mut b).unwrap(); t.elapsed().as_secs_f64()*1e3}).fold(f64::MAX,f64::min)};
  if std::env::args().count()>1 { let mut e=s.clone(); e.layers.retain(|l| l.name=="hatch"); for _ in 0..40 { best(&e); } return; }
  println!("all {:.1}",best(&s));
  let mut e=s.clone(); e.layers.clear(); println!("empty {:.1}",best(&e));
  for l in &s.layers { let mut e=s.clone(); e.layers=vec![l.clone()]; println!("{} {:.1}", l.name, best(&e)); }
  let t=std::time::Instant::now(); for _ in 0..20 { draw(&map,&Look::default()).unwrap(); } println!("scene {:.2}", t.elapsed().as_secs_f64()*50.0);
}

use mapwright::*; use std::time::Instant;
fn main(){
  let a:Vec<String>=std::env::args().collect();
  let id=&a[1]; let (w,h,n)=(a[2].parse().unwrap(),a[3].parse().unwrap(),a[4].parse::<u64>().unwrap());
  let with = if a.len()>5 { match value_from_text(&a[5]) { serde_json::Value::Object(m)=>m, _=>panic!() } } else {Default::default()};
  let plan=Recipe::of(id,with).plan(registry::ALL).unwrap();
  if n==0 { let m=plan.run(Run::new(Seed::new(7)).size(w,h)).unwrap(); print!("{}",m.to_ascii()); println!("rooms {} zones {:?}",m.rooms.len(), m.zones.iter().map(|z|z.cells.count()).collect::<Vec<_>>()); return; }
  for _ in 0..3 { let t=Instant::now(); let mut s=0; for i in 0..n { let m=plan.run(Run::new(Seed::new(i)).size(w,h)).unwrap(); s+=m.rooms.len()+m.zones.len(); }
  println!("{id} {w}x{h}: {:.3} us/map ({s})", t.elapsed().as_secs_f64()*1e6/n as f64);}
  let hwm=std::fs::read_to_string("/proc/self/status").unwrap(); println!("{}",hwm.lines().find(|l|l.starts_with("VmHWM")).unwrap());
}

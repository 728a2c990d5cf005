// Global names of types that many files use. Like `types.d.ts`, this file is for `tsc --checkJs`
// only and is never served.

import type { Child as Child_ } from "./dom.js";
import type { IconName as IconName_ } from "./icons.js";
import type { Binding as Binding_ } from "./keys.js";
import type { Form as Form_ } from "./make/form.js";
import type { Shape as Shape_ } from "./request/schema.js";
import type { Trace as Trace_ } from "./replay/trace.js";
import type { Board as Board_ } from "./map/board.js";
import type { Frame as Frame_ } from "./map/canvas.js";
import type {
  ApiError as ApiError_,
  ApiProblem as ApiProblem_,
  Box as Box_,
  Cell as Cell_,
  ImportView as ImportView_,
  List as List_,
  Look as Look_,
  MapView as MapView_,
  MeasureView as MeasureView_,
  MetricView as MetricView_,
  Mode as Mode_,
  PlaceView as PlaceView_,
  Recipe as Recipe_,
  RecipeView as RecipeView_,
  RenderRequest as RenderRequest_,
  RoomView as RoomView_,
  Schema as Schema_,
  SightView as SightView_,
  SharedView as SharedView_,
  State as State_,
  Step as Step_,
  StyleColors as StyleColors_,
  MapRequest as MapRequest_,
} from "./types.js";

declare global {
  type ApiError = ApiError_;
  type ApiProblem = ApiProblem_;
  type Binding = Binding_;
  type Board = Board_;
  type Box = Box_;
  type Cell = Cell_;
  type Child = Child_;
  type Form = Form_;
  type Frame = Frame_;
  type IconName = IconName_;
  type ImportView = ImportView_;
  type List = List_;
  type Look = Look_;
  type MapView = MapView_;
  type MeasureView = MeasureView_;
  type MetricView = MetricView_;
  type Mode = Mode_;
  type PlaceView = PlaceView_;
  type Recipe = Recipe_;
  type RecipeView = RecipeView_;
  type RenderRequest = RenderRequest_;
  type RoomView = RoomView_;
  type Schema = Schema_;
  type SightView = SightView_;
  type Shape = Shape_;
  type SharedView = SharedView_;
  type State = State_;
  type Step = Step_;
  type StyleColors = StyleColors_;
  type Trace = Trace_;
  type MapRequest = MapRequest_;
}

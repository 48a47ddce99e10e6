import type { Gauge } from '../../interfaces/screener.ts';
import type { View } from '../views/views-of.ts';

/** As long as an order is: in a longer text it drowns among what is harmless. */
const partUnits = 200;
const strideUnits = 100;

/** What a first guess makes of a text. */
export interface GaugedViews {
  /** Of the view that looks worst, as a whole. */
  readonly score: number;
  /** Of the part that looks worst, of any view: whether a closer look is worth its time. */
  readonly suspicion: number;
  /** What a closer look is to be taken at. */
  readonly text: string;
}

/** The first view is the text itself, folded. */
export function gaugeViews(text: string, views: readonly View[], gauge: Gauge): GaugedViews {
  let worst: GaugedViews = { score: 0, suspicion: 0, text };
  for (const [position, view] of views.entries()) {
    const score = gauge.gauge(view.text).attack;
    const suspicion = Math.max(worst.suspicion, score, ...gaugeParts(view.text, gauge));
    // A model reads better what was not folded.
    worst =
      score > worst.score
        ? { score, suspicion, text: position === 0 ? text : view.text }
        : { ...worst, suspicion };
  }
  return worst;
}

function gaugeParts(text: string, gauge: Gauge): readonly number[] {
  if (text.length <= partUnits) return [];
  return Array.from({ length: Math.ceil((text.length - partUnits) / strideUnits) + 1 }, (_, index) => {
    const start = index * strideUnits;
    return gauge.gauge(text.slice(start, start + partUnits)).attack;
  });
}

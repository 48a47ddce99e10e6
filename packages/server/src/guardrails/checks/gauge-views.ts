import type { Gauge } from '../../interfaces/screener.ts';
import { finishSteps, type Steps } from '../take-turns.ts';
import { findNews } from '../views/find-news.ts';
import type { View } from '../views/views-of.ts';
import { cutShort, partUnits } from './cut-short.ts';

/** What a first guess makes of a text. */
export interface GaugedViews {
  /** Of the view that looks worst, as a whole. */
  readonly score: number;
  /** Of the part that looks worst, of any view: whether a closer look is worth its time. */
  readonly suspicion: number;
  /** What a closer look is to be taken at. */
  readonly text: string;
  /** The part that looks worst, with what stands around it; null where no part was looked at by itself. */
  readonly excerpt: string | null;
}

/** From here on more does not matter. */
interface Enough {
  readonly score: number;
  readonly suspicion: number;
}

const everything: Enough = { score: Number.POSITIVE_INFINITY, suspicion: Number.POSITIVE_INFINITY };

/** The first view is the text itself, folded. */
export function gaugeViews(text: string, views: readonly View[], gauge: Gauge): GaugedViews {
  return finishSteps(gaugeSteps(text, views, gauge));
}

/** The same, part by part, and only as far as needed. */
export function* gaugeSteps(
  text: string,
  views: readonly View[],
  gauge: Gauge,
  enough = everything,
): Steps<GaugedViews> {
  let worst: GaugedViews = { score: 0, suspicion: 0, text, excerpt: null };
  let worstPart = 0;
  let plain = '';
  for (const [position, view] of views.entries()) {
    yield;
    const score = gauge.gauge(view.text).attack;
    let suspicion = Math.max(worst.suspicion, score);
    // What reads as in the plain view was gauged there.
    const news = view.name === 'plain' ? null : findNews({ plain, view: view.text });
    if (news === null) plain = view.text;
    for (const part of cutShort(view.text, news)) {
      if (suspicion >= enough.suspicion) break;
      yield;
      const ofPart = gauge.gauge(part.text).attack;
      suspicion = Math.max(suspicion, ofPart);
      if (ofPart > worstPart) {
        worstPart = ofPart;
        worst = { ...worst, excerpt: excerptOf(view.text, part.start) };
      }
    }
    // A model reads better what was not folded.
    worst =
      score > worst.score
        ? { ...worst, score, suspicion, text: position === 0 ? text : view.text }
        : { ...worst, suspicion };
    if (score >= enough.score) break;
  }
  return worst;
}

/** A part with half as much again on either side: a sentence seldom begins where a part does. */
function excerptOf(text: string, start: number): string {
  const around = partUnits / 2;
  return text.slice(Math.max(0, start - around), start + partUnits + around).toWellFormed();
}

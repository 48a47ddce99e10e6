import { runStepsSync, type Steps } from '@avow/foundation';
import type { TextClassifier } from '@avow/inference';
import type { View } from '../views/build-part-views.ts';
import { findDifference } from '../views/find-difference.ts';
import { slidingWindows, windowUnits } from './sliding-windows.ts';

/** The classifier's scores of a text. */
export interface ScoredViews {
  /** The highest score of a whole view. */
  readonly score: number;
  /** The highest score of any part of any view: whether a model should screen the text. */
  readonly suspicion: number;
  /** What a model should screen. */
  readonly text: string;
  /** The part with the highest score, with its surroundings; null if no part was scored alone. */
  readonly excerpt: string | null;
}

/** Scoring stops from here on. */
interface Enough {
  readonly score: number;
  readonly suspicion: number;
}

const everything: Enough = { score: Number.POSITIVE_INFINITY, suspicion: Number.POSITIVE_INFINITY };

/** Without interruption. The first view is the folded text. */
export function scoreViewsSync(
  text: string,
  views: readonly View[],
  classifier: TextClassifier,
): ScoredViews {
  return runStepsSync(scoreViews(text, views, classifier));
}

/** Scores views part by part, only as far as needed. The first view is the folded text. */
export function* scoreViews(
  text: string,
  views: readonly View[],
  classifier: TextClassifier,
  enough = everything,
): Steps<ScoredViews> {
  let worst: ScoredViews = { score: 0, suspicion: 0, text, excerpt: null };
  let worstPart = 0;
  let plain = '';
  for (const [position, view] of views.entries()) {
    yield;
    const score = classifier.score(view.text).attack;
    let suspicion = Math.max(worst.suspicion, score);
    // What does not differ from the plain view was scored there.
    const difference = view.name === 'plain' ? null : findDifference({ plain, view: view.text });
    if (difference === null) plain = view.text;
    for (const part of slidingWindows(view.text, difference)) {
      if (suspicion >= enough.suspicion) break;
      yield;
      const ofPart = classifier.score(part.text).attack;
      suspicion = Math.max(suspicion, ofPart);
      if (ofPart > worstPart) {
        worstPart = ofPart;
        worst = { ...worst, excerpt: excerptOf(view.text, part.start) };
      }
    }
    // A model reads text better that is not folded.
    worst =
      score > worst.score
        ? { ...worst, score, suspicion, text: position === 0 ? text : view.text }
        : { ...worst, suspicion };
    if (score >= enough.score) break;
  }
  return worst;
}

/** A window with half its length added on either side, since a sentence seldom begins where a window does. */
function excerptOf(text: string, start: number): string {
  const around = windowUnits / 2;
  return text.slice(Math.max(0, start - around), start + windowUnits + around).toWellFormed();
}

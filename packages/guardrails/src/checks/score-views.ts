import { runStepsSync, type Steps } from '@avow/foundation/concurrency';
import type { TextClassifier } from '@avow/inference';
import type { View } from '../views/build-part-views.ts';
import { findDifference } from '../views/find-difference.ts';
import { slidingWindows } from './sliding-windows.ts';

/** The classifier's scores of a text. */
export interface ScoredViews {
  /** The highest score of a whole view. */
  readonly score: number;
  /** The highest score of any part of any view: whether a model should screen the text. */
  readonly suspicion: number;
  /** What a model should screen. */
  readonly text: string;
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
  let worst: ScoredViews = { score: 0, suspicion: 0, text };
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
      suspicion = Math.max(suspicion, classifier.score(part.text).attack);
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

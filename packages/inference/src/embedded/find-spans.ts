import type { AnswerSpan } from '../reader.ts';
import type { Tokens } from './create-tokeniser.ts';
import type { TextWindow } from './split-windows.ts';

/** A window, and how far each of its tokens is the first of an answer, or the last. */
export interface ScoredWindow {
  readonly window: TextWindow;
  readonly start: Float32Array;
  readonly end: Float32Array;
}

type TextTokens = Pick<Tokens, 'starts' | 'ends'>;

/** The best spans of a text over all its windows, best first. No two share a character, and none leaves the text. */
export function findSpans(
  windows: readonly ScoredWindow[],
  text: TextTokens,
  limits: { readonly spansMax: number; readonly spanTokensMax: number },
): AnswerSpan[] {
  const spans: AnswerSpan[] = [];
  const taken = text.starts.map(() => false);
  while (spans.length < limits.spansMax) {
    const best = bestSpan(windows, { taken, text, spanTokensMax: limits.spanTokensMax });
    if (best === null) break;
    spans.push(best);
    // Two tokens may be made of one character, so characters decide.
    for (const [token, start] of text.starts.entries())
      if (start < best.end && (text.ends[token] ?? 0) > best.start) taken[token] = true;
  }
  return spans;
}

function bestSpan(
  windows: readonly ScoredWindow[],
  among: {
    readonly taken: readonly boolean[];
    readonly text: TextTokens;
    readonly spanTokensMax: number;
  },
): AnswerSpan | null {
  let found: { readonly first: number; readonly last: number; readonly score: number } | null = null;
  for (const { window, start, end } of windows) {
    const { textAt, firstToken } = window;
    const count = window.ids.length - 1 - textAt;
    for (let first = 0; first < count; first += 1) {
      const limit = Math.min(count, first + among.spanTokensMax);
      for (let last = first; last < limit && among.taken[firstToken + last] === false; last += 1) {
        const score = (start[textAt + first] ?? 0) + (end[textAt + last] ?? 0);
        if (found === null || score > found.score)
          found = { first: firstToken + first, last: firstToken + last, score };
      }
    }
  }
  if (found === null) return null;
  return {
    start: among.text.starts[found.first] ?? 0,
    end: among.text.ends[found.last] ?? 0,
    score: found.score,
  };
}

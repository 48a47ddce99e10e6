import type { PolicyAction } from '@avow/contract';
import type { FoundRange, GuardrailInput, Verdict } from '../../interfaces/guardrail.ts';
import { applyRedactions } from '../apply-redactions.ts';
import { findWords, foldWords } from '../fold-words.ts';
import { createPhraseFinder } from '../phrase-finder.ts';
import { type Steps, takeTurns } from '../take-turns.ts';
import { seeThrough } from '../views/see-through.ts';
import { shareViews } from '../views/share-views.ts';
import type { View } from '../views/views-of.ts';
import { type BuildCheck, type CheckFault, faulty, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';
import { foldPhrases } from './fold-phrases.ts';
import { uniteRanges } from './unite-ranges.ts';

/** Ways of reading that find words where none were meant: "verification" holds a cat. */
const guesses = /joined words/;

/**
 * Words and phrases that the operator does not want, however they are spelt in case, accents or hidden characters. What
 * shows only when a text is read in another way (backwards, in a code, letter by letter) counts too. It cannot be
 * replaced, since it stands nowhere as such: where words are to be replaced, it is flagged.
 */
export const buildWords: BuildCheck<'words'> = ({ settings, stage, ...given }) => {
  const entries = foldPhrases(settings.words);
  if (typeof entries === 'string') return faulty(['settings', 'words'], entries);
  const faults = entries.flatMap((folded, index): CheckFault[] =>
    // The entry itself is not repeated: a list of denied words may be confidential.
    folded.length === 0 ? [{ path: ['settings', 'words', index], message: 'Has no letter or digit' }] : [],
  );
  if (faults.length > 0) return { kind: 'faulty', faults };
  const findPhrases = createPhraseFinder(entries);
  const subject = subjectOf(stage);
  const clear =
    entries.length === 0 ? 'No denied words are configured.' : `${subject} holds none of the denied words.`;
  const held = given.action === 'redact' ? 'held' : 'holds';
  const found = `${subject} ${held} a word or phrase that is not allowed here.`;
  const disguised = `${subject} holds a word or phrase in disguise that is not allowed here.`;
  const foundAndDisguised = `${subject} held a word or phrase that is not allowed here, and holds one in disguise.`;

  function findPlain(text: string): readonly FoundRange[] {
    const words = findWords(text);
    const phrases = findPhrases(words.map(({ word }) => word));
    return uniteRanges(
      Array.from(phrases, ({ first, last }) => ({
        start: words[first]?.start ?? 0,
        end: words[last]?.end ?? text.length,
      })),
    );
  }

  function* isFoundDisguised(views: Steps<readonly View[]>): Steps<boolean> {
    for (const { name, text: seen } of yield* views) {
      yield;
      const isTold = name !== 'plain' && !guesses.test(name);
      if (isTold && findPhrases(foldWords(seen)).next().done === false) return true;
    }
    return false;
  }

  function* look(input: Pick<GuardrailInput, 'text'>): Steps<Verdict> {
    const ranges = findPlain(input.text);
    if (ranges.length > 0) {
      const isMoreLeft =
        given.action === 'redact' && (yield* isFoundDisguised(seeThrough(withoutRanges(input.text, ranges))));
      const reasoning = { found: isMoreLeft ? foundAndDisguised : found, clear };
      return decide({ score: 1, ranges, reasoning }, given);
    }
    const action = given.action === 'redact' ? 'flag' : given.action;
    const score = (yield* isFoundDisguised(shareViews(input))) ? 1 : 0;
    return decide({ score, reasoning: { found: disguised, clear } }, { ...given, action });
  }

  const wordsMax = Math.max(0, ...entries.map((folded) => folded.length));
  const begins = new Set(entries.flatMap(beginningsOf));

  /** Up to the words that may be the beginning of a phrase. */
  function settledBefore({ text }: GuardrailInput): number {
    const words = findWords(text).slice(1 - wordsMax || Number.POSITIVE_INFINITY);
    const open = words.findIndex((_, index) =>
      begins.has(
        words
          .slice(index)
          .map(({ word }) => word)
          .join(' '),
      ),
    );
    const start = words[open]?.start ?? text.length;
    // It may go on from the middle of one that was found, and is replaced together with it.
    return findPlain(text).find((range) => range.start < start && start < range.end)?.start ?? start;
  }

  return {
    kind: 'text',
    reach: reachOf({ action: given.action, wordsMax }),
    settledBefore,
    check: (input, signal) =>
      entries.length === 0
        ? decide({ score: 0, reasoning: { found, clear } }, given)
        : takeTurns(look(input), signal),
  };
};

function withoutRanges(text: string, ranges: readonly FoundRange[]): string {
  return applyRedactions(
    text,
    ranges.map((range) => ({ ...range, placeholder: ' ' })),
  );
}

/** An empty list finds nothing. Words of a text may stand far apart: this is as far as people set them. */
function reachOf(given: {
  readonly action: PolicyAction;
  readonly wordsMax: number;
}): number | 'none' | 'whole' {
  if (given.wordsMax === 0) return 'none';
  return given.action === 'redact' ? given.wordsMax * wordUnits : 'whole';
}

const wordUnits = 40;

/** Of a phrase of several words, what may stand at the end of a text before the rest of it. */
function beginningsOf(phrase: readonly string[]): readonly string[] {
  return phrase.slice(1).map((_, index) => phrase.slice(0, index + 1).join(' '));
}

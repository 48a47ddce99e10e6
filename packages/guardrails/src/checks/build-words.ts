import type { PolicyAction } from '@avow/contract/guardrails';
import { runSteps, type Steps } from '@avow/foundation/concurrency';
import { applyRedactions } from '../apply-redactions.ts';
import { findWords, foldWords } from '../fold-words.ts';
import type { FoundRange, GuardrailInput, Verdict } from '../guardrail.ts';
import { createPhraseFinder } from '../phrase-finder.ts';
import type { View } from '../views/build-part-views.ts';
import { buildSharedViews } from '../views/build-shared-views.ts';
import { buildViews } from '../views/build-views.ts';
import { type BuildCheck, type CheckFault, faulty, nameStage } from './check-builder.ts';
import { decide } from './decide.ts';
import { foldPhrases } from './fold-phrases.ts';
import { mergeRanges } from './merge-ranges.ts';

/** Readings that find words by accident: "verification" contains a cat. */
const guesses = /joined words/;

/**
 * Words and phrases that the operator denies, in any case, with any accents or hidden characters. Disguised words (encoded,
 * spelled out, in look-alike letters) count too. They cannot be replaced, because they are not in the text as such: if the
 * action is to redact, they are flagged.
 */
export const buildWords: BuildCheck<'words'> = ({ settings, stage, ...given }) => {
  const entries = foldPhrases(settings.words);
  if (typeof entries === 'string') return faulty(['settings', 'words'], entries);
  const faults = entries.flatMap((folded, index): CheckFault[] =>
    // The entry itself is not repeated: a list of denied words may be confidential.
    folded.length === 0
      ? [{ path: ['settings', 'words', index], message: 'Must have a letter or digit' }]
      : [],
  );
  if (faults.length > 0) return { kind: 'faulty', faults };
  const findPhrases = createPhraseFinder(entries);
  const subject = nameStage(stage);
  const clear =
    entries.length === 0
      ? 'No denied words are configured.'
      : `${subject} contains none of the denied words.`;
  const contains = given.action === 'redact' ? 'contained' : 'contains';
  const found = `${subject} ${contains} a word or phrase that is not allowed here.`;
  const disguised = `${subject} contains a word or phrase in disguise that is not allowed here.`;
  const foundAndDisguised = `${subject} contained a word or phrase that is not allowed here, and contains one in disguise.`;

  function findPlain(text: string): readonly FoundRange[] {
    const words = findWords(text);
    const phrases = findPhrases(words.map(({ word }) => word));
    return mergeRanges(
      Array.from(phrases, ({ first, last }) => ({
        start: words[first]?.start ?? 0,
        end: words[last]?.end ?? text.length,
      })),
    );
  }

  function* isFoundDisguised(views: Steps<readonly View[]>): Steps<boolean> {
    for (const { name, text: seen } of yield* views) {
      yield;
      const counts = name !== 'plain' && !guesses.test(name);
      if (counts && findPhrases(foldWords(seen)).next().done === false) return true;
    }
    return false;
  }

  function* findListed(input: Pick<GuardrailInput, 'text'>): Steps<Verdict> {
    const ranges = findPlain(input.text);
    if (ranges.length > 0) {
      const isMoreLeft =
        given.action === 'redact' && (yield* isFoundDisguised(buildViews(withoutRanges(input.text, ranges))));
      const reasoning = { found: isMoreLeft ? foundAndDisguised : found, clear };
      return decide({ score: 1, ranges, reasoning }, given);
    }
    const action = given.action === 'redact' ? 'flag' : given.action;
    const score = (yield* isFoundDisguised(buildSharedViews(input))) ? 1 : 0;
    return decide({ score, reasoning: { found: disguised, clear } }, { ...given, action });
  }

  const wordsMax = Math.max(0, ...entries.map((folded) => folded.length));
  const begins = new Set(entries.flatMap(beginningsOf));

  /** Up to trailing words that may begin a phrase. */
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
    // It may overlap a phrase that was found, and is then replaced together with it.
    return findPlain(text).find((range) => range.start < start && start < range.end)?.start ?? start;
  }

  return {
    kind: 'text',
    reach: reachOf({ action: given.action, wordsMax }),
    settledBefore,
    check: (input, { signal }) =>
      entries.length === 0
        ? decide({ score: 0, reasoning: { found, clear } }, given)
        : runSteps(findListed(input), signal),
  };
};

function withoutRanges(text: string, ranges: readonly FoundRange[]): string {
  return applyRedactions(
    text,
    ranges.map((range) => ({ ...range, placeholder: ' ' })),
  );
}

/** An empty list finds nothing. Words of a phrase may be far apart; this is as far as people write them. */
function reachOf(given: {
  readonly action: PolicyAction;
  readonly wordsMax: number;
}): number | 'none' | 'whole' {
  if (given.wordsMax === 0) return 'none';
  return given.action === 'redact' ? given.wordsMax * wordUnits : 'whole';
}

const wordUnits = 40;

/** The proper prefixes of a phrase, which may end a text before the rest of the phrase follows. */
function beginningsOf(phrase: readonly string[]): readonly string[] {
  return phrase.slice(1).map((_, index) => phrase.slice(0, index + 1).join(' '));
}

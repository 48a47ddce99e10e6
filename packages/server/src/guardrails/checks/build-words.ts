import type { FoundRange } from '../../interfaces/guardrail.ts';
import { applyRedactions } from '../apply-redactions.ts';
import { findWords, foldWords } from '../fold-words.ts';
import { createPhraseFinder } from '../phrase-finder.ts';
import { viewsOf } from '../views/views-of.ts';
import { type BuildCheck, type CheckFault, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';
import { uniteRanges } from './unite-ranges.ts';

/** Ways of reading that find words where none were meant: "verification" holds a cat. */
const guesses = /joined words/;

/**
 * Words and phrases that the operator does not want, however they are spelt in case, accents or hidden characters. What
 * shows only when a text is read in another way (backwards, in a code, letter by letter) counts too. It cannot be
 * replaced, since it stands nowhere as such: where words are to be replaced, it is flagged.
 */
export const buildWords: BuildCheck<'words'> = ({ settings, stage, ...given }) => {
  const entries = settings.words.map((word) => foldWords(word));
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

  function isFoundDisguised(text: string): boolean {
    return viewsOf(text).some(
      ({ name, text: seen }) =>
        name !== 'plain' && !guesses.test(name) && findPhrases(foldWords(seen)).next().done === false,
    );
  }

  return {
    kind: 'text',
    check: ({ text }) => {
      if (entries.length === 0) return decide({ score: 0, reasoning: { found, clear } }, given);
      const ranges = findPlain(text);
      if (ranges.length > 0) {
        const isMoreLeft = given.action === 'redact' && isFoundDisguised(withoutRanges(text, ranges));
        const reasoning = { found: isMoreLeft ? foundAndDisguised : found, clear };
        return decide({ score: 1, ranges, reasoning }, given);
      }
      const action = given.action === 'redact' ? 'flag' : given.action;
      const score = isFoundDisguised(text) ? 1 : 0;
      return decide({ score, reasoning: { found: disguised, clear } }, { ...given, action });
    },
  };
};

function withoutRanges(text: string, ranges: readonly FoundRange[]): string {
  return applyRedactions(
    text,
    ranges.map((range) => ({ ...range, placeholder: ' ' })),
  );
}

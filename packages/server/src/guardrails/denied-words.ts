import { codePointLength } from '@avow/contract';
import type { Guardrail, GuardrailInput, Verdict } from '../interfaces/guardrail.ts';
import { foldWords } from './fold-words.ts';
import { createPhraseMatcher } from './phrase-matcher.ts';

const entriesMax = 10_000;
const entryCodePointsMax = 200;

function readEntries(words: readonly string[]): ReadonlyArray<readonly string[]> {
  if (words.length > entriesMax) throw new RangeError(`at most ${entriesMax} words can be denied`);
  return words.map((word, index) => {
    const folded = foldWords(word);
    // The entry itself is not repeated: a list of denied words may be confidential.
    if (folded.length === 0) throw new RangeError(`denied word ${index + 1} has no letter or digit`);
    if (codePointLength(word) > entryCodePointsMax) {
      throw new RangeError(`denied word ${index + 1} is longer than ${entryCodePointsMax} characters`);
    }
    return folded;
  });
}

/** Blocks texts that hold one of the words or phrases, however it is spelt in case, accents or hidden characters. */
export function createDeniedWordsGuardrail(settings: {
  readonly id: Guardrail['id'];
  readonly stage: 'input' | 'output';
  readonly words: readonly string[];
}): Guardrail {
  const { id, stage, words } = settings;
  const matches = createPhraseMatcher(readEntries(words));
  const subject = stage === 'input' ? 'The prompt' : 'The answer';

  function check({ text }: GuardrailInput): Verdict {
    if (words.length === 0) return { kind: 'pass', reasoning: 'No denied words are configured.', score: 0 };
    if (!matches(foldWords(text))) {
      return { kind: 'pass', reasoning: `${subject} holds none of the denied words.`, score: 0 };
    }
    return {
      kind: 'block',
      reasoning: `${subject} holds a word or phrase that is not allowed here.`,
      score: 1,
    };
  }

  return {
    id,
    name: 'Denied words',
    category: 'compliance',
    stage,
    blockedReason: 'policy',
    failMode: 'closed',
    timeoutMs: 1_000,
    check,
  };
}

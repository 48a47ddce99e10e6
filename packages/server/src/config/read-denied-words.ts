import { readFile } from 'node:fs/promises';
import { policyLimits } from '@avow/contract/guardrails';
import { codePointLength } from '@avow/contract/values';
import { UserError } from '@avow/foundation';
import { foldPhrases, foldWords } from '@avow/guardrails';

/** The words of the file, one on each line; none if no file is configured. */
export async function readDeniedWords(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`AVOW_DENIED_WORDS_FILE: ${path} cannot be read (${error.code}).`, { cause: error });
  });
  const words = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (words.length > policyLimits.wordsMax)
    throw new UserError(`AVOW_DENIED_WORDS_FILE: at most ${policyLimits.wordsMax} words can be denied.`);
  for (const [index, word] of words.entries()) {
    // The word itself is not repeated: a list of denied words may be confidential.
    const fault = faultOf(word);
    if (fault !== null) throw new UserError(`AVOW_DENIED_WORDS_FILE: denied word ${index + 1} ${fault}.`);
  }
  const folded = foldPhrases(words);
  if (typeof folded === 'string')
    throw new UserError(`AVOW_DENIED_WORDS_FILE: the list is too long. ${folded}.`);
  return words;
}

function faultOf(word: string): string | null {
  const { wordCodePointsMax } = policyLimits;
  if (codePointLength(word) > wordCodePointsMax) return `is longer than ${wordCodePointsMax} characters`;
  return foldWords(word).length === 0 ? 'has no letter or digit' : null;
}

import { normalise } from './terms/normalise.ts';

// Signs that change what is asked stay ("C++" is not "C#", "5 %" is not "5"); all other punctuation is ignored.
const apostrophes = /['’‘ʼ`]/gu;
const invisible = /\p{Cf}|\p{Variation_Selector}/gu;
const minusBeforeNumber = /(?<=^|\s)[-−–](?=\d)/gu;
const meaningfulHash = /(?<=[\p{L}\p{N}])#|#(?=\d)/gu;
const otherPunctuation = /[^\p{L}\p{N}\p{M}\p{S}%\ue000\ue001]+/gu;

/**
 * The key under which a curated question is filed: trivially different spellings of one question share it.
 * Applying it twice changes nothing. The key of a text of only punctuation is empty and matches no question.
 */
export function curatedKey(question: string): string {
  const folded = foldCase(normalise(question, 'NFKC').replace(/[\ue000\ue001]/g, ' '));
  const kept = folded
    .replace(invisible, '')
    .replace(apostrophes, '')
    // Private characters protect the two signs from the removal.
    .replace(minusBeforeNumber, '\ue000')
    .replace(meaningfulHash, '\ue001')
    .replace(otherPunctuation, ' ')
    .replaceAll('\ue000', '-')
    .replaceAll('\ue001', '#');
  return normalise(kept, 'NFKC').trim();
}

/** Folds case via upper case, so that "ß" equals "ss", and final sigma equals sigma. */
function foldCase(text: string): string {
  return normalise(text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'), 'NFKC');
}

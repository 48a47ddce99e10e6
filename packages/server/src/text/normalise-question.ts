// Signs that change what is asked stay ("C++" is not "C#", "5 %" is not "5"); all other punctuation is spelling.
const apostrophes = /['’‘ʼ`]/gu;
const invisible = /\p{Cf}|\p{Variation_Selector}/gu;
const minusBeforeNumber = /(?<=^|\s)[-−–](?=\d)/gu;
const meaningfulHash = /(?<=[\p{L}\p{N}])#|#(?=\d)/gu;
const otherPunctuation = /[^\p{L}\p{N}\p{M}\p{S}%\ue000\ue001]+/gu;

/**
 * The key under which a curated question is filed: trivially different spellings of one question share it.
 * Applying it twice changes nothing. An empty key (a text of nothing but punctuation) stands for no question.
 */
export function curatedKey(question: string): string {
  const folded = foldCase(question.normalize('NFKC').replace(/[\ue000\ue001]/g, ' '));
  const kept = folded
    .replace(invisible, '')
    .replace(apostrophes, '')
    // The two signs worth keeping ride through the removal on private characters.
    .replace(minusBeforeNumber, '\ue000')
    .replace(meaningfulHash, '\ue001')
    .replace(otherPunctuation, ' ')
    .replaceAll('\ue000', '-')
    .replaceAll('\ue001', '#');
  return kept.normalize('NFKC').trim();
}

/** By way of upper case, so that "ß" meets "ss"; and one sigma, whichever end of a word it stands at. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

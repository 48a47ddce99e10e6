import { contextWords, hasContext } from './context-words.ts';
import { type FoundData, scores } from './data-types.ts';

/** Four letters for the bank, two for the country, then two or five characters for location and branch. */
const form = /(?<![\w[])[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?!\w)/g;
const words = contextWords('swift, bic, swift code, swift*, bank identifier');
const hint = /swift|bic/i;

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Finds bank identifier codes next to a label, because many words in capitals have the same format. */
export function findBankIdentifierCodes(text: string): readonly FoundData[] {
  if (!hint.test(text)) return [];
  const found: FoundData[] = [];
  for (const match of text.matchAll(form)) {
    const { 0: written, 1: country = '', index: start } = match;
    const range = { start, end: start + written.length };
    if (regionNames.of(country) !== undefined && hasContext(text, range, words)) {
      found.push({ type: 'swift_bic', ...range, score: scores.shaped });
    }
  }
  return found;
}

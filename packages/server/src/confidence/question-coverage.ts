import { splitSentences } from '../text/sentences.ts';
import { functionWords, questionWords } from '../text/stop-words.ts';
import { contentTerms, isGenericTerm, wordsOf } from '../text/terms.ts';

/** Of more than this, the rest is not looked at: what is asked and quoted is seldom a hundredth of it. */
const questionCharsMax = 4_000;
const sourceCharsMax = 20_000;

/** The share of a question that its sources hold, 0 to 1; left out where it has nothing of the kind. */
export interface QuestionCoverage {
  readonly terms?: number;
  readonly entities?: number;
}

/** How much of a question's telling words, and of its names, numbers and codes, stands in these texts. */
export function questionCoverage(question: string, sources: readonly string[]): QuestionCoverage {
  const asked = cut(question, questionCharsMax);
  const held = new Set(contentTerms(cut(sources.join('\n'), sourceCharsMax)));
  const all = [...new Set(contentTerms(asked))];
  const telling = all.filter((term) => !isGenericTerm(term));
  const terms = shareOf(telling.length === 0 ? all : telling, (term) => held.has(term));
  const entities = shareOf(entitiesOf(asked), (entity) => entity.every((term) => held.has(term)));
  return { ...(terms === null ? {} : { terms }), ...(entities === null ? {} : { entities }) };
}

interface PlacedWord {
  readonly word: string;
  /** It begins a sentence. */
  readonly isFirst: boolean;
}

/** The terms of each name, number and code. A name is a word with a capital that does not begin a sentence. */
function entitiesOf(question: string): string[][] {
  const sentences = splitSentences(question).map(({ start, end }) => wordsOf(question.slice(start, end)));
  const words = sentences.flatMap((sentence) => sentence.map((word, at) => ({ word, isFirst: at === 0 })));
  const isTold = capitalsTell(words);
  const found = words
    .filter(({ word, isFirst }) => isCode(word) || (isTold && isName(word, isFirst)))
    .map(({ word }) => contentTerms(word))
    .filter((terms) => terms.length > 0);
  return [...new Map(found.map((terms) => [terms.join(' '), terms])).values()];
}

/** Not in titles, where words such as "My" have a capital too, nor where there are no small letters. */
function capitalsTell(words: readonly PlacedWord[]): boolean {
  const further = words.filter(({ isFirst }) => !isFirst);
  const isTitle = further.some(({ word }) => /^\p{Lu}\p{Ll}/u.test(word) && !carriesContent(word));
  return !isTitle && further.some(({ word }) => /^\p{Ll}/u.test(word));
}

function isCode(word: string): boolean {
  return /\p{Nd}/u.test(word);
}

function isName(word: string, isFirst: boolean): boolean {
  if (!carriesContent(word)) return false;
  // Capitals inside a word are no matter of where it stands: VPN, iPhone.
  return isFirst ? /^.+\p{Lu}/u.test(word) : /\p{Lu}/u.test(word);
}

function carriesContent(word: string): boolean {
  const small = word.toLowerCase();
  return !functionWords.has(small) && !questionWords.has(small);
}

function shareOf<Item>(items: readonly Item[], isHeld: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(isHeld).length / items.length;
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : text.slice(0, charsMax).toWellFormed();
}

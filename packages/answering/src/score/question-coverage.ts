import { splitSentences } from '@avow/text/sentences';
import { contentTerms, functionWords, isGenericTerm, questionWords, wordsOf } from '@avow/text/terms';

/** Longer texts are cut: questions and quotes are rarely a hundredth of this. */
const questionCharsMax = 4_000;
const sourceCharsMax = 20_000;

/** The share of a question that its sources contain, 0 to 1; left out if the question has no such words. */
export interface QuestionCoverage {
  readonly terms?: number;
  readonly entities?: number;
}

/** The share of a question's specific words, and of its names, numbers and codes, that these texts contain. */
export function questionCoverage(question: string, sources: readonly string[]): QuestionCoverage {
  const asked = cut(question, questionCharsMax);
  const contained = new Set(contentTerms(cut(sources.join('\n'), sourceCharsMax)));
  const all = [...new Set(contentTerms(asked))];
  const specific = all.filter((term) => !isGenericTerm(term));
  const terms = shareOf(specific.length === 0 ? all : specific, (term) => contained.has(term));
  const entities = shareOf(entitiesOf(asked), (entity) => entity.every((term) => contained.has(term)));
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
  const hasNames = capitalsMarkNames(words);
  const found = words
    .filter(({ word, isFirst }) => isCode(word) || (hasNames && isName(word, isFirst)))
    .map(({ word }) => contentTerms(word))
    .filter((terms) => terms.length > 0);
  return [...new Map(found.map((terms) => [terms.join(' '), terms])).values()];
}

/** Not in titles, in which words such as "My" have a capital too, nor in texts without lower-case letters. */
function capitalsMarkNames(words: readonly PlacedWord[]): boolean {
  const further = words.filter(({ isFirst }) => !isFirst);
  const isTitle = further.some(({ word }) => /^\p{Lu}\p{Ll}/u.test(word) && !carriesContent(word));
  return !isTitle && further.some(({ word }) => /^\p{Ll}/u.test(word));
}

function isCode(word: string): boolean {
  return /\p{Nd}/u.test(word);
}

function isName(word: string, isFirst: boolean): boolean {
  if (!carriesContent(word)) return false;
  // Capitals inside a word do not depend on its position: VPN, iPhone.
  return isFirst ? /^.+\p{Lu}/u.test(word) : /\p{Lu}/u.test(word);
}

function carriesContent(word: string): boolean {
  const small = word.toLowerCase();
  return !functionWords.has(small) && !questionWords.has(small);
}

function shareOf<Item>(items: readonly Item[], isContained: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(isContained).length / items.length;
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : text.slice(0, charsMax).toWellFormed();
}

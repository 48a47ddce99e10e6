import { splitSentences } from '@avow/text/sentences';
import { type ReferenceForm, readReferences, settledLength } from './read-references.ts';

/** What is examined for one sentence: itself, and what may follow to decide its end. */
export const sentenceWindow = 4_300;
const usualWindow = 600;

const mayEnd = /[.!?…。！？｡]/u;
/** A word after a full stop decides whether it ended the sentence: whole, or as much of it as is examined. */
const nextWord = /^\P{L}*(?:\p{L}+\P{L}|\p{L}{24})/u;

/**
 * Where the first sentence of a text ends, with the references behind it; null if that is not certain yet, or nothing
 * is left. `isClosed`: nothing follows the text.
 */
export function firstSentenceEnd(
  body: string,
  { isClosed, ...form }: ReferenceForm & { readonly isClosed: boolean },
): number | null {
  // Most sentences are short: what is certain by a part of the text is the same by all of it.
  if (body.length > usualWindow) {
    const end = endWithin(body.slice(0, usualWindow), { ...form, isWhole: false });
    if (end !== null) return end;
  }
  const isWhole = isClosed && body.length <= sentenceWindow;
  return endWithin(body.slice(0, sentenceWindow), { ...form, isWhole });
}

function endWithin(
  window: string,
  { isWhole, ...form }: ReferenceForm & { readonly isWhole: boolean },
): number | null {
  if (window === '') return null;
  const settled = isWhole ? window : window.slice(0, settledLength(window, form));
  if (!isWhole && !mayEnd.test(settled)) return null;
  const { text, references } = readReferences(settled, form);
  const [first] = splitSentences(text.replaceAll('\n', ' '));
  // White space and references alone.
  if (first === undefined) return isWhole ? window.length : null;
  if (!isWhole && !nextWord.test(text.slice(first.end))) return null;
  let end = first.end;
  let removed = 0;
  for (const { at, length } of references) {
    if (at > end && text.slice(end, at).trim() !== '') break;
    end = Math.max(end, at);
    removed += length;
  }
  return end + removed;
}

/** What stands between a sentence and what follows. Where words are not set apart, sentences are not either. */
export function joinBetween(before: string, gap: string, form: ReferenceForm): '' | ' ' | '\n' {
  if (gap !== '') return gap.includes('\n') ? '\n' : ' ';
  return /[。！？｡」』）]$/u.test(readReferences(before, form).text) ? '' : ' ';
}

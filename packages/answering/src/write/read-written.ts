import { type ReferenceForm, readReferences } from './read-references.ts';

/** Words that a model wrote on one line, and what it refers to. */
export interface ReadWritten {
  readonly text: string;
  /** The numbers of sources, each once. */
  readonly references: readonly number[];
  /** Left out: no words of sources are named. */
  readonly quotes?: readonly string[];
}

const allQuoted = /^["“„«‘][^"“”„«»]+["”“»’][.,;:]?$/u;
const endOfQuote = /^[^[\]"“”„«»]*["”“»]\s?\]\s*/u;

/**
 * Null: words of a source that a model has put beside a reference and not into it. The rest of a reference that it broke into lines is
 * taken out.
 * `isAlone`: nothing stands before it in its line, so that a quotation may be what the answer says.
 */
export function readWritten(
  written: string,
  { isAlone, ...form }: ReferenceForm & { readonly isAlone: boolean },
): ReadWritten | null {
  const { text: said, references } = readReferences(written, form);
  const line = said.replace(/\s+/gu, ' ').trim();
  const text = form.withQuotes ? line.replace(endOfQuote, '') : line;
  if (form.withQuotes && !isAlone && allQuoted.test(text)) return null;
  const quotes = references.flatMap((reference) => reference.quotes);
  return {
    text,
    references: [...new Set(references.flatMap(({ numbers }) => numbers))],
    ...(quotes.length === 0 ? {} : { quotes }),
  };
}

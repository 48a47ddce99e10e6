import { stripEnd } from '../strip-end.ts';
import { showLinks } from './show-links.ts';

// One tilde is a word's own, as in "~5 days". Underscores are tried once a run, or a long one would take quadratic time.
const emphasis = /[*`]+|~~+|(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu;
/** What may stand behind the last mark of a sentence: emphasis, and what closes a quotation or parentheses. */
const closer = /[*_~`)\]"'”’»]/u;
const openers = /^[*_"“]+/u;

/** The words of a short piece of Markdown, in one line: without emphasis, code marks and link targets. */
export function stripMarks(source: string, options: { readonly acrossLines?: boolean } = {}): string {
  return stripEmphasis(showLinks(source, options)).replace(/\s+/g, ' ').trim();
}

/** Without the marks of emphasis, of struck words and of code. An underscore within a word is part of it. */
export function stripEmphasis(source: string): string {
  return source.replace(emphasis, '');
}

/** Without what closes emphasis, quotations and parentheses at the end: a text then ends with the mark of its sentence. */
export function stripClosers(source: string): string {
  return stripEnd(source, closer);
}

export function isCloser(character: string): boolean {
  return closer.test(character);
}

/** Without what opens emphasis and quotations at the beginning: a text then begins with its first word. */
export function stripOpeners(source: string): string {
  return source.replace(openers, '');
}

/** Whether a text introduces what follows: "You need the following:". */
export function endsInColon(source: string): boolean {
  return /[:：]/u.test(stripClosers(source.trimEnd()).at(-1) ?? '');
}

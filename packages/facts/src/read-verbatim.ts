import { stripEnd } from '@avow/text';
import { replaceCodeSpans } from '@avow/text/markdown';
/** What must stand in a source letter for letter. */
export interface Verbatim {
  /** `quotation`: between quotation marks. `address`: a URL, an e-mail address, a path. `code`: a code span, an identifier. */
  readonly kind: 'quotation' | 'address' | 'code';
  readonly text: string;
}

export interface VerbatimRead {
  readonly verbatim: readonly Verbatim[];
  /** The text with spaces in their places: what else it claims is read from that. */
  readonly rest: string;
}

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”“"',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '‘': "’'",
  '‚': "‘’'",
  '「': '」',
  '『': '』',
};
// Bounded: a long text without spaces is cut into pieces, and none is examined twice.
const chunk = /[^\s"“”„«»‹›「」『』(){}[\]<>,;!?|*`]{2,200}/gu;
const isLetterOrDigit = /[\p{L}\p{M}\d]/u;

export function readVerbatim(folded: string): VerbatimRead {
  const verbatim: Verbatim[] = [];
  let rest = replaceCodeSpans(folded, (code, written) => {
    verbatim.push({ kind: 'code', text: code });
    return ' '.repeat(written.length);
  });
  rest = takeQuotations(rest, verbatim);
  rest = rest.replace(chunk, (whole) => {
    const text = stripEnd(whole, /[.:'’]/u).replace(/['’]s$/u, '');
    const kind = kindOf(text);
    if (kind === null) return whole;
    verbatim.push({ kind, text });
    return ' '.repeat(whole.length);
  });
  return { verbatim, rest };
}

/**
 * One pass over the marks. A mark that nothing closes takes all that follows: what begins as a quotation is compared
 * against the source, even where a sentence was cut.
 */
function takeQuotations(text: string, verbatim: Verbatim[]): string {
  const kept: string[] = [];
  let open: { readonly at: number; readonly until: string } | null = null;
  let from = 0;
  const takeTo = (start: number, end: number) => {
    const words = text.slice(start, end).trim();
    if (isLetterOrDigit.test(words)) verbatim.push({ kind: 'quotation', text: words });
  };
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    if (open !== null) {
      const closes = open.until.includes(mark) && (mark !== "'" || !isLetterOrDigit.test(text[at + 1] ?? ''));
      if (!closes) continue;
      takeTo(open.at + 1, at);
      kept.push(text.slice(from, open.at), ' '.repeat(at + 1 - open.at));
      from = at + 1;
      open = null;
    } else {
      const until = opens(text, at, mark);
      if (until !== null) open = { at, until };
    }
  }
  if (open !== null && open.until !== "'") {
    takeTo(open.at + 1, text.length);
    kept.push(text.slice(from, open.at));
    from = text.length;
  }
  return kept.join('') + text.slice(from);
}

function opens(text: string, at: number, mark: string): string | null {
  if (mark === "'") {
    // An apostrophe follows a letter; a quotation mark does not, and has a word after it.
    const isOpening = !isLetterOrDigit.test(text[at - 1] ?? '') && isLetterOrDigit.test(text[at + 1] ?? '');
    return isOpening ? "'" : null;
  }
  // Inches.
  if (mark === '"' && /\d/.test(text[at - 1] ?? '')) return null;
  return closing[mark] ?? null;
}

const upperInside = /\p{Ll}\p{Lu}/u;
const digitAfterLetter = /\p{L}\d/u;
/** Of a file, or of a host: there are ends of names as long as `.international`. */
const file = /^[\p{L}\d_-]{1,80}(?:\.[\p{L}\d_-]{1,40}){0,6}\.\p{Ll}[\p{Ll}\d]{1,17}$/u;
const call = /\p{L}\(\)?$/u;

/** What no writer would put in other words. */
function kindOf(text: string): Verbatim['kind'] | null {
  if (!/\p{L}/u.test(text)) return null;
  if (text.includes('://') || text.startsWith('www.')) return 'address';
  if (/\S@\S+\.\S/u.test(text)) return 'address';
  if (/^(?:~|\.{1,2})?[/\\][\p{L}\d_.]/u.test(text) || (text.match(/[/\\]/g)?.length ?? 0) > 1)
    return 'address';
  if (text.includes('_') || text.includes('::') || /^--\p{L}/u.test(text) || /^[@#$]\p{L}/u.test(text))
    return 'code';
  if (upperInside.test(text) || digitAfterLetter.test(text) || call.test(text)) return 'code';
  return file.test(text) && !/^(?:\p{L}\.)+\p{L}?$/u.test(text) ? 'code' : null;
}

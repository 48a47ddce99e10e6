import { markupToMarkdown, ParsingFault, parsingLimits } from '@avow/documents';
import { linesOf, readMarkdownLine, showLinks } from '@avow/text';

/** Markup is longer than its text; anything longer is not converted, and later rejected for its length. */
const markupUnitsMax = 256 * 1024;
const lineBreak = /<br\s{0,8}\/?>/gi;
const element =
  /<\/(?:p|div|span|ul|ol|li|a|b|i|u|em|strong|h[1-6]|table|tr|td|th|blockquote|pre|code)\s{0,8}>/i;
/** Its attributes are read apart: one pattern for both would try every place of the address in every tag. */
const linkStart = /<a\s([^<>]{0,6000})>/gi;
const linkAddress = /\bhref\s{0,8}=\s{0,8}["']((?:https?|mailto):[^"'<>\s]{1,1900})["']/i;

/**
 * Converts an HTML answer to Markdown. Markdown that contains a few tags stays Markdown: only its line breaks are
 * converted.
 */
export function answerToMarkdown(answer: string): string {
  if (!answer.includes('<') || answer.length > markupUnitsMax) return answer;
  const withoutBreaks = answer.replace(lineBreak, '\n');
  if (!element.test(answer)) return withoutBreaks;
  if (isMarkdown(withoutBreaks)) return withoutBreaks;
  try {
    const { text } = markupToMarkdown(keepLinks(answer), { limits: parsingLimits, mainOnly: false });
    return text === '' ? answer : text;
  } catch (error) {
    if (error instanceof ParsingFault) return answer;
    throw error;
  }
}

/** Bold words, links, or lines that begin a heading, a list or code. */
function isMarkdown(text: string): boolean {
  return text.includes('**') || showLinks(text) !== text || Array.from(linesOf(text)).some(beginsBlock);
}

function beginsBlock({ text }: { readonly text: string }): boolean {
  const { kind, quote, indent, mark } = readMarkdownLine(text);
  if (quote !== '' || indent > 0) return false;
  // People type bullets into HTML too.
  return kind === 'heading' || kind === 'fence' || (kind === 'item' && mark !== '•');
}

/** Page parsing drops links, but the links of an answer are part of it. */
function keepLinks(markup: string): string {
  const [first = '', ...others] = markup.split(linkStart);
  let written = first;
  for (let index = 0; index < others.length; index += 2) {
    const [attributes = '', text = ''] = others.slice(index, index + 2);
    const address = linkAddress.exec(attributes)?.[1];
    written += address === undefined ? text : formatLink(address, text);
  }
  return written;
}

function formatLink(address: string, text: string): string {
  const [words = '', ...rest] = text.split(/<\/a\s{0,8}>/i);
  return `[${words}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})${rest.join('')}`;
}

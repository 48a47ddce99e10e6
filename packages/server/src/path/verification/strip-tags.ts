import { superscriptMark } from '@avow/text/sentences';

const breaking =
  /^<\/?(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)\b/iu;
const spacing = /^<\/?(?:td|th)\b/iu;
const opensSuperscript = /^<sup\b/iu;

/** Tags and comments; "<5 days" is neither. */
const tags = /<(?:\/?[a-z][^<>]*|!--[^<>]*--|[!?][^<>]*)>/giu;
/** As far as must be looked at to know what a raised text is: it may be a link. */
const raisedUnitsMax = 200;

/** What stands in place of a tag: words that it keeps apart must not run together. `next` is the text that follows it. */
export function tagSeparator(tag: string, next: string): '\n' | ' ' | '^' | '' {
  if (breaking.test(tag)) return '\n';
  if (spacing.test(tag)) return ' ';
  return opensSuperscript.test(tag) ? superscriptMark(next) : '';
}

/** The words between the tags, in the lines that the tags make. */
export function stripTags(html: string): string {
  const words = html.replace(tags, (tag, at: number) =>
    tagSeparator(tag, html.slice(at + tag.length, at + tag.length + raisedUnitsMax).replace(tags, '')),
  );
  return tidyLines(words, { keepsIndents: /<pre\b/iu.test(html) });
}

/** Without empty lines and spaces at the ends of lines; those at their beginnings mean something only in code. */
export function tidyLines(
  words: string,
  { keepsIndents = false }: { readonly keepsIndents?: boolean } = {},
): string {
  return words
    .split(/\r\n|\n|\r/)
    .map((line) => (keepsIndents ? line.trimEnd() : line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

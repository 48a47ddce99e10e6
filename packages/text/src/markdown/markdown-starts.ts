/** What may begin at one position of a line of Markdown. Each pattern takes linear time. */

const heading = /#{1,6}(?=[ \t]|$)/my;
const rule = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/my;
const underline = /(?:=+|-+)[ \t]*$/my;
const fence = /(?:`{3,}(?=[^`\r\n]*$)|~{3,})/my;
const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/my;
// A tag alone in its line begins a block; an address in angle brackets does not.
const loneTag = /<\/?[a-z][\w-]*(?![\w:@.+-])[^<>\r\n]*>[ \t]*$/imy;
const blockTag =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t>]|\/>|$)/imy;
const htmlWithEnd: ReadonlyArray<readonly [start: RegExp, end: string]> = [
  [/<!--/y, '-->'],
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![a-z]/iy, '>'],
  [/<script(?=[ \t>]|$)/imy, '</script>'],
  [/<pre(?=[ \t>]|$)/imy, '</pre>'],
  [/<style(?=[ \t>]|$)/imy, '</style>'],
  [/<textarea(?=[ \t>]|$)/imy, '</textarea>'],
];

function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? null;
}

/** The level of the heading that begins here, or 0. */
export function headingLevelAt(text: string, offset: number): number {
  return text[offset] === '#' ? (matchAt(heading, text, offset)?.length ?? 0) : 0;
}

/** The heading level that a line of equals signs or dashes gives to the line above, or 0. */
export function underlineLevelAt(text: string, offset: number): number {
  const mark = text[offset];
  if ((mark !== '=' && mark !== '-') || matchAt(underline, text, offset) === null) return 0;
  return mark === '=' ? 1 : 2;
}

export function isRuleAt(text: string, offset: number): boolean {
  return '*-_'.includes(text[offset] ?? ' ') && matchAt(rule, text, offset) !== null;
}

/** The run of marks that opens a fenced block here. */
export function fenceAt(text: string, offset: number): string | null {
  return '`~'.includes(text[offset] ?? ' ') ? matchAt(fence, text, offset) : null;
}

export function listMarkerAt(text: string, offset: number): string | null {
  return matchAt(listMarker, text, offset);
}

/** What ends the block of HTML that begins here; the empty string means a blank line. Null if none begins. */
export function htmlEndAt(
  text: string,
  offset: number,
  { interrupts }: { readonly interrupts: boolean },
): string | null {
  if (text[offset] !== '<') return null;
  for (const [start, end] of htmlWithEnd) if (matchAt(start, text, offset) !== null) return end;
  if (matchAt(blockTag, text, offset) !== null) return '';
  return !interrupts && matchAt(loneTag, text, offset) !== null ? '' : null;
}

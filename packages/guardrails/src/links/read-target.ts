import { unescapeMarks } from '@avow/text/markdown';

/** Entities that matter in an address, or that part one. Those of letters have numbers. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dot: '.',
  equals: '=',
  excl: '!',
  gt: '>',
  lbrack: '[',
  lpar: '(',
  lt: '<',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  quest: '?',
  quot: '"',
  rbrack: ']',
  rpar: ')',
  semi: ';',
  sol: '/',
  tab: '\t',
};

const entityPattern = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,10}));?/gi;

function decodeEntities(text: string): string {
  return text.replace(entityPattern, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
  });
}

/** Browsers pass over line ends and tabs in an address, and over other blanks at its ends. */
function withoutBlanks(target: string): string {
  const joined = target.replace(/[\t\n\r]/g, '');
  let start = 0;
  let end = joined.length;
  while (start < end && isBlank(joined.charCodeAt(start))) start++;
  while (end > start && isBlank(joined.charCodeAt(end - 1))) end--;
  return joined.slice(start, end);
}

function isBlank(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0xfeff;
}

/**
 * The interpretations of a target: as Markdown, where a backslash escapes punctuation, and as HTML, where browsers treat
 * it as a slash. Entities are decoded and white space is removed, as browsers do.
 */
export function readTarget(written: string): readonly string[] {
  const asHtml = withoutBlanks(decodeEntities(written));
  const asMarkdown = withoutBlanks(decodeEntities(unescapeMarks(written)));
  return asHtml === asMarkdown ? [asHtml] : [asMarkdown, asHtml];
}

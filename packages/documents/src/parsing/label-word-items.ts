import { Parser } from 'htmlparser2';
import { limitDepth } from './limit-depth.ts';
import { labelAttribute } from './list-numbers.ts';
import { createWordNumbering, type NumberedParagraph, readNumber } from './word-numbering.ts';

const documentPart = /^word\/document\d*\.xml$/;
const bookmark = 'avow-item-';
const markedItem = /<li><a id="avow-item-(\d{1,9})"><\/a>/g;

export interface WordItems {
  /** Writes the labels into the page that was made of the document. */
  readonly writeLabels: (page: string) => string;
}

/**
 * The library that reads Word documents counts every list from 1 in digits. So the items get bookmarks, which it keeps,
 * and the labels that Word shows are put in their place afterwards.
 */
export function markWordItems(parts: Map<string, Uint8Array>): WordItems {
  const labels: string[] = [];
  const numbering = parts.get('word/numbering.xml');
  if (numbering === undefined) return { writeLabels: (page) => page };
  const label = createWordNumbering({
    numbering: decode(numbering),
    styles: decode(parts.get('word/styles.xml') ?? new Uint8Array()),
  });
  for (const [name, part] of parts)
    if (documentPart.test(name)) {
      const marked = markItems(decode(part), (paragraph) => {
        const text = label(paragraph);
        return text === null ? null : `${bookmark}${labels.push(text) - 1}`;
      });
      if (marked !== null) parts.set(name, new TextEncoder().encode(marked));
    }
  return {
    writeLabels: (page) =>
      page.replace(markedItem, (_, index: string) => {
        const text = (labels[Number(index)] ?? '').replace(/[&"<>]/g, '');
        return `<li ${labelAttribute}="${text}">`;
      }),
  };
}

/** Null if there is nothing to mark. */
function markItems(xml: string, nameItem: (paragraph: NumberedParagraph) => string | null): string | null {
  const written: string[] = [];
  let from = 0;
  let paragraph: NumberedParagraph | null = null;
  /** Within former properties, or within what is there again for older programs. */
  let ignoredDepth = 0;
  const parser: Parser = new Parser(
    limitDepth({
      onopentag: (name, attributes) => {
        const value = attributes['w:val'] ?? '';
        if (isIgnored(name)) ignoredDepth += 1;
        else if (ignoredDepth > 0) return;
        else if (name === 'w:pPr') paragraph = { style: null, list: null, level: null };
        else if (paragraph === null) return;
        else if (name === 'w:pStyle') paragraph.style = value;
        else if (name === 'w:numId') paragraph.list = value;
        else if (name === 'w:ilvl') paragraph.level = readNumber(value);
        // A deleted paragraph is joined to the next one.
        else if (name === 'w:del' || name === 'w:moveFrom') paragraph = null;
      },
      onclosetag: (name) => {
        if (isIgnored(name)) ignoredDepth -= 1;
        if (name !== 'w:pPr' || ignoredDepth > 0 || paragraph === null) return;
        const item = nameItem(paragraph);
        paragraph = null;
        if (item === null) return;
        const end = parser.endIndex + 1;
        written.push(xml.slice(from, end), `<w:bookmarkStart w:id="0" w:name="${item}"/>`);
        from = end;
      },
    }),
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return written.length === 0 ? null : written.join('') + xml.slice(from);
}

function isIgnored(name: string): boolean {
  return name === 'w:pPrChange' || name === 'mc:Choice';
}

function decode(part: Uint8Array): string {
  return new TextDecoder().decode(part);
}

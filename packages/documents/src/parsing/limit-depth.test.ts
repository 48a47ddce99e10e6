import { describe, expect, test } from 'vitest';
import { depthMax } from './limit-depth.ts';
import { parseBytes } from './parse-bytes.ts';
import { parsingLimits } from './parsing-limits.ts';
import {
  docxParts,
  pack,
  pptxParts,
  slideShape,
  wordParagraph,
  xlsxParts,
} from './test-support/write-office-file.ts';

const reason = 'nests elements more than 512 levels deep';
/** Minutes of work, were it read. */
const deep = 200_000;

function nest(levels: number, open: string, close: string, inner: string): string {
  return open.repeat(levels) + inner + close.repeat(levels);
}

async function read(fileName: string, content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const parsed = await parseBytes({ fileName, bytes, limits: parsingLimits });
  return parsed.kind === 'document' ? parsed.text : parsed.kind === 'fault' ? parsed.reason : parsed.kind;
}

describe('the depth of elements', () => {
  test.each([
    ['open blocks', '<div>'.repeat(deep)],
    ['open words', '<b>'.repeat(deep)],
    ['lists', '<ul><li>x'.repeat(deep)],
    ['tables', '<table><tr><td>x'.repeat(deep)],
    ['hidden parts', '<svg>'.repeat(deep)],
    ['wrong ends', '<div>'.repeat(deep) + '</b>'.repeat(deep)],
  ])('refuses a page of nested %s', async (_, page) => {
    expect(await read('a.html', page)).toBe(reason);
  });

  test('refuses it in tables of Markdown and in each part of an Office file', async () => {
    const table = `<table><tr><td>${nest(depthMax, '<b>', '</b>', 'x')}</td></tr></table>`;
    expect(await read('a.md', table)).toBe(reason);
    const cells = nest(depthMax, '<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', wordParagraph('x'));
    expect(await read('a.docx', pack(docxParts(cells)))).toBe(reason);
    const comments = nest(20_000, '<w:p>', '</w:p>', '');
    expect(
      await read('a.docx', pack({ ...docxParts(wordParagraph('x')), 'word/comments.xml': comments })),
    ).toBe(reason);
    const groups = nest(depthMax, '<p:grpSp>', '</p:grpSp>', slideShape(['x']));
    expect(await read('a.pptx', pack(pptxParts([groups])))).toBe(reason);
    const rows = nest(depthMax, '<row>', '</row>', '');
    expect(await read('a.xlsx', pack(xlsxParts([{ name: 'a', rows }])))).toBe(reason);
  });

  test('reads what is nested less deep, and any number of elements beside each other', async () => {
    expect(await read('a.html', nest(depthMax, '<div>', '</div>', 'Words.'))).toBe('Words.');
    expect(await read('a.html', '<p>x</p>'.repeat(5_000))).toHaveLength(5_000 * 3 - 2);
    // Elements that end by themselves or by what follows are not nested.
    expect(await read('a.html', '<p>x<br>'.repeat(1_000))).toContain('x');
  });
});

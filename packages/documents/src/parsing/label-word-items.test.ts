import { describe, expect, test } from 'vitest';
import { docxToMarkdown } from './docx-to-markdown.ts';
import { parsingLimits } from './parsing-limits.ts';
import { docxParts, pack, wordParagraph } from './test-support/write-office-file.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

interface LevelOptions {
  readonly format?: string;
  readonly text?: string;
  readonly start?: number;
  readonly style?: string;
}

function definition(id: number, levels: readonly LevelOptions[]): string {
  const written = levels.map(
    ({ format = 'decimal', text = `%${levels.length}.`, start = 1, style }, at) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${
        style === undefined ? '' : `<w:pStyle w:val="${style}"/>`
      }<w:lvlText w:val="${text}"/></w:lvl>`,
  );
  return `<w:abstractNum w:abstractNumId="${id}">${written.join('')}</w:abstractNum>`;
}

const list = (id: number, from: number, override = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${from}"/>${override}</w:num>`;
const restart = (start: number) =>
  `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>`;
const item = (words: string, id: number, level = 0) =>
  wordParagraph(words, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`);

async function textOf(numbering: string, body: readonly string[], styles = ''): Promise<string> {
  const parts = {
    ...docxParts(body.join('')),
    'word/numbering.xml': `<w:numbering ${namespace}>${numbering}</w:numbering>`,
    'word/styles.xml': `<w:styles ${namespace}>${styles}</w:styles>`,
  };
  return (await docxToMarkdown(pack(parts), parsingLimits)).text;
}

describe('the items of Word lists', () => {
  const plain = definition(0, [{ text: '%1.' }]) + list(1, 0);

  test('are counted on behind a paragraph, unless the list begins anew', async () => {
    const numbering = plain + list(2, 0, restart(1)) + list(3, 0, restart(5));
    const between = wordParagraph('Between.');
    expect(
      await textOf(numbering, [
        item('a', 1),
        item('b', 1),
        between,
        item('c', 1),
        between,
        item('d', 2),
        item('e', 2),
        between,
        item('f', 3),
        item('g', 3),
      ]),
    ).toBe('1. a\n2. b\n\nBetween.\n\n3. c\n\nBetween.\n\n1. d\n2. e\n\nBetween.\n\n5. f\n6. g');
  });

  test('have the label that Word shows', async () => {
    const numbering =
      definition(0, [
        { text: '§ %1', start: 3 },
        { text: '(%2)' },
        { text: '%1.%2.%3', format: 'lowerRoman' },
      ]) +
      list(1, 0) +
      definition(1, [
        { text: '%1)', format: 'lowerLetter', start: 26 },
        { format: 'bullet', text: '·' },
      ]) +
      list(2, 1);
    expect(
      await textOf(numbering, [
        item('a', 1),
        item('b', 1, 1),
        item('c', 1, 2),
        item('d', 1, 1),
        item('e', 1),
        item('f', 1, 1),
        wordParagraph('Between.'),
        item('g', 2),
        item('h', 2, 1),
        item('i', 2),
        item('j', 2),
      ]),
    ).toBe(
      '- § 3 a\n   - (1) b\n      - 3.1.i c\n   - (2) d\n- § 4 e\n   - (1) f\n\nBetween.\n\n- z) g\n   - h\n- aa) i\n- bb) j',
    );
  });

  test('are numbered by their style, or the one that it is based on', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Rule"><w:name w:val="Rule"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>';
    const numbering = definition(0, [{ text: '%1)', style: 'Rule' }]) + list(1, 0);
    const rule = (words: string) => wordParagraph(words, '<w:pStyle w:val="Rule"/>');
    expect(
      await textOf(
        numbering,
        [rule('a'), wordParagraph('Between.', '<w:pStyle w:val="Loop"/>'), rule('b')],
        styles,
      ),
    ).toBe('1) a\n\nBetween.\n\n2) b');
  });

  test('are not counted if they are deleted, or were numbered before', async () => {
    const mark = '<w:rPr><w:del w:id="1" w:author="x"/></w:rPr>';
    const former = `<w:pPrChange w:id="2" w:author="x"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange>`;
    expect(
      await textOf(plain, [
        item('a', 1),
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${mark}</w:pPr></w:p>`,
        wordParagraph('Between.', former),
        item('b', 1),
      ]),
    ).toBe('1. a\n\nBetween.\n\n2. b');
  });

  test('get no label that could be taken for markup', async () => {
    const hostile = definition(0, [{ text: '&lt;b&gt;&quot; # %1' }]) + list(1, 0);
    expect(await textOf(hostile, [item('a', 1)])).toBe('1. a');
    const long = definition(0, [{ text: '%1'.repeat(500), start: 32_767 }]) + list(1, 0);
    expect(await textOf(long, [item('a', 1)])).toBe('1. a');
  });
});

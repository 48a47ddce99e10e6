import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts';

const kindOf: Readonly<Record<string, MarkdownBlock['kind']>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  code: 'code',
  html: 'html',
  thematicBreak: 'rule',
  blockquote: 'quote',
  list: 'list',
  listItem: 'item',
};

/** The blocks as a full parser of Markdown sees them. */
function parsedBlocks(node: Nodes, depth = -1): string[] {
  const kind = kindOf[node.type];
  if (kind === undefined && node.type !== 'root') return [];
  const start = node.position?.start.offset ?? 0;
  const level = node.type === 'heading' ? node.depth : 0;
  const own = kind === undefined ? [] : [`${kind} ${start} ${depth} ${level}`];
  const isLeaf = kind === 'paragraph' || kind === 'heading' || !('children' in node);
  return isLeaf ? own : own.concat(node.children.flatMap((child) => parsedBlocks(child, depth + 1)));
}

const scannedBlocks = (text: string) =>
  [...markdownBlocks(text)].map(({ kind, start, depth, level }) => `${kind} ${start} ${depth} ${level}`);

/** One block as people write it, and the same indented or quoted as part of another. */
const words = fc.constantFrom('Leave is *paid*.', 'two\nlines', '`code` and <b>tags</b>', '漢字 😀');
const simple = fc.oneof(
  words,
  words.map((text) => `| ${text.replaceAll('\n', ' ')} | b |\n|---|---|\n| 1 | 2 |`),
  fc.constantFrom(
    '```js\nx();\n\n# no heading\n```',
    '~~~\n- no list\n~~~',
    '    indented\n\n    code',
    '* * *',
    '---',
  ),
  fc.constantFrom('<div>\n<p>a</p>\n</div>', '<!-- a\n\nb -->', '<details open>', '<https://example.com>'),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), words)
    .map(([level, text]) => `${'#'.repeat(level)} ${text.split('\n')[0]}`),
  words.map((text) => `${text}\n===`),
);
const indented = (text: string, width: number) => text.replaceAll('\n', `\n${' '.repeat(width)}`);
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    simple,
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((inner) => `> ${inner.join('\n\n').replaceAll('\n', '\n> ')}`),
    fc
      .tuple(
        fc.constantFrom('- ', '* ', '1. ', '1) '),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([marker, items]) => items.map((item) => `${marker}${indented(item, marker.length)}`).join('\n')),
  ),
}));

describe('markdownBlocks', () => {
  test('finds the blocks that a full parser finds', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const text = `${blocks.join('\n\n')}\n`;
        expect(scannedBlocks(text)).toEqual(parsedBlocks(fromMarkdown(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['a list goes on after a blank line', '- a\n\n- b\n\n  c\n\nd'],
    ['another marker begins another list', '- a\n* b'],
    ['a number inside a paragraph is a number', 'It was in\n1986. A year.'],
    ['a list may follow a paragraph at once', 'Bring:\n- a\n- b\n1. c'],
    ['lines go on with a quote or an item without its mark', '> a\nb\n- c\nd'],
    ['a fence ends with its item', '- ```\n  x\n\ny'],
    ['tabs indent', '-\ta\n\n\tb\n\n\t- c'],
    ['line ends of all kinds', '# a\r\nb\r\n\r\nc\rd\n'],
    ['a heading without words', '#\n\n##\n'],
    ['an indented line in a paragraph', 'a\n        b\n'],
  ])('%s', (_, text) => {
    expect(scannedBlocks(text)).toEqual(parsedBlocks(fromMarkdown(text)));
  });

  test('takes any text, in order', () => {
    const mark = fc.constantFrom(
      '- ',
      '> ',
      '#',
      '\n',
      '\n\n',
      '  ',
      '\t',
      '```',
      '~~~',
      'a',
      '=',
      '---',
      '<!--',
      '|',
      '1. ',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 60 }), (marks) => {
        const text = marks.join('');
        let previous = 0;
        for (const { start, end } of markdownBlocks(text)) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
          previous = start;
        }
      }),
    );
  });
});

import { expect, it } from 'vitest';
import { type MarkdownNode, readMarkdownTree, type Span } from './markdown-tree.ts';

/** The tree with the words of its spans. */
function shown(text: string, nodes = readMarkdownTree(text)): unknown[] {
  const words = ({ start, end }: Span) => text.slice(start, end);
  return nodes.map((node: MarkdownNode) => {
    if (node.kind === 'rule') return 'rule';
    if (node.kind === 'table') return ['table', ...node.rows.map((row) => row.map(words).join(' / '))];
    if (node.kind === 'item') return ['item', words(node.marker).trim(), ...shown(text, [...node.children])];
    if ('children' in node) return [node.kind, ...shown(text, [...node.children])];
    return [node.kind === 'heading' ? `heading ${node.level}` : node.kind, ...node.lines.map(words)];
  });
}

it('reads headings, paragraphs, code, rules and HTML', () => {
  const text =
    '# Title #\n\nUnder\n=====\n\nOne line\n  and another.\n\n```sh\nls -l\n\nexit\n```\n\n---\n\n<b>bold</b>\n';
  expect(shown(text)).toEqual([
    ['heading 1', 'Title'],
    ['heading 1', 'Under'],
    ['paragraph', 'One line', 'and another.'],
    ['code', 'ls -l', '', 'exit'],
    'rule',
    ['paragraph', '<b>bold</b>'],
  ]);
});

it('reads lists within lists, quotes and tables', () => {
  const text =
    '- one\n  - two\n    more\n- three\n\n1. first\n2. second\n\n> said\n> twice\n\n| a | b |\n|---|:-:|\n| 1 \\| 2 | `x` |\n| 3 | |\n';
  expect(shown(text)).toEqual([
    [
      'list',
      ['item', '-', ['paragraph', 'one'], ['list', ['item', '-', ['paragraph', 'two', 'more']]]],
      ['item', '-', ['paragraph', 'three']],
    ],
    ['list', ['item', '1.', ['paragraph', 'first']], ['item', '2.', ['paragraph', 'second']]],
    ['quote', ['paragraph', 'said', 'twice']],
    ['table', 'a / b', '1 \\| 2 / `x`', '3 / '],
  ]);
});

it('loses no word, however the text is written', () => {
  const parts = [
    'word',
    '# ',
    '> ',
    '- ',
    '1. ',
    '```',
    '\n',
    '\n\n',
    '    ',
    '|',
    '|---|',
    '<i>',
    '**',
    '\t',
    '😀',
  ];
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  for (let run = 0; run < 300; run += 1) {
    const text = Array.from({ length: 40 }, () => parts[next() % parts.length] ?? '').join('');
    const drawn = JSON.stringify(shown(text));
    const count = (source: string) => source.split(/word|😀/).length - 1;
    // The language after a fence is part of its mark.
    const marks = text.split('\n').filter((line) => line.includes('```'));
    expect(count(drawn), text).toBeGreaterThanOrEqual(count(text) - count(marks.join()));
  }
});

import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';
import { codeSpans, replaceCodeSpans } from './code-spans.ts';

function parsedSpans(node: Nodes): string[] {
  if (node.type === 'inlineCode') return [`${node.position?.start.offset} ${node.position?.end.offset}`];
  return 'children' in node ? node.children.flatMap(parsedSpans) : [];
}

it('finds the code that a full parser finds', () => {
  const piece = fc.constantFrom('`', '``', '```', '\\', 'a', ' ', '\n', '\n\n', '*');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      // Words at the beginning of each line: no line begins a block.
      const text = `a ${pieces.join('').replace(/\n(?!\n)/g, '\na ')}`;
      const found = Array.from(codeSpans(text), ({ start, end }) => `${start} ${end}`);
      expect(found).toEqual(parsedSpans(fromMarkdown(text)));
    }),
    { numRuns: 2_000 },
  );
});

it('replaces code, and leaves marks that mark nothing', () => {
  expect(replaceCodeSpans('a `b` ``c`d`` \\`e\\` `f', (code) => `<${code}>`)).toBe('a <b> <c`d> \\`e\\` `f');
});

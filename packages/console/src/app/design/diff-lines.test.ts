import { expect, it } from 'vitest';
import { diffLines, leaveOut } from './diff-lines.ts';

it('counts what is far from any difference, and keeps two lines around it', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const shown = leaveOut(diffLines(before, before.with(10, 'changed')));
  expect(shown.map((line) => (line.kind === 'skipped' ? line.count : `${line.kind} ${line.text}`))).toEqual([
    8,
    'same line 8',
    'same line 9',
    'gone line 10',
    'added changed',
    'same line 11',
    'same line 12',
    7,
  ]);
});

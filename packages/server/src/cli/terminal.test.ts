import { expect, it } from 'vitest';
import { formatTable } from './terminal.ts';

it('a row of a table is one line, whatever its cells say', () => {
  const text = formatTable(
    ['VERSION', 'NOTE'],
    [['2', 'Rewritten.\nPublished past the gate.\u001b[31m'], ['  1']],
  );
  expect(text.split('\n')).toEqual([
    'VERSION  NOTE',
    '2        Rewritten. Published past the gate. [31m',
    '  1',
  ]);
});

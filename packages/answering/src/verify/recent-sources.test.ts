import { expect, it } from 'vitest';
import type { QuotableSource } from './quotable-source.ts';
import { type ReadSource, readQuotableSource } from './read-quotable-source.ts';
import { createRecentSources } from './recent-sources.ts';

const source: QuotableSource = {
  documentId: 'doc_a',
  pack: { packId: 'pack_a', version: 1 },
  ...{ source: 'a.md', title: 'Leave', url: null, context: 'Holidays', number: 1, start: 0 },
  text: 'There are 30 days of leave. Ask early.',
};

function reading(unitsMax = 1000) {
  const recent = createRecentSources<ReadSource>({ unitsMax });
  const asked: QuotableSource[] = [];
  const read = (one: QuotableSource) =>
    recent(one, (given) => {
      asked.push(given);
      return readQuotableSource(given);
    });
  return { read, asked };
}

it('reads the same place of the same version once, whatever its number', () => {
  const { read, asked } = reading();
  const first = read(source);
  const again = read({ ...source, number: 4 });
  expect(asked).toHaveLength(1);
  expect(again).toEqual({ ...first, source: { ...source, number: 4 } });
});

it('reads another pack, version, document, place or wording anew', () => {
  const { read, asked } = reading();
  const others: QuotableSource[] = [
    source,
    { ...source, pack: { packId: 'pack_b', version: 1 } },
    { ...source, pack: { packId: 'pack_a', version: 2 } },
    { ...source, documentId: 'doc_b' },
    { ...source, start: 9 },
    { ...source, text: 'There are 31 days of leave.' },
    { ...source, title: 'Sick leave' },
    { ...source, context: 'Illness' },
  ];
  for (const other of others) expect(read(other)).toEqual(readQuotableSource(other));
  expect(asked).toHaveLength(others.length);
});

it('keeps no more than it may, the latest used longest', () => {
  const { read, asked } = reading(source.text.length * 2);
  const at = (start: number) => read({ ...source, start });
  for (const start of [1, 2, 1, 3, 1]) at(start);
  expect(asked).toHaveLength(3);
  at(2);
  expect(asked).toHaveLength(4);
});

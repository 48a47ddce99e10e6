import { describe, expect, it } from 'vitest';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { createTableCount } from './settle-table.ts';

const table = '| Country | Rate |\n| - | - |\n| Spain | 48 |\n| Italy | 52 |\n| Malta | 40 |';
const source: QuotableSource = {
  ...{ documentId: 'doc_1', pack: { packId: 'pack_1', version: 1 }, source: 'a.md', title: 'A', url: null },
  ...{ number: 1, context: '', text: `Rates a day:\n\n${table}\n\nAsk Kim | Lee.`, start: 0 },
};
const at = (words: string, number = 1) => {
  const start = source.text.indexOf(words);
  return { source: number, start, end: start + words.length, score: 1 };
};
const rowOf = (country: string) => [at('| Country | Rate |'), at(`| ${country} |`)];

function count(...rows: (ReturnType<typeof rowOf> | null)[]) {
  const counted = createTableCount([source]);
  for (const row of rows) counted.take(row);
  return counted;
}

describe('a written table', () => {
  it('is whole with all rows of its source', () => {
    expect(count(rowOf('Spain'), rowOf('Italy'), rowOf('Malta')).end()).toBeNull();
  });

  it('says what it lacks: rows that were not written, and rows that were removed', () => {
    expect(count(rowOf('Spain'), rowOf('Malta')).end()).toEqual({ count: 2, outOf: 3 });
    expect(count(rowOf('Spain'), null, rowOf('Malta')).end()).toEqual({ count: 2, outOf: 3 });
    expect(count(rowOf('Spain'), null).end()).toEqual({ count: 1, outOf: 3 });
  });

  it('of one row is an answer about this row', () => {
    expect(count(rowOf('Spain')).end()).toBeNull();
  });

  it('is compared with what was written if its rows are from no one table', () => {
    const elsewhere = [at('Ask Kim | Lee.')];
    expect(count(rowOf('Spain'), elsewhere).end()).toBeNull();
    expect(count(rowOf('Spain'), elsewhere, null).end()).toEqual({ count: 2, outOf: 3 });
    expect(count([at('Rates a day:')], [at('Rates a day:')]).end()).toBeNull();
    expect(count([at('Rates', 7)], null).end()).toEqual({ count: 1, outOf: 2 });
  });

  it('begins anew after its end, and is nothing without rows', () => {
    const counted = count(rowOf('Spain'), null);
    counted.end();
    expect(counted.end()).toBeNull();
    expect(count(null, null).end()).toBeNull();
  });
});

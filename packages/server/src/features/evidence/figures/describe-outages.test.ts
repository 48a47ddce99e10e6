import { expect, it } from 'vitest';
import type { FoundOutages, Outage } from '../../outages/outages.ts';
import { describeOutages } from './describe-outages.ts';
import { createFigureBook } from './figure-book.ts';

const outage = (kind: Outage['kind'], fromMs: number, untilMs: number | null): Outage => ({
  ...{ kind, fromMs, untilMs, host: 'alpha', subject: kind === 'model' ? 'a/b' : '', cause: '', refused: 7 },
});

function describe({ outages, knownSinceMs }: FoundOutages) {
  const book = createFigureBook();
  const period = { fromMs: 1000, untilMs: 9000 };
  describeOutages(book, { outages, knownSinceMs }, { period, nowMs: 8000 });
  const said = (key: string) => book.figures.find((one) => one.key === `outages.${key}`)?.value;
  return { said, book };
}

it('says how often and how long something was away in the part of the period that is known', () => {
  const { said, book } = describe({
    outages: [
      outage('lost', 7500, null),
      outage('overload', 6000, 6500),
      outage('node_lost', 5000, 5000),
      outage('model', 4000, 4600),
      outage('records', 3000, 3050),
      outage('stopped', 2500, 2600),
      outage('lost', 1500, 2200),
    ],
    knownSinceMs: 2000,
  });
  expect(said('known_ms')).toBe(6000);
  expect(['unplanned', 'nodes', 'models', 'records'].map(said)).toEqual([2, 1, 1, 1]);
  const times = ['unplanned_ms', 'planned_ms', 'models_ms', 'records_ms', 'overload_ms'];
  expect(times.map(said)).toEqual([700, 100, 600, 50, 500]);
  const [table] = book.tables;
  expect(table?.rows).toHaveLength(7);
  expect(table?.rows[0]?.slice(0, 2)).toEqual(['1970-01-01T00:00:07.500Z', 'goes on']);
  expect(table?.rows[3]?.[3]).toBe('a/b');
  // Of how much others were refused, a tenant hears nothing.
  expect(JSON.stringify(book)).not.toContain('7 ');
});

it('says that nothing is known of a time before processes noted anything', () => {
  for (const knownSinceMs of [null, 8000, 20_000]) {
    const { said, book } = describe({ outages: [], knownSinceMs });
    expect(['known_ms', 'unplanned', 'unplanned_ms', 'overload_ms'].map(said)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(book.tables[0]?.rows).toEqual([]);
  }
});

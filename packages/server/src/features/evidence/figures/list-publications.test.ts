import type { LogEntry } from '@avow/ledger-log/entries';
import { expect, it } from 'vitest';
import { createFigureBook } from './figure-book.ts';
import { listPublications, type PackHistory } from './list-publications.ts';

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const entry = (state: string, day: number, version?: string): LogEntry => ({
  ...{ kind: 'pack', tenantId: 'ten_1', subject: 'pack_1', state, time: at(day), actor: 'usr_1' },
  ...{ details: version === undefined ? [] : [['version', version]], commitments: [] },
});
const evaluation = (day: number): PackHistory['evaluations'][number] => ({
  ...{ evaluationId: `evl_${day}`, packId: 'pack_1', subject: { version: 1, draftRevision: 2 } },
  ...{ conditions: 'x', rightCount: 9, questionCount: 10, createdAtMs: Date.parse(at(day)), createdBy: null },
});

it('says of each publication of the period whether it had a gate and an evaluation before', () => {
  const book = createFigureBook();
  const history: PackHistory = {
    ...{ packId: 'pack_1', name: 'Handbook' },
    events: [
      entry('published', 2, '1'),
      entry('published', 6, '2'),
      entry('retired', 7, '1'),
      entry('published', 9, '3'),
      entry('published', 20, '4'),
    ],
    gates: [entry('gate_set', 5), entry('gate_removed', 8)],
    evaluations: [evaluation(1), evaluation(7)],
  };
  listPublications(book, [history], { from: at(3), until: at(20) });
  const figureOf = (key: string) => book.figures.find((one) => one.key === key);
  expect(figureOf('publications.total')?.value).toBe(2);
  expect(figureOf('publications.gated')).toMatchObject({ hits: 1, total: 2 });
  expect(figureOf('publications.evaluated')).toMatchObject({ hits: 1, total: 2 });
  expect(book.tables[0]?.rows).toEqual([
    [at(9), 'Handbook', '3', 'usr_1', 'no', 'evl_7', '9 of 10 (90 %)'],
    [at(6), 'Handbook', '2', 'usr_1', 'yes', 'none', ''],
  ]);
});

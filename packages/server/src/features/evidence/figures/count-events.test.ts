import type { LogEntry } from '@avow/ledger-log/entries';
import { describe, expect, it } from 'vitest';
import { countEvents } from './count-events.ts';
import { createFigureBook } from './figure-book.ts';

const entry = (kind: string, state: string, changes: Partial<LogEntry> = {}): LogEntry => ({
  ...{ kind, state, tenantId: 'ten_1', subject: 'msg_1', time: '2026-01-02T03:04:05.678Z', actor: 'usr_1' },
  ...{ details: [], commitments: [], ...changes },
});

function bookOf(entries: readonly LogEntry[]) {
  const book = createFigureBook();
  const count = countEvents();
  for (const one of entries) count.visit(one);
  count.write(book);
  return {
    figure: (key: string) => book.figures.find((one) => one.key === key) ?? expect.fail(key),
    table: (key: string) => book.tables.find((one) => one.key === key),
  };
}

describe('the count of events on the log', () => {
  it('says who accessed records, how, and for which purpose', () => {
    const { figure, table } = bookOf([
      entry('access', 'read', { details: [['purpose', 'complaint 12']] }),
      entry('access', 'read'),
      entry('access', 'read', { actor: 'operator', details: [['what', 'listMessages']] }),
    ]);
    expect(figure('access.total').value).toBe(3);
    expect(figure('access.actors').value).toBe(2);
    expect(figure('access.with_purpose')).toMatchObject({ hits: 1, total: 3 });
    expect(table('access_by_actor')?.rows).toEqual([
      ['usr_1', 2],
      ['operator', 1],
    ]);
    expect(table('access_by_kind')?.rows).toContainEqual(['read: listMessages', 1]);
    expect(table('access_by_purpose')?.rows).toEqual([['complaint 12', 1]]);
  });

  it('lists what changes answers or rights, and counts erasures and failed sign-ins apart', () => {
    const { figure, table } = bookOf([
      entry('policy', 'set', { actor: '' }),
      entry('pack', 'published', { subject: 'pack_1' }),
      entry('erasure', 'erased'),
      entry('expiry', 'content_expired'),
      entry('session', 'signed_in'),
      entry('session', 'sign_in_failed'),
    ]);
    expect(figure('changes.total').value).toBe(2);
    expect(figure('changes.policy').value).toBe(1);
    expect(figure('erasure.messages').value).toBe(1);
    expect(figure('retention.expiries').value).toBe(1);
    expect(figure('access.sign_ins_failed')).toMatchObject({ hits: 1, total: 2 });
    expect(table('changes')?.rows.map((row) => row.slice(1))).toEqual([
      ['guardrail policies', 'set', 'msg_1', 'the service'],
      ['content packs', 'published', 'pack_1', 'usr_1'],
    ]);
    expect(table('access_by_purpose')).toBeUndefined();
  });
});

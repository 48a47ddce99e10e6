import { describe, expect, it } from 'vitest';
import type { MessageFacts } from '../../insights/insight-store.ts';
import { countMessages } from './count-messages.ts';
import { createFigureBook, tableRowsMax } from './figure-book.ts';

const base: MessageFacts = {
  ...{
    messageId: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
    createdAtMs: Date.UTC(2026, 0, 2, 23, 59),
    status: 'delivered',
  },
  ...{ band: 'high', confidenceScore: 0.9, sourceType: 'document', channelType: 'chat', timeMs: 3 },
  ...{ modelTier: 0, routingSource: 'retrieval', isDegraded: false, findings: [], audience: [] },
};
const found = (did: 'flag' | 'redact' | 'block' | 'failed', isShadow = false) => ({
  findings: [{ guardrailId: 'grd_1', name: 'Phones', did, isShadow }],
});

function bookOf(messages: readonly Partial<MessageFacts>[]) {
  const book = createFigureBook();
  const count = countMessages();
  for (const changes of messages) count.visit({ ...base, ...changes });
  count.write(book);
  return {
    figure: (key: string) => book.figures.find((one) => one.key === key) ?? expect.fail(key),
    table: (key: string) => book.tables.find((one) => one.key === key) ?? expect.fail(key),
  };
}

describe('the count of messages', () => {
  it('has each message under one outcome, with its interval', () => {
    const { figure, table } = bookOf([
      {},
      { modelTier: 2 },
      { sourceType: 'none', band: 'none' },
      { status: 'blocked', band: 'none', sourceType: 'none' },
      { status: 'failed', band: 'none', isDegraded: true, channelType: 'web' },
      { status: 'cancelled', createdAtMs: base.createdAtMs + 120_000 },
    ]);
    expect(figure('messages.total').value).toBe(6);
    expect(figure('messages.answered')).toMatchObject({ hits: 2, total: 6, value: 2 / 6 });
    for (const outcome of ['declined', 'blocked', 'failed', 'cancelled', 'degraded'])
      expect(figure(`messages.${outcome}`)).toMatchObject({ hits: 1, total: 6 });
    expect(figure('messages.failed').low).toBeLessThan(1 / 6);
    expect(figure('answers.by_language_model')).toMatchObject({ hits: 1, total: 2 });
    expect(table('messages_by_day').rows).toEqual([
      ['2026-01-02', 2, 1, 1, 1, 0],
      ['2026-01-03', 0, 0, 0, 0, 1],
    ]);
    expect(table('messages_by_channel').rows).toContainEqual(['web', 0, 0, 0, 1, 0]);
  });

  it('counts what enforced guardrails did apart from those in shadow mode', () => {
    const { figure, table } = bookOf([
      found('redact'),
      found('block'),
      found('block', true),
      found('failed'),
    ]);
    expect(figure('guardrails.findings').value).toBe(2);
    expect(figure('guardrails.not_run').value).toBe(1);
    const { findings } = found('redact');
    const twice = bookOf([{ findings: [...findings, ...findings] }]).table('guardrails').rows[0];
    expect(twice?.slice(3, 7)).toEqual([2, 0, 0, 1]);
    expect(figure('guardrails.all_ran').value).toBe(false);
    expect(table('guardrails').rows.map((row) => row.slice(0, 8))).toEqual([
      ['Phones', 'enforce', 0, 1, 1, 1, 3, '75 %'],
      ['Phones', 'shadow', 0, 0, 1, 0, 1, '25 %'],
    ]);
  });

  it('says that shares of nothing are unknown', () => {
    const { figure } = bookOf([]);
    expect(figure('messages.failed')).toMatchObject({ value: null, low: null });
    expect(figure('guardrails.all_ran').value).toBeNull();
  });

  it('keeps tables and names within their limits', () => {
    const channels = Array.from({ length: 4_100 }, (_, number) => ({ channelType: `channel-${number}` }));
    const { table } = bookOf(channels);
    const { rows, omitted } = table('messages_by_channel');
    expect([rows.length, omitted]).toEqual([tableRowsMax, 4_001 - tableRowsMax]);
  });
});

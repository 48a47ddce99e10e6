import type { StoredGuarantee } from '@avow/answering/guarantee';
import { newId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { AnswerDraw, DrawnAnswer } from '../guarantee/guarantee-store.ts';

const by = newId('key', sampleTimeMs);

function sampleDraw(createdAtMs: number, count: number): AnswerDraw {
  return {
    ...{ drawId: newId('drw', createdAtMs), model: 'avow-confidence-1', calibration: 3 },
    content: {
      ...{ wrongMax: 0.05, attempt: 1, fromMs: 1, untilMs: 2, answers: 9, high: 4, scores: [0, 9] },
      ...{ lines: [{ line: 0.75, answers: 9 }], count, drawnAbove: [count] },
    },
    ...{ createdAtMs, createdBy: by },
  };
}

export const sampleGuarantee: Omit<StoredGuarantee, 'revision'> = {
  ...{ state: 'in_force', cause: null, drawId: newId('drw', sampleTimeMs) },
  ...{ model: 'avow-confidence-1', calibration: null },
  content: {
    ...{ line: 0.75, wrongMax: 0.05, level: 0.95, answers: 60, wrong: 0, wrongAtMost: 0.04 },
    ...{ fromMs: 1, untilMs: 2, scores: [1, 2], highBefore: 7, highAfter: 6 },
  },
  ...{ createdAtMs: sampleTimeMs, createdBy: by },
};

export function describeGuarantees(get: () => OpenedStore): void {
  it('keeps draws, and what was found of their answers', async () => {
    const { feedback, access, records } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const messages = [sampleMessage(), sampleMessage(), sampleMessage()];
    for (const message of messages) await records.finishMessage(tenantId, message, nothingElse);
    const drawn = messages.map(
      ({ messageId, createdAtMs }, position): DrawnAnswer => ({
        ...{ messageId, score: 0.8125, band: 'high', position, askedAtMs: createdAtMs, isRight: null },
      }),
    );
    const draw = sampleDraw(sampleTimeMs, 3);
    const { drawId } = draw;
    expect(await feedback.currentDraw(tenantId)).toBeNull();
    await feedback.putDraw(tenantId, draw, drawn);
    expect(await feedback.currentDraw(tenantId)).toEqual(draw);
    expect(await feedback.currentDraw(other)).toBeNull();
    expect(await feedback.listDrawn(tenantId, drawId, 9)).toEqual(drawn);
    expect(await feedback.countDraws(tenantId, 0)).toBe(0);
    const check = (messageId: DrawnAnswer['messageId'], isRight: boolean, of = drawId) =>
      feedback.putCheck(tenantId, { ...{ drawId: of, messageId, isRight, by }, atMs: sampleTimeMs + 1 });
    const [first, second, third] = messages.map(({ messageId }) => messageId) as [
      `msg_${string}`,
      `msg_${string}`,
      `msg_${string}`,
    ];
    expect(await check(second, false)).toBe(true);
    expect(await check(second, true)).toBe(true);
    expect(await check(third, false)).toBe(true);
    expect(await check(newId('msg', sampleTimeMs), true)).toBe(false);
    expect((await feedback.listDrawn(tenantId, drawId, 9)).map(({ isRight }) => isRight)).toEqual([
      ...[null, true, false],
    ]);
    expect(await feedback.listDrawn(other, drawId, 9)).toEqual([]);
    expect(await feedback.countDraws(tenantId, 0)).toBe(1);
    expect(await feedback.countDraws(tenantId, sampleTimeMs)).toBe(0);
    expect(await feedback.listChecked(tenantId, sampleTimeMs, 9)).toHaveLength(2);
    expect(await feedback.listChecked(tenantId, sampleTimeMs + 1, 9)).toEqual([]);
    // Only the newest is checked.
    await feedback.putDraw(tenantId, sampleDraw(sampleTimeMs + 5, 0), []);
    expect(await check(first, true)).toBe(false);
  });

  it('numbers guarantees by tenant, and the last says what holds; all is on the log', async () => {
    const { feedback, access, log } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    expect(await feedback.currentGuarantee(tenantId)).toBeNull();
    expect(await feedback.putGuarantee(tenantId, sampleGuarantee)).toBe(1);
    const lapsed = { ...sampleGuarantee, state: 'lapsed', cause: 'checked_wrong', createdBy: null } as const;
    expect(await feedback.putGuarantee(tenantId, lapsed)).toBe(2);
    expect(await feedback.currentGuarantee(tenantId)).toEqual({ revision: 2, ...lapsed });
    expect(await feedback.listGuarantees(tenantId, 9)).toEqual([
      { revision: 2, ...lapsed },
      { revision: 1, ...sampleGuarantee },
    ]);
    expect(await feedback.currentGuarantee(other)).toBeNull();
    await feedback.putDraw(other, sampleDraw(sampleTimeMs, 0), []);
    const eventsOf = async (of: typeof tenantId) => {
      const page = { before: null, limit: 20 } as const;
      const entries = await log.listLogEvents(of, { kind: 'calibration' }, page);
      return entries.map(({ text }) => parseEntry(text)).map(({ state }) => state);
    };
    expect(await eventsOf(tenantId)).toEqual(['lapsed', 'in_force']);
    expect(await eventsOf(other)).toEqual(['drawn']);
  });
}

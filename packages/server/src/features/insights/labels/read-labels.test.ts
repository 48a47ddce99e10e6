import { insightLimits } from '@avow/contract';
import { createYielder } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { Label } from '../../records/record-store.ts';
import { readLabels } from './read-labels.ts';

const weekMs = 7 * 86_400_000;
const { labelsPerWeekMax } = insightLimits;

function labelOf(askedAtMs: number): Label {
  return {
    messageId: `msg_${String(askedAtMs).padStart(12, '0')}`,
    ...{ origin: 'feedback', ...{ callerId: 'key_1', isFromVisitor: false }, author: 'key_1', isRight: true },
    evidence: { method: 'extractive', toolScore: 0.7, features: {} },
    ...{ score: 0.7, band: 'medium', askedAtMs, labelledAtMs: askedAtMs },
  };
}

/** This many labels, a millisecond apart, from each of these times on; newest first. */
function storeOf(counts: ReadonlyArray<readonly [fromMs: number, count: number]>) {
  const all = counts
    .flatMap(([fromMs, count]) => Array.from({ length: count }, (_, at) => labelOf(fromMs + at)))
    .reverse();
  return {
    listLabels: async (
      _tenant: string,
      { askedFromMs = 0, askedBeforeMs = 0 }: { askedFromMs?: number; askedBeforeMs?: number },
      limit: number,
    ) => all.filter(({ askedAtMs }) => askedAtMs >= askedFromMs && askedAtMs < askedBeforeMs).slice(0, limit),
  };
}

const read = (...counts: ReadonlyArray<readonly [number, number]>) =>
  readLabels(storeOf(counts), 'ten_1', { fromMs: 0, untilMs: 2 * weekMs }, createYielder());

it('reads the newest labels of each week, most recently asked first, and reports whether there are more', async () => {
  const all = await read([5, labelsPerWeekMax], [weekMs, 2]);
  expect(all.isTruncated).toBe(false);
  expect(all.labels).toHaveLength(labelsPerWeekMax + 2);
  expect(all.labels[0]?.askedAtMs).toBe(weekMs + 1);
  const cut = await read([5, labelsPerWeekMax + 1], [weekMs, 2]);
  expect(cut.isTruncated).toBe(true);
  expect(cut.labels).toHaveLength(labelsPerWeekMax + 2);
  expect(cut.labels.at(-1)?.askedAtMs).toBe(6);
});

import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startDrawing } from './draw-sample.ts';
import type { DrawableRecord } from './sample-store.ts';

const seed = 'ab'.repeat(32);

function recordsOf(count: number, changes: (at: number) => Partial<DrawableRecord> = () => ({})) {
  return Array.from({ length: count }, (_, at): DrawableRecord => {
    const leafHash = hash('sha256', `leaf ${at}`, 'hex');
    const messageId = `msg_${String(at).padStart(5, '0')}` as const;
    return {
      messageId,
      leafHash,
      confidenceScore: 0.5,
      guardrailIds: [],
      isContradicted: false,
      ...changes(at),
    };
  });
}

function draw(
  given: Omit<Parameters<typeof startDrawing>[0], 'seed'> & { seed?: string },
  records: readonly DrawableRecord[],
  page = 7,
) {
  const drawing = startDrawing({ seed, ...given });
  for (let at = 0; at < records.length; at += page) drawing.add(records.slice(at, at + page));
  return { population: drawing.population(), drawn: drawing.finish() };
}

describe('at random', () => {
  it('[CON-12-39] draws what anybody finds by the seed and the leaves, however they are read', () => {
    const records = recordsOf(3_000);
    const place = ({ leafHash }: DrawableRecord) =>
      hash('sha256', Buffer.from(`${seed}${leafHash}`, 'hex'), 'hex');
    const expected = [...records].sort((one, other) => (place(one) < place(other) ? -1 : 1)).slice(0, 40);
    const { population, drawn } = draw({ method: 'random', size: 40 }, records);
    expect(population).toBe(3_000);
    expect(drawn).toEqual(expected.map(({ messageId }) => ({ messageId, reason: 'random' })));
    expect(draw({ method: 'random', size: 40 }, records.toReversed(), 500).drawn).toEqual(drawn);
    expect(draw({ method: 'random', size: 40, seed: 'cd'.repeat(32) }, records).drawn).not.toEqual(drawn);
  });

  it('draws each record about as often', () => {
    const records = recordsOf(20);
    const counts = new Map<string, number>();
    for (let round = 0; round < 2_000; round += 1)
      for (const { messageId } of draw(
        { method: 'random', size: 5, seed: hash('sha256', `${round}`, 'hex') },
        records,
      ).drawn)
        counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
    // 500 each; six standard deviations are 116.
    for (const { messageId } of records)
      expect(Math.abs((counts.get(messageId) ?? 0) - 500)).toBeLessThan(120);
  });

  it('draws all if there are fewer, and none twice', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (count, size, page) => {
          const { drawn } = draw({ method: 'random', size }, recordsOf(count), page);
          expect(new Set(drawn.map(({ messageId }) => messageId)).size).toBe(Math.min(count, size));
        },
      ),
    );
  });
});

it('by risk: what feedback contradicts, then what guardrails found, then the lowest confidence', () => {
  const records = recordsOf(100, (at) => ({
    confidenceScore: 1 - at / 100,
    isContradicted: at === 3 || at === 4,
    guardrailIds: at === 4 || at === 10 ? ['grd_1'] : [],
  }));
  const { drawn } = draw({ method: 'risk', size: 5 }, records);
  expect(drawn.map(({ messageId, reason }) => [Number(messageId.slice(4)), reason])).toEqual([
    [4, 'contradicted'],
    [3, 'contradicted'],
    [10, 'flagged'],
    [99, 'low_confidence'],
    [98, 'low_confidence'],
  ]);
});

it('by guardrail: as many of each as there are, and no record twice', () => {
  const records = recordsOf(100, (at) => ({
    guardrailIds: [...(at % 2 === 0 ? ['grd_often'] : []), ...(at < 3 ? ['grd_seldom'] : [])],
  }));
  const { population, drawn } = draw({ method: 'guardrail', size: 12 }, records);
  expect(population).toBe(100);
  const of = (reason: string) => drawn.filter((one) => one.reason === reason);
  expect(drawn).toHaveLength(12);
  expect(of('grd_often').length).toBeGreaterThanOrEqual(9);
  expect(of('grd_seldom').length).toBeGreaterThanOrEqual(1);
  expect(new Set(drawn.map(({ messageId }) => messageId)).size).toBe(12);
  expect(draw({ method: 'guardrail', size: 100 }, records).drawn).toHaveLength(51);
});

import { describe, expect, it } from 'vitest';
import type { Label } from '../interfaces/learning-store.ts';
import { settleLabels } from './settle-labels.ts';

function label(author: string, isRight: boolean, labelledAtMs: number): Label {
  return {
    messageId: 'msg_1',
    origin: 'feedback',
    author,
    isRight,
    evidence: { way: 'read', toolScore: 0.7, features: {} },
    score: 0.7,
    band: 'medium',
    askedAtMs: 1,
    labelledAtMs,
  };
}

describe('labels of one answer', () => {
  it('most are believed', () => {
    const labels = [label('ann', false, 3), label('ben', true, 2), label('cem', true, 1)];
    expect(settleLabels(labels)).toEqual([
      { messageId: 'msg_1', isRight: true, score: 0.7, band: 'medium', way: 'read', askedAtMs: 1 },
    ]);
  });

  it('where they are as many, the last word counts, in whatever order they come', () => {
    const labels = [label('ann', false, 3), label('ben', true, 2)];
    expect(settleLabels(labels)[0]?.isRight).toBe(false);
    expect(settleLabels(labels.toReversed())[0]?.isRight).toBe(false);
  });

  it('keeps answers apart', () => {
    const other = { ...label('ann', true, 1), messageId: 'msg_2' } as const;
    expect(settleLabels([label('ann', false, 1), other]).map(({ isRight }) => isRight)).toEqual([
      false,
      true,
    ]);
    expect(settleLabels([])).toEqual([]);
  });
});

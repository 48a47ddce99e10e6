import { describe, expect, it } from 'vitest';
import type { Label } from '../../records/record-store.ts';
import { resolveLabels } from './resolve-labels.ts';

function label(author: string, isRight: boolean, labelledAtMs: number): Label {
  return {
    messageId: 'msg_1',
    origin: 'feedback',
    ...{ callerId: 'key_1', isFromVisitor: false },
    author,
    isRight,
    evidence: { method: 'extractive', toolScore: 0.7, features: {} },
    score: 0.7,
    band: 'medium',
    askedAtMs: 1,
    labelledAtMs,
  };
}

describe('resolveLabels', () => {
  it('follows the majority', () => {
    const labels = [label('ann', false, 3), label('ben', true, 2), label('cem', true, 1)];
    expect(resolveLabels(labels)).toEqual([
      {
        messageId: 'msg_1',
        isRight: true,
        score: 0.7,
        band: 'medium',
        method: 'extractive',
        askedAtMs: 1,
        isByVisitors: false,
      },
    ]);
  });

  it('follows the newest label in a tie, in any order', () => {
    const labels = [label('ann', false, 3), label('ben', true, 2)];
    expect(resolveLabels(labels)[0]?.isRight).toBe(false);
    expect(resolveLabels(labels.toReversed())[0]?.isRight).toBe(false);
  });

  it('resolves each answer separately', () => {
    const other = { ...label('ann', true, 1), messageId: 'msg_2' } as const;
    expect(resolveLabels([label('ann', false, 1), other]).map(({ isRight }) => isRight)).toEqual([
      false,
      true,
    ]);
    expect(resolveLabels([])).toEqual([]);
  });

  it('prefers everybody else’s word to that of visitors, which counts alone', () => {
    const visitor = (at: number) => ({ ...label(`v${at}`, false, at), isFromVisitor: true });
    expect(resolveLabels([visitor(8), visitor(9), label('ann', true, 1)])).toMatchObject([
      { isRight: true, isByVisitors: false },
    ]);
    expect(resolveLabels([visitor(8)])).toMatchObject([{ isRight: false, isByVisitors: true }]);
  });
});

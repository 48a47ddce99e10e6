import type { Evidence } from '@avow/answering';
import { describe, expect, it } from 'vitest';
import { labelRow } from './recorded-answers.ts';

const evidence: Evidence = { method: 'generative_tier_1', toolScore: 1, features: {} };
const row = { id: 'mdn/own/a', corpus: 'mdn', mark: 'right', answerable: true, evidence } as const;

describe('labelRow', () => {
  it('is right if it has every fact, and helps with some of them', () => {
    expect(labelRow(row, true)).toMatchObject({
      ...{ part: 'fit', isUnseen: false, given: { evidence, isRight: true, helps: true } },
    });
    expect(labelRow({ ...row, mark: 'partly' }, false)).toMatchObject({
      ...{ part: 'report', given: { isRight: false, helps: true } },
    });
    expect(labelRow({ ...row, mark: 'wrong' }, false).given).toMatchObject({ isRight: false, helps: false });
  });

  it('is none where another tier answered, or none did', () => {
    expect(labelRow({ ...row, evidence: null }, true).given).toBeNull();
    expect(labelRow({ ...row, evidence: { ...evidence, method: 'extractive' } }, true).given).toBeNull();
  });

  it('is unseen if the question is by another hand', () => {
    expect(labelRow({ ...row, id: 'mdn/asked/a' }, false).isUnseen).toBe(true);
  });
});

import type { QuotedDraft } from '@avow/answering';
import { describe, expect, it } from 'vitest';
import { shownInput } from './guard-draft.ts';

const judgement = { model: 'judge', supported: 0.1, contradicted: 0, sentenceContradicted: 0, claimCount: 1 };
const draft = {
  ...{ kind: 'quoted', sourceType: 'document', lead: '', judgement, support: [] },
  found: { kind: 'read', probability: 0.9, features: {} },
} as const satisfies QuotedDraft;

function answersOf(given: QuotedDraft): number | undefined {
  const shown = { text: 'A.', quotes: [], citations: [] };
  return shownInput({ draft: given, stored: [], shown, question: 'Q?' }).judgement?.answers;
}

describe('shownInput', () => {
  it('says how likely an answer that was read answers its question, whatever the judge says of its words', () => {
    expect(answersOf(draft)).toBeGreaterThan(0.8);
    expect(answersOf({ ...draft, found: { ...draft.found, probability: 0.62 } })).toBeLessThan(0.5);
  });

  it('believes the judge of a yes or no', () => {
    const lead = 'No.';
    const found = { ...draft.found, probability: 0.5 };
    expect(answersOf({ ...draft, found, lead, judgement: { ...judgement, supported: 0.8 } })).toBe(0.8);
  });

  it('says nothing of answers that were not judged, were written by people or were found by words', () => {
    expect(answersOf({ ...draft, judgement: null })).toBeUndefined();
    expect(answersOf({ ...draft, sourceType: 'qna' })).toBeUndefined();
  });
});

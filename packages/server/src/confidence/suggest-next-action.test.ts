import {
  bands,
  blockedReasons,
  type NextAction,
  type NoAnswerCause,
  nextActions,
  noAnswerCauses,
} from '@avow/contract';
import { describe, expect, it } from 'vitest';
import type { Situation } from './scoring.ts';
import { suggestNextAction } from './suggest-next-action.ts';

const sourceTypes = ['qna', 'document', 'mixed'] as const;

/** Every combination there is, with what is to be done. */
const without = (cause: NoAnswerCause, askedBefore: boolean, hasRelated: boolean) =>
  ({ kind: 'not_covered', cause, askedBefore, hasRelated }) as const;
const notCovered: ReadonlyArray<readonly [Situation, NextAction]> = [
  ...[true, false].flatMap((askedBefore) =>
    [true, false].flatMap((hasRelated) => [
      [without('no_knowledge', askedBefore, hasRelated), 'escalate_to_human'] as const,
      [without('ambiguous', askedBefore, hasRelated), 'ask_clarification'] as const,
      [without('access_restricted', askedBefore, hasRelated), 'request_access'] as const,
    ]),
  ),
  ...[true, false].flatMap((hasRelated) => [
    [without('language_not_served', false, hasRelated), 'rephrase'] as const,
    [without('language_not_served', true, hasRelated), 'escalate_to_human'] as const,
  ]),
  [without('nothing_found', false, false), 'rephrase'],
  [without('nothing_found', false, true), 'review_citations'],
  [without('nothing_found', true, false), 'escalate_to_human'],
  [without('nothing_found', true, true), 'escalate_to_human'],
  [without('below_risk_level', false, false), 'rephrase'],
  [without('below_risk_level', false, true), 'review_citations'],
  [without('below_risk_level', true, false), 'escalate_to_human'],
  [without('below_risk_level', true, true), 'escalate_to_human'],
];
const table: ReadonlyArray<readonly [Situation, NextAction]> = [
  [{ kind: 'answered', band: 'high', sourceType: 'qna' }, 'use_answer'],
  [{ kind: 'answered', band: 'high', sourceType: 'document' }, 'use_answer'],
  [{ kind: 'answered', band: 'high', sourceType: 'mixed' }, 'use_answer'],
  [{ kind: 'answered', band: 'medium', sourceType: 'qna' }, 'use_answer'],
  [{ kind: 'answered', band: 'medium', sourceType: 'document' }, 'review_citations'],
  [{ kind: 'answered', band: 'medium', sourceType: 'mixed' }, 'review_citations'],
  [{ kind: 'answered', band: 'low', sourceType: 'qna' }, 'review_citations'],
  [{ kind: 'answered', band: 'low', sourceType: 'document' }, 'review_citations'],
  [{ kind: 'answered', band: 'low', sourceType: 'mixed' }, 'review_citations'],
  [{ kind: 'answered', band: 'none', sourceType: 'qna' }, 'review_citations'],
  [{ kind: 'answered', band: 'none', sourceType: 'document' }, 'review_citations'],
  [{ kind: 'answered', band: 'none', sourceType: 'mixed' }, 'review_citations'],
  ...notCovered,
  [{ kind: 'blocked', reason: 'pii' }, 'rephrase'],
  [{ kind: 'blocked', reason: 'secrets' }, 'rephrase'],
  [{ kind: 'blocked', reason: 'prompt_injection' }, 'stop'],
  [{ kind: 'blocked', reason: 'unsafe_content' }, 'stop'],
  [{ kind: 'blocked', reason: 'policy' }, 'stop'],
  [{ kind: 'blocked', reason: 'out_of_scope' }, 'stop'],
  [{ kind: 'blocked', reason: 'ungrounded' }, 'escalate_to_human'],
  [{ kind: 'blocked', reason: 'guardrail_unavailable' }, 'retry_later'],
  [{ kind: 'pending' }, 'retry_later'],
  [{ kind: 'in_review' }, 'retry_later'],
  [{ kind: 'cancelled' }, 'stop'],
  [{ kind: 'failed' }, 'retry_later'],
];

describe('suggestNextAction', () => {
  it.each(table)('[CON-3-38] for %j suggests %s', (situation, action) => {
    expect(suggestNextAction(situation)).toBe(action);
  });

  it('[CON-3-38] [CON-3-39] has every combination of outcome and cause in its table, once', () => {
    const all: Situation[] = [
      ...bands.flatMap((band) =>
        sourceTypes.map((sourceType) => ({ kind: 'answered', band, sourceType }) as const),
      ),
      ...noAnswerCauses.flatMap((cause) =>
        [false, true].flatMap((askedBefore) =>
          [false, true].map((hasRelated) => without(cause, askedBefore, hasRelated)),
        ),
      ),
      ...blockedReasons.map((reason) => ({ kind: 'blocked', reason }) as const),
      ...(['pending', 'in_review', 'cancelled', 'failed'] as const).map((kind) => ({ kind })),
    ];
    const written = (situations: readonly Situation[]) =>
      situations.map((one) => JSON.stringify(one)).toSorted();
    expect(written(table.map(([situation]) => situation))).toEqual(written(all));
  });

  it('offers a person where somebody may harm themselves', () => {
    const blocked = { kind: 'blocked', reason: 'unsafe_content' } as const;
    expect(suggestNextAction({ ...blocked, concern: 'self_harm' })).toBe('escalate_to_human');
    expect(suggestNextAction({ ...blocked, concern: 'crime' })).toBe('stop');
  });

  it('has a use for every action', () => {
    expect(new Set(table.map(([, action]) => action))).toEqual(new Set(nextActions));
  });
});

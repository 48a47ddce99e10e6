import {
  bands,
  blockedReasons,
  type NextAction,
  type NoAnswerCause,
  nextActions,
  noAnswerCauses,
} from '@avow/contract/values';
import { describe, expect, it } from 'vitest';
import type { Situation } from './scoring.ts';
import { suggestNextAction } from './suggest-next-action.ts';

const sourceTypes = ['qna', 'document', 'mixed'] as const;

/** Every combination there is, with what is to be done. */
const without = (cause: NoAnswerCause, askedBefore: boolean, hasRelated: boolean, degraded = false) =>
  ({ kind: 'not_covered', cause, askedBefore, degraded, hasRelated }) as const;
/** Whether or not something that should have taken part did. */
const either: ReadonlyArray<readonly [cause: NoAnswerCause, askedBefore: boolean, action: NextAction]> = [
  ...[true, false].flatMap((askedBefore) => [
    ['no_knowledge', askedBefore, 'escalate_to_human'] as const,
    ['ambiguous', askedBefore, 'ask_clarification'] as const,
    ['access_restricted', askedBefore, 'request_access'] as const,
  ]),
  ['language_not_served', false, 'rephrase'],
  ['language_not_served', true, 'escalate_to_human'],
  ['nothing_found', true, 'escalate_to_human'],
  ['below_risk_level', true, 'escalate_to_human'],
];
const notCovered: ReadonlyArray<readonly [Situation, NextAction]> = [
  ...either.flatMap(([cause, askedBefore, action]) =>
    [true, false].flatMap((hasRelated) =>
      [true, false].map((degraded) => [without(cause, askedBefore, hasRelated, degraded), action] as const),
    ),
  ),
  ...(['nothing_found', 'below_risk_level'] as const).flatMap((cause) => [
    [without(cause, false, false), 'rephrase'] as const,
    [without(cause, false, true), 'review_citations'] as const,
    [without(cause, false, false, true), 'retry_later'] as const,
    [without(cause, false, true, true), 'retry_later'] as const,
  ]),
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
          [false, true].flatMap((hasRelated) =>
            [false, true].map((degraded) => without(cause, askedBefore, hasRelated, degraded)),
          ),
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

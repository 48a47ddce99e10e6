import { bands, blockedReasons, type NextAction, nextActions, noAnswerCauses } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import type { Situation } from './scoring.ts';
import { suggestNextAction } from './suggest-next-action.ts';

const sourceTypes = ['qna', 'document', 'mixed'] as const;

/** Every combination there is, with what is to be done. */
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
  [{ kind: 'not_covered', cause: 'no_knowledge', askedBefore: false }, 'escalate_to_human'],
  [{ kind: 'not_covered', cause: 'no_knowledge', askedBefore: true }, 'escalate_to_human'],
  [{ kind: 'not_covered', cause: 'nothing_found', askedBefore: false }, 'rephrase'],
  [{ kind: 'not_covered', cause: 'nothing_found', askedBefore: true }, 'escalate_to_human'],
  [{ kind: 'not_covered', cause: 'below_risk_level', askedBefore: false }, 'rephrase'],
  [{ kind: 'not_covered', cause: 'below_risk_level', askedBefore: true }, 'escalate_to_human'],
  [{ kind: 'not_covered', cause: 'ambiguous', askedBefore: false }, 'ask_clarification'],
  [{ kind: 'not_covered', cause: 'ambiguous', askedBefore: true }, 'ask_clarification'],
  [{ kind: 'not_covered', cause: 'access_restricted', askedBefore: false }, 'request_access'],
  [{ kind: 'not_covered', cause: 'access_restricted', askedBefore: true }, 'request_access'],
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
        [false, true].map((askedBefore) => ({ kind: 'not_covered', cause, askedBefore }) as const),
      ),
      ...blockedReasons.map((reason) => ({ kind: 'blocked', reason }) as const),
      ...(['pending', 'in_review', 'cancelled', 'failed'] as const).map((kind) => ({ kind })),
    ];
    const written = (situations: readonly Situation[]) =>
      situations.map((one) => JSON.stringify(one)).toSorted();
    expect(written(table.map(([situation]) => situation))).toEqual(written(all));
  });

  it('has a use for every action', () => {
    expect(new Set(table.map(([, action]) => action))).toEqual(new Set(nextActions));
  });
});

import { blockedReasons, nextActions } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { suggestNextAction } from './suggest-next-action.ts';

describe('suggestNextAction', () => {
  it.each([
    [{ kind: 'answered', band: 'high', sourceType: 'qna' }, 'use_answer'],
    [{ kind: 'answered', band: 'high', sourceType: 'document' }, 'use_answer'],
    [{ kind: 'answered', band: 'medium', sourceType: 'qna' }, 'use_answer'],
    [{ kind: 'answered', band: 'medium', sourceType: 'document' }, 'review_citations'],
    [{ kind: 'answered', band: 'low', sourceType: 'qna' }, 'review_citations'],
    [{ kind: 'answered', band: 'low', sourceType: 'document' }, 'review_citations'],
    [{ kind: 'answered', band: 'none', sourceType: 'document' }, 'review_citations'],
    [{ kind: 'not_covered', hasKnowledge: true, askedBefore: false }, 'rephrase'],
    [{ kind: 'not_covered', hasKnowledge: true, askedBefore: true }, 'escalate_to_human'],
    [{ kind: 'not_covered', hasKnowledge: false, askedBefore: false }, 'escalate_to_human'],
    [{ kind: 'not_covered', hasKnowledge: false, askedBefore: true }, 'escalate_to_human'],
    [{ kind: 'blocked', reason: 'pii' }, 'rephrase'],
    [{ kind: 'blocked', reason: 'secrets' }, 'rephrase'],
    [{ kind: 'blocked', reason: 'prompt_injection' }, 'stop'],
    [{ kind: 'blocked', reason: 'unsafe_content' }, 'stop'],
    [{ kind: 'blocked', reason: 'policy' }, 'stop'],
    [{ kind: 'blocked', reason: 'out_of_scope' }, 'stop'],
    [{ kind: 'blocked', reason: 'ungrounded' }, 'escalate_to_human'],
    [{ kind: 'blocked', reason: 'guardrail_unavailable' }, 'retry_later'],
    [{ kind: 'pending' }, 'retry_later'],
    [{ kind: 'failed' }, 'retry_later'],
  ] as const)('[CON-3-38] for %j says %s', (situation, action) => {
    expect(suggestNextAction(situation)).toBe(action);
  });

  it('[CON-3-38] [CON-3-39] has an action for every reason of a block', () => {
    for (const reason of blockedReasons)
      expect(nextActions).toContain(suggestNextAction({ kind: 'blocked', reason }));
  });
});

import type { QueryResponse } from '@avow/contract/query';
import { describe, expect, it } from 'vitest';
import { sealEnvelope } from '../records/envelope.ts';
import type { StoredMessage, StoredRecord } from '../records/record-store.ts';
import type { MessageContent } from '../records/records.ts';
import { planReplay } from './plan-replay.ts';
import { guardrail, response } from './test-support/answer-samples.ts';
import { endedAtMs } from './thread-before.ts';

const log = { leafIndex: 7, leafHash: 'ab' };

function stored({
  content = {},
  said = response,
  ...row
}: Partial<StoredMessage> & {
  readonly content?: Partial<MessageContent>;
  readonly said?: QueryResponse;
} = {}): StoredMessage {
  const { message_id: messageId, thread_id: threadId, status, confidence, source_type: sourceType } = said;
  const whole = {
    ...{
      question: 'How many days?',
      refined_question: null,
      sources: null,
      history: [],
      blocked_prompt: null,
      block: null,
      metadata: {},
    },
    ...{
      groups: [],
      cost: null,
      failed_tiers: [],
      searches: [],
      answer_changes: [],
      other_answer: null,
      scored: null,
      nearest: [],
      held: null,
      review: null,
      resume: null,
    },
    ...content,
  };
  const envelope = sealEnvelope(whole, { answer: said.answer, responseJson: JSON.stringify(said) });
  return {
    ...{ messageId, threadId, status, sourceType, envelope, log },
    ...{ band: confidence.band, confidenceScore: confidence.score, tripwireTriggered: false },
    ...{ channelType: 'api', endUserId: null, contentState: 'present', createdAtMs: 1_000, timeMs: 5.9 },
    ...{ audience: [], rules: [] },
    ...{ policyVersion: 'default-1', packVersions: [], modelTier: 0, routingSource: 'retrieval' },
    ...{ isDegraded: false, findings: [] },
    ...row,
  };
}

const whyNot = (record: StoredRecord) => {
  const planned = planReplay(record);
  return planned.kind === 'impossible' ? planned.why : 'it can';
};

const planOf = (message: StoredMessage) => {
  const planned = planReplay({ kind: 'whole', ...message });
  return planned.kind === 'planned' ? planned.plan : expect.fail(planned.why);
};

describe('planReplay', () => {
  it('says what is missing', () => {
    const { envelope: _, ...emptied } = stored();
    const { messageId } = emptied;
    const whole = (message: StoredMessage): StoredRecord => ({ kind: 'whole', ...message });
    const of = (status: QueryResponse['status']) => ({ ...response, status });
    const refused: ReadonlyArray<readonly [string, StoredRecord]> = [
      ['log, 7,', { kind: 'dropped', messageId, log }],
      ['was erased', { kind: 'emptied', ...emptied, contentState: 'erased' }],
      ['has expired', { kind: 'emptied', ...emptied, contentState: 'expired' }],
      ['has not ended (in_review)', whole(stored({ said: of('in_review'), log: null }))],
      ['has not ended (queued)', whole(stored({ said: of('queued'), log: null }))],
      ['The message failed', whole(stored({ said: of('failed') }))],
      ['was cancelled', whole(stored({ said: of('cancelled') }))],
      [
        'was blocked, and its text was not kept',
        whole(stored({ said: of('blocked'), content: { question: '' } })),
      ],
      ['was not kept', whole(stored({ content: { question: '' } }))],
      ['it can', whole(stored())],
      // Where the policy lets blocked prompts be kept.
      ['it can', whole(stored({ said: of('blocked') }))],
    ];
    for (const [words, record] of refused) expect(whyNot(record)).toContain(words);
  });

  it('names the language only if the question does not determine it', () => {
    expect(planOf(stored()).language).toBeNull();
    const { agent_context: context } = response;
    const said = { ...response, agent_context: { ...context, question_language: 'de' } };
    expect(planOf(stored({ said })).language).toBe('de');
  });

  it('recognises a redacted question by the results of its guardrails', () => {
    expect(planOf(stored()).isQuestionRedacted).toBe(false);
    const redacted = { ...guardrail, compliant: false, action: 'redact' } as const;
    const after = { ...response, guardrails: [{ ...redacted, stage: 'output' as const }] };
    expect(planOf(stored({ said: after })).isQuestionRedacted).toBe(false);
    expect(planOf(stored({ said: { ...response, guardrails: [redacted] } })).isQuestionRedacted).toBe(true);
  });
});

describe('endedAt', () => {
  it('is when the message ended, and never later than the next question of the thread', () => {
    expect(endedAtMs(stored())).toBe(1_005);
  });

  it('is when a reviewer decided, if there was a review', () => {
    const review = {
      ...({
        outcome: 'deliver',
        reason: null,
        comment: null,
        decided_by: null,
        proposed_answer: null,
      } as const),
      decided_at: '2026-11-01T09:14:03.231Z',
    };
    expect(endedAtMs(stored({ content: { review } }))).toBe(Date.parse(review.decided_at));
  });
});

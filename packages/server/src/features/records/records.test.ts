import { queryResponseSchema } from '@avow/contract/query';
import { messageSchema } from '@avow/contract/testing';
import { describe, expect, it } from 'vitest';
import { openEnvelope, responseOf, toMessage } from './records.ts';

const suffix = '01jd8n4w6zfk3v5q7r9s2t4x6y';

/** As the first version of the service stored one. */
function firstEnvelope(sourceType: 'none' | 'qna' | 'document'): string {
  return JSON.stringify({
    question: 'How long?',
    metadata: {},
    resume: null,
    response: {
      ...{ request_id: `req_${suffix}`, message_id: `msg_${suffix}`, audit_ref: `aud_${suffix}` },
      ...{ created_at: '2026-11-01T09:14:03.231Z', answer: 'Thirty days.', thread_id: `thr_${suffix}` },
      status: 'delivered',
      confidence:
        sourceType === 'none'
          ? { score: 0, band: 'none', tool_confidence_score: 0 }
          : { score: 0.97, band: 'high', tool_confidence_score: 1 },
      ...{ guardrails: [], citations: [], source_type: sourceType },
      model_info: { refinement_model: 'none', summarization_model: 'none', guardrail_model: 'none' },
      processing: { time_ms: 3, model_tier: 0, degraded_mode: false, routing_source: 'qna_match' },
      agent_context: {
        ...{ suggested_next_action: 'use_answer', answer_format: 'structured_text', blocked_reason: 'none' },
        ...{ knowledge_grounded: sourceType !== 'none', source_type: sourceType },
      },
    },
  });
}

describe('a record of an earlier release', () => {
  it.each(['none', 'qna'] as const)('reads in the current format of the contract (%s)', (sourceType) => {
    const envelope = [['envelope', firstEnvelope(sourceType)]] as const;
    const response = responseOf({ envelope, status: 'delivered' });
    expect(queryResponseSchema.parse(response)).toEqual(response);
    expect(openEnvelope(envelope)).toMatchObject({ scored: null, nearest: [], refined_question: null });
  });

  it.each([
    ['none', 0, null],
    ['qna', 0, 'curated'],
    ['document', 0, 'quoted'],
    ['qna', 2, 'written'],
  ] as const)('is marked by where its answer came from (%s, tier %i)', (sourceType, tier, generated) => {
    const stored = JSON.parse(firstEnvelope(sourceType));
    stored.response.processing.model_tier = tier;
    const envelope = [['envelope', JSON.stringify(stored)]] as const;
    expect(responseOf({ envelope, status: 'delivered' }).generated).toBe(generated);
  });

  it('has no draft of a pending answer if none was stored', () => {
    const held = { held_at_ms: 1, groups: [], quotes: [] };
    const text = JSON.stringify({ ...JSON.parse(firstEnvelope('none')), held });
    expect(openEnvelope([['envelope', text]]).held).toEqual({ ...held, draft: null });
    expect(openEnvelope([['envelope', firstEnvelope('none')]]).held).toBeNull();
  });

  it.each([
    ['read', 'extractive'],
    ['by_words', 'keyword'],
    ['curated_meaning', 'curated_semantic'],
    ['curated_exact', 'curated_exact'],
    ['written_3', 'generative_tier_3'],
  ])('reads a score stored under earlier names (%s)', (way, method) => {
    const scored = {
      ...{
        model: 'avow-confidence-1',
        calibration: null,
        calibrated: 0.5,
        riskLevel: 0.2,
        isWithheld: false,
      },
      evidence: { way, toolScore: 0.5, features: { match: 1 } },
      factors: [
        { feature: 'way', words: 'A model read it.', effect: 0.1 },
        { feature: 'match', words: 'The words match.', effect: 0.2 },
      ],
      caps: [
        { cause: 'disagreeing', max: 0.5 },
        { cause: 'degraded', max: 0.6 },
      ],
    };
    const envelope = [
      ['response', JSON.stringify(JSON.parse(firstEnvelope('qna')).response)],
      ['trace', JSON.stringify({ scored })],
    ] as const;
    expect(openEnvelope(envelope).scored).toMatchObject({
      evidence: { method, toolScore: 0.5, features: { match: 1 } },
      factors: [{ feature: 'method' }, { feature: 'match' }],
      caps: [{ cause: 'conflicting_sources' }, { cause: 'degraded' }],
    });
    const message = toMessage({ envelope, status: 'delivered' });
    expect(messageSchema.parse(message)).toEqual(message);
  });
});

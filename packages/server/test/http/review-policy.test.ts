import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newReviewed, type ReviewClient, travelAnswer } from '../support/review-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let reviewed: ReviewClient;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  reviewed = await newReviewed(service);
});
afterAll(() => service.close());

const wordsGuardrail = (words: readonly string[], also: object = {}) => ({
  ...{ name: 'Not said any more', check: 'words', stage: 'output', action: 'block', settings: { words } },
  ...also,
});
const labelCount = async () => (await service.data.store.feedback.countLabels(reviewed.tenantId, 0)).all;

async function expectRefused(id: string): Promise<void> {
  const refused = problemOf(await reviewed.send(id, { decision: 'deliver' }));
  expect([refused.status, refused.code]).toEqual([409, 'invalid_state']);
  expect(refused.detail).toContain('policy has changed since');
  expect((await reviewed.messageOf(id)).status).toBe('in_review');
  expect(await labelCount()).toBe(0);
}

describe('an answer pending review while the policy changes', () => {
  it.each([
    ['blocks a word of it', wordsGuardrail(['finance'])],
    ['redacts a word of it', wordsGuardrail(['finance'], { action: 'redact' })],
    ['blocks a word of what it cites', wordsGuardrail(['travel policy'])],
    ['redacts a word of what it cites', wordsGuardrail(['travel policy'], { action: 'redact' })],
  ])('is not delivered if the new one %s, and can be blocked', async (_, guardrail) => {
    const { message_id: id } = await reviewed.hold();
    await reviewed.changePolicy({ guardrails: [guardrail] });
    await expectRefused(id);
    expect(await reviewed.decide(id, { decision: 'block' })).toMatchObject({ status: 'blocked' });
  });

  it.each([
    ['has nothing against it', [wordsGuardrail(['merger'])]],
    ['is on trial', [wordsGuardrail(['finance'], { mode: 'shadow' })]],
    ['looks at questions', [wordsGuardrail(['travel'], { stage: 'input' })]],
    ['has no guardrails at all', []],
  ])('is delivered if the new one %s', async (_, guardrails) => {
    const { message_id: id } = await reviewed.hold();
    await reviewed.changePolicy({ guardrails });
    expect(await reviewed.decide(id, { decision: 'deliver' })).toMatchObject({ answer: travelAnswer });
  });

  it.each(['markdown', 'structured_text', 'json'])(
    'is looked at as it would be said, in %s',
    async (form) => {
      const asked = { answer_format: form, prompt: 'When does the office in Rotterdam close?' };
      const [one, other] = [await reviewed.hold(asked), await reviewed.hold(asked)];
      await reviewed.reviewBelow(0.99);
      const delivered = await reviewed.decide(one.message_id, { decision: 'deliver' });
      expect(delivered.answer).toContain('eight in the evening');
      const { policy } = (await service.get(reviewed.key, '/v1/guardrails')).json();
      await reviewed.changePolicy({ guardrails: [...policy.guardrails, wordsGuardrail(['evening'])] });
      const refused = problemOf(await reviewed.send(other.message_id, { decision: 'deliver' }));
      expect(refused.detail).toContain('policy has changed since');
    },
  );

  it('is delivered once the policy is restored', async () => {
    const { message_id: id } = await reviewed.hold();
    const { policy } = (await service.get(reviewed.key, '/v1/guardrails')).json();
    await reviewed.changePolicy({ guardrails: [wordsGuardrail(['finance'])] });
    await expectRefused(id);
    await reviewed.changePolicy(policy);
    expect(await reviewed.decide(id, { decision: 'deliver' })).toMatchObject({ answer: travelAnswer });
  });

  it('stores nothing of what was redacted, and is reviewed without it', async () => {
    const secretive = await newReviewed(service, {
      ...officePack,
      'pairs.qna.json': JSON.stringify([
        { question: 'Who approves travel?', answer: 'Ask Quentin in the finance office.' },
      ]),
    });
    reviewed = secretive;
    const redacting = wordsGuardrail(['Quentin'], { name: 'Names', action: 'redact' });
    await reviewed.changePolicy({ guardrails: [redacting] });
    const [one, other] = [await reviewed.hold(), await reviewed.hold()];
    const stored = await service.data.store.records.getMessage(reviewed.tenantId, one.message_id);
    expect(stored?.envelope).not.toContain('Quentin');
    await reviewed.changePolicy({ guardrails: [redacting, wordsGuardrail(['finance'])] });
    await expectRefused(one.message_id);
    await reviewed.changePolicy({ guardrails: [redacting, wordsGuardrail(['merger'])] });
    const { answer } = await reviewed.decide(other.message_id, { decision: 'deliver' });
    expect(answer).toContain('in the finance office');
    expect(answer).not.toContain('Quentin');
  });
});

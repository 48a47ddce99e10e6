import { contradicted, scriptedReader, supported } from '@avow/answering/testing';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import { messageSchema } from '@avow/contract/testing';
import type { PassageToRead } from '@avow/inference';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWrittenService, type WrittenService, type WrittenTenant } from '../support/written-service.ts';

const files = {
  'handbook.md': `# Handbook

## Bakers

Bakers give notice of 30 days before they leave.

## Drivers

Drivers give notice of 14 days before they leave.

## Board

Nobody is told of the plans of the board.
`,
  'falcon.md': '---\ngroups: [board]\n---\n# Plan Falcon\n\nPlan Falcon begins on the third of March.\n',
  'pairs.qna.json': JSON.stringify([
    { question: 'Where is the canteen?', answer: 'On the second floor.' },
    { question: 'When is the salary of May paid?', answer: 'On the 25th of May.' },
  ]),
};

/** What the reader points at in the test that runs, and what the judge makes of it. */
let point: (passage: PassageToRead) => string | null = () => null;
let isSupported = true;
const reader = scriptedReader({
  point: (_, passage) => point(passage),
  judge: () => (isSupported ? supported : contradicted),
});

let service: WrittenService;
let tenant: WrittenTenant;

beforeAll(async () => {
  service = await startWrittenService({ tiers: [], reader });
});
beforeEach(async () => {
  tenant = await service.newTenant(files);
  point = () => null;
  isSupported = true;
  reader.calls.length = 0;
});
afterAll(() => service.close());

const pointAtNotice = ({ text }: PassageToRead) => /notice of \d+ days/.exec(text)?.[0] ?? null;
const readBack = async ({ message_id }: { readonly message_id: string }) =>
  messageSchema.parse((await service.get(tenant.key, `/v1/messages/${message_id}`)).json());
const setConfidence = (confidence: GuardrailPolicyGiven['confidence']) => tenant.put({ confidence });

const noticeQuestion = 'How many days of notice does a baker give?';
const ambiguousQuestion = 'How many days of notice?';

describe('an answer with a low score', () => {
  it('[CON-3-08] is withheld below the risk level, and says so', async () => {
    const given = await tenant.ask('Where is the canteen?');
    expect(given).toMatchObject({ confidence: { score: 0.97, band: 'high' }, source_type: 'qna' });
    await setConfidence({ withhold_below: 0.98 });
    const withheld = await tenant.ask('Where is the canteen?');
    expect(withheld).toMatchObject({
      ...{ status: 'delivered', source_type: 'none', citations: [] },
      confidence: { score: 0, band: 'none', tool_confidence_score: 0 },
      agent_context: { no_answer_cause: 'below_risk_level', suggested_next_action: 'rephrase' },
    });
    expect(JSON.stringify(withheld)).not.toContain('second floor');
    const message = await readBack(withheld);
    expect(JSON.stringify(message)).not.toContain('second floor');
    expect(message.confidence_explanation).toMatchObject({
      ...{ method: 'curated_exact', calibrated: 0.97, risk_level: 0.98, withheld: true },
    });
    expect((await tenant.auditOf(withheld)).confidence_model).toEqual({
      name: message.confidence_explanation?.model,
      calibration: null,
    });
  });

  it('suggests a person if the previous question found nothing either', async () => {
    await setConfidence({ withhold_below: 0.98 });
    const first = await tenant.ask('Where is the canteen?');
    const second = await tenant.ask('Where is the canteen?', { thread_id: first.thread_id });
    expect(second.agent_context).toMatchObject({
      ...{ no_answer_cause: 'below_risk_level', suggested_next_action: 'escalate_to_human' },
    });
  });

  it('is given if its score equals the risk level', async () => {
    await setConfidence({ withhold_below: 0.97 });
    expect((await tenant.ask('Where is the canteen?')).source_type).toBe('qna');
  });
});

describe('a question without an answer', () => {
  it('reports that there is no content, or that nothing was found in it', async () => {
    const nothing = await tenant.ask('What is the airspeed of a swallow?');
    expect(nothing.agent_context).toMatchObject({
      ...{ no_answer_cause: 'nothing_found', suggested_next_action: 'rephrase', clarifying_question: null },
    });
    expect((await readBack(nothing)).confidence_explanation).toBeNull();
    expect((await tenant.auditOf(nothing)).confidence_model).toBeNull();
    const again = await tenant.ask('How fast does a swallow fly?', { thread_id: nothing.thread_id });
    expect(again.agent_context.suggested_next_action).toBe('escalate_to_human');
    const empty = await service.createKey(await service.createTenant('empty'));
    expect((await service.ask(empty, { prompt: 'Where is the canteen?' })).agent_context).toMatchObject({
      ...{ no_answer_cause: 'no_knowledge', suggested_next_action: 'escalate_to_human' },
    });
  });

  it('replies to a greeting or to thanks, which are not unanswered questions', async () => {
    const greeted = await tenant.ask('Hello!');
    expect(greeted).toMatchObject({ answer: 'Hello. What would you like to know?', related: [] });
    const thread = { thread_id: greeted.thread_id };
    const first = await tenant.ask('What is the airspeed of a swallow?', thread);
    expect(first.agent_context.suggested_next_action).toBe('rephrase');
    const thanked = await tenant.ask('ok thanks', thread);
    expect(thanked).toMatchObject({ answer: 'You are welcome.', source_type: 'none', status: 'delivered' });
    expect(thanked.agent_context.suggested_next_action).toBe('rephrase');
    const second = await tenant.ask('How fast does a swallow fly?', thread);
    expect(second.agent_context.suggested_next_action).toBe('escalate_to_human');
  });

  it('suggests a clarification if different sections are about equally likely', async () => {
    point = pointAtNotice;
    isSupported = false;
    const { agent_context, source_type } = await tenant.ask(ambiguousQuestion);
    expect({ ...agent_context, source_type }).toMatchObject({
      ...{ no_answer_cause: 'ambiguous', suggested_next_action: 'ask_clarification', source_type: 'none' },
    });
    expect(['Is this about “Bakers” or “Drivers”?', 'Is this about “Drivers” or “Bakers”?']).toContain(
      agent_context.clarifying_question,
    );
  });

  it('takes the choice that the next message names by its place, and asks again after a yes', async () => {
    point = pointAtNotice;
    isSupported = false;
    const { agent_context: first, thread_id } = await tenant.ask(ambiguousQuestion);
    const again = await tenant.ask('Yes please', { thread_id });
    expect(again.agent_context).toMatchObject({
      ...{ clarifying_question: first.clarifying_question, suggested_next_action: 'ask_clarification' },
    });
    isSupported = true;
    const chosen = await tenant.ask('the second one', { thread_id });
    const second = /or “(.+)”\?$/.exec(first.clarifying_question ?? '')?.[1];
    expect((await tenant.auditOf(chosen)).refined_question).toBe(`${second}: ${ambiguousQuestion}`);
    expect(chosen.citations[0]?.quote).toContain(second);
  });

  it('suggests a clarification for a withheld answer, but not for a confident one', async () => {
    point = pointAtNotice;
    const given = await tenant.ask(ambiguousQuestion);
    expect(given.agent_context).toMatchObject({ no_answer_cause: null, clarifying_question: null });
    await setConfidence({ withhold_below: 1 });
    const withheld = await tenant.ask(ambiguousQuestion);
    expect(withheld.agent_context).toMatchObject({ no_answer_cause: 'ambiguous' });
    expect((await readBack(withheld)).confidence_explanation).toMatchObject({ withheld: true });
  });

  it('does not mention in a clarification what a guardrail removes from answers', async () => {
    point = pointAtNotice;
    isSupported = false;
    const drivers = { name: 'Drivers', check: 'words' as const, settings: { words: ['drivers'] } };
    for (const action of ['block', 'redact'] as const) {
      await tenant.put({ guardrails: [{ ...drivers, stage: 'output', action }] });
      const response = await tenant.ask(ambiguousQuestion);
      expect(response.agent_context).toMatchObject({ no_answer_cause: 'nothing_found' });
      expect(response.status).toBe('delivered');
      expect(response.guardrails).toMatchObject([{ compliant: true, action: 'none' }]);
      expect(JSON.stringify(response)).not.toContain('“Drivers”');
    }
  });
});

describe('content restricted to groups that the caller is not in', () => {
  const question = 'When does plan Falcon begin?';
  const readCalls = () => reader.calls.filter((call) => call.startsWith('read'));
  const pointAtFalcon = ({ text }: PassageToRead) => /the third of March/.exec(text)?.[0] ?? null;

  it('is neither searched nor hinted at', async () => {
    point = pointAtFalcon;
    expect((await tenant.ask(question, { groups: ['board'] })).answer).toContain('third of March');
    reader.calls.length = 0;
    const response = await tenant.ask(question);
    expect(response.agent_context).toMatchObject({
      ...{ no_answer_cause: 'nothing_found', suggested_next_action: 'rephrase' },
    });
    // The passages that everybody may see were read, and no others.
    expect(readCalls()).toHaveLength(1);
  });

  it('is mentioned in one word if the policy allows it, without any of its content', async () => {
    point = pointAtFalcon;
    await setConfidence({ disclose_restricted: true });
    const response = await tenant.ask(question);
    expect(readCalls()).toHaveLength(2);
    expect(response).toMatchObject({
      ...{ source_type: 'none', citations: [], confidence: { score: 0, band: 'none' } },
      agent_context: {
        ...{ no_answer_cause: 'access_restricted', suggested_next_action: 'request_access' },
        clarifying_question: null,
      },
    });
    const audit = await tenant.auditOf(response);
    for (const text of [JSON.stringify(await readBack(response)), JSON.stringify(audit)])
      expect(text).not.toMatch(/falcon\.md|third of March/);
    // A member of the group is answered; nothing is mentioned for a question that nothing answers.
    expect((await tenant.ask(question, { groups: ['board'] })).source_type).toBe('document');
    point = () => null;
    expect((await tenant.ask('When does plan Eagle begin?')).agent_context).toMatchObject({
      no_answer_cause: 'nothing_found',
    });
  });
});

describe('a cap on a score', () => {
  it('follows the policy, and is explained', async () => {
    point = pointAtNotice;
    const free = await tenant.ask(noticeQuestion);
    expect(free.confidence.score).toBeGreaterThan(0.3);
    const flagging: GuardrailPolicyGiven['guardrails'][number] = {
      ...{ name: 'Grounding', check: 'grounding', stage: 'output', action: 'flag' },
      settings: { supported_min: 0.99 },
    };
    await tenant.put({ guardrails: [flagging], confidence: { caps: { unsupported: 0.3 } } });
    const capped = await tenant.ask(noticeQuestion);
    expect(capped).toMatchObject({
      ...{ answer: free.answer, confidence: { score: 0.3, band: 'low' } },
      agent_context: { knowledge_grounded: false },
    });
    expect(capped.confidence.tool_confidence_score).toBe(free.confidence.tool_confidence_score);
    expect((await readBack(capped)).confidence_explanation).toMatchObject({
      calibrated: free.confidence.score,
      caps: [{ cause: 'unsupported', max: 0.3, description: expect.stringMatching(/^A grounding check/) }],
    });
    await tenant.put({ guardrails: [flagging], confidence: { caps: { unsupported: 0.1 } } });
    expect((await tenant.ask(noticeQuestion)).agent_context.no_answer_cause).toBe('below_risk_level');
  });

  it('[CON-3-18] puts it into the bands of the policy', async () => {
    const bandUnder = async (bands: GuardrailPolicyGiven['bands']) => {
      await tenant.put({ bands });
      return (await tenant.ask('Where is the canteen?')).confidence.band;
    };
    expect(await bandUnder({ high: 0.98, medium: 0.5 })).toBe('medium');
    expect(await bandUnder({ high: 0.99, medium: 0.98 })).toBe('low');
    expect(await bandUnder({ high: 0.97, medium: 0.5 })).toBe('high');
  });
});

describe('a score', () => {
  it('is the same for the same question, and explained the same on each read', async () => {
    point = pointAtNotice;
    const [first, second] = [await tenant.ask(noticeQuestion), await tenant.ask(noticeQuestion)];
    expect(second.confidence).toEqual(first.confidence);
    const explained = (await readBack(first)).confidence_explanation;
    expect(explained).toMatchObject({ method: 'extractive', calibration: null, caps: [], withheld: false });
    expect(explained?.factors.length).toBeGreaterThan(1);
    for (const { description, effect } of explained?.factors ?? []) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(Math.abs(effect)).toBeGreaterThan(0);
    }
    expect((await readBack(first)).confidence_explanation).toEqual(explained);
    expect((await readBack(second)).confidence_explanation).toEqual(explained);
    expect((await tenant.auditOf(first)).confidence_model).toEqual({
      ...{ name: explained?.model, calibration: null },
    });
  });
});

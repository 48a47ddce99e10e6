import { scriptedReader } from '@avow/answering/testing';
import { queryResponseSchema } from '@avow/contract/query';
import { messageSchema } from '@avow/contract/testing';
import { scriptedAnswers } from '@avow/inference/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  handbook,
  holidayQuestion,
  openStream,
  playAll,
  startWrittenService,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let tenant: WrittenTenant;

const files = {
  'handbook.md': `---\nurl: https://intranet.example/handbook\n---\n${handbook}`,
  'board.md':
    '---\ngroups: [board]\n---\n# Board\n\n## Holiday\n\nEvery employee of the board has 40 days of paid holiday.\n',
};
const unrelated = 'What is the boiling point of tungsten?';

beforeAll(async () => {
  // What the embedded models would answer is not asked here.
  // It finds nothing in passages; what a model writes has no headings above it.
  service = await startWrittenService({
    reader: scriptedReader({ point: (_, { context, text }) => (context === '' ? text : null) }),
  });
});
beforeEach(async () => {
  tenant = await service.newTenant(files);
  // Something near is there, and the model says that it is no answer.
  playAll(service, scriptedAnswers.notCovered);
});
afterAll(() => service.close());

describe('a question without an answer that something is near to', () => {
  it('[CON-3-42] [CON-3-44] names the closest page and quotes what is stored there', async () => {
    const response = await tenant.ask(holidayQuestion);
    expect(response).toMatchObject({
      ...{ status: 'delivered', source_type: 'none', citations: [] },
      answer: 'I did not find an answer to this. The closest page is “Handbook 🥐 › Holiday”.',
      agent_context: { no_answer_cause: 'nothing_found', suggested_next_action: 'review_citations' },
    });
    const [first] = response.related;
    expect(first).toMatchObject({
      ...{ source: 'handbook.md', title: 'Handbook 🥐', headings: 'Handbook 🥐 › Holiday' },
      url: 'https://intranet.example/handbook',
    });
    expect(first?.quote).toBe('Every employee has 27 days of paid holiday 🏖 in a year.');
    const stored = await service.data.store.content.readQuote(tenant.tenantId, {
      ...{ documentId: first?.document_id ?? 'doc_', start: first?.start ?? 0, end: first?.end ?? 0 },
      ...{ groups: [], nowMs: Date.now() },
    });
    expect(stored).toBe(first?.quote);
  });

  it('is recorded as it was delivered', async () => {
    const { message_id, related, answer } = await tenant.ask(holidayQuestion);
    expect(related).not.toEqual([]);
    const read = messageSchema.parse((await service.get(tenant.key, `/v1/messages/${message_id}`)).json());
    expect(read.related).toEqual(related);
    const record = await tenant.auditOf({ message_id });
    expect([record.answer, record.response?.related]).toEqual([answer, related]);
  });

  it('is streamed with its related passages', async () => {
    const url = await service.app.listen();
    const stream = await openStream(`${url}/v1/query`, {
      ...{ key: tenant.key, body: { prompt: holidayQuestion, stream: true } },
    });
    const events = await stream.rest();
    const deltas = events
      .filter(({ type }) => type === 'message.answer.delta')
      .map(({ data }) => JSON.parse(data).text);
    const response = queryResponseSchema.parse(JSON.parse(events.at(-1)?.data ?? ''));
    expect(deltas.join('')).toBe(response.answer);
    expect(response.related).toHaveLength(1);
  });

  it('suggests a person if the previous question found nothing either', async () => {
    const { thread_id } = await tenant.ask(unrelated);
    const { related, agent_context: context } = await tenant.ask(holidayQuestion, { thread_id });
    expect(related).not.toEqual([]);
    expect(context.suggested_next_action).toBe('escalate_to_human');
  });
});

describe('related passages', () => {
  it('[CON-3-43] are none if nothing is near, there is an answer, or a guardrail blocks', async () => {
    const nothing = await tenant.ask(unrelated);
    expect(nothing).toMatchObject({ source_type: 'none', related: [] });
    expect(nothing.answer).toBe('The knowledge available here does not cover this question.');
    expect(nothing.agent_context.suggested_next_action).toBe('rephrase');
    await tenant.put({
      guardrails: [
        { name: 'No', check: 'words', stage: 'input', action: 'block', settings: { words: ['holiday'] } },
      ],
    });
    expect(await tenant.ask(holidayQuestion)).toMatchObject({ status: 'blocked', related: [] });
  });

  it('[CON-3-44] are of content that the caller may see', async () => {
    const pages = async (groups: readonly string[]) =>
      (await tenant.ask(holidayQuestion, { groups })).related.map(({ source }) => source);
    expect(await pages([])).toEqual(['handbook.md']);
    expect((await pages(['board'])).toSorted()).toEqual(['board.md', 'handbook.md']);
  });

  it.each([
    ['their words', '27 days'],
    ['their title or headings', 'handbook'],
    ['their address', 'intranet'],
  ])('[CON-3-44] are left out if a guardrail objects to %s, and nothing is blocked', async (_, word) => {
    for (const action of ['block', 'redact'] as const) {
      const settings = { words: [word] };
      await tenant.put({ guardrails: [{ name: 'No', check: 'words', stage: 'output', action, settings }] });
      const response = await tenant.ask(holidayQuestion);
      expect(response).toMatchObject({ status: 'delivered', source_type: 'none', related: [] });
      expect(JSON.stringify(response)).not.toContain(word);
    }
  });

  it('are named in the words of the policy', async () => {
    await tenant.put({ messages: { closest: 'Nichts gefunden. Am nächsten kommt {page}.' } });
    expect((await tenant.ask(holidayQuestion)).answer).toBe(
      'Nichts gefunden. Am nächsten kommt “Handbook 🥐 › Holiday”.',
    );
    await tenant.put({ messages: { not_covered: 'Nichts gefunden.' } });
    const response = await tenant.ask(holidayQuestion);
    expect([response.answer, response.related.length]).toEqual(['Nichts gefunden.', 1]);
  });

  it('quote nothing if an answer was withheld for its score', async () => {
    playAll(service, { kind: 'say', pieces: ['Every employee has 27 days of paid holiday in a year. [1]'] });
    expect((await tenant.ask(holidayQuestion)).source_type).toBe('document');
    await tenant.put({ confidence: { withhold_below: 1 } });
    const withheld = await tenant.ask(holidayQuestion);
    expect(withheld.agent_context).toMatchObject({
      ...{ no_answer_cause: 'below_risk_level', suggested_next_action: 'review_citations' },
    });
    expect(withheld.related).toMatchObject([{ source: 'handbook.md', quote: null, start: null, end: null }]);
    expect(JSON.stringify(withheld)).not.toContain('27 days');
  });
});

import { scriptedReader, supported } from '@avow/answering/testing';
import type { ReceivedEvent } from '@avow/client';
import {
  type QueryResponse,
  queryResponseSchema,
  type StreamEventType,
  streamEvents,
} from '@avow/contract/query';
import { messageSchema } from '@avow/contract/testing';
import type { MessageId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  expectTrueQuotes,
  handbook,
  holiday,
  holidayQuestion,
  openStream,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let url: string;
let tenant: WrittenTenant;
/** Resolves once something of the answer was shown. */
let shown: PromiseWithResolvers<void>;
/** What the judge does before it judges. */
let beforeJudging = async (): Promise<void> => undefined;

beforeAll(async () => {
  const reader = scriptedReader({ judge: () => supported });
  service = await startWrittenService({
    tiers: [{ provider: 'anthropic' }, {}],
    reader: {
      ...reader,
      judge: async (...given) => {
        await beforeJudging();
        return await reader.judge(...given);
      },
    },
  });
  url = await service.app.listen();
});
beforeEach(async () => {
  tenant = await service.newTenant();
  shown = Promise.withResolvers();
  beforeJudging = async () => undefined;
});
afterAll(() => service.close());

const body = { prompt: holidayQuestion, stream: true };
const ask = (also: object = {}) =>
  openStream(`${url}/v1/query`, {
    key: tenant.key,
    body: { ...body, ...also },
    onDelta: () => shown.resolve(),
  });
const path = (messageId: string, what: string) => `${url}/v1/messages/${messageId}/${what}`;
const follow = (messageId: string, after: string) =>
  openStream(path(messageId, 'events'), { key: tenant.key, headers: { 'last-event-id': after } });

/** Sentences one by one, each with its reference. */
const sentences = (count: number, also: object = {}) =>
  ({
    kind: 'say',
    pieces: holiday.slice(0, count).map((sentence) => `${sentence} [1] `),
    ...also,
  }) as const;
const textOf = (event: ReceivedEvent) => JSON.parse(event.data).text as string;
const joined = (events: readonly ReceivedEvent[]) =>
  events
    .filter(({ type }) => type === 'message.answer.delta')
    .map(textOf)
    .join('');

/** What must hold of every stream: events the contract knows, numbered without a gap, with one end that holds the answer. */
function endOf(events: readonly ReceivedEvent[]): QueryResponse {
  for (const { type, data } of events)
    expect(streamEvents[type as StreamEventType].safeParse(JSON.parse(data)).error, type).toBeUndefined();
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
  const response = queryResponseSchema.parse(JSON.parse(events.at(-1)?.data ?? ''));
  expect(events.at(-1)?.type).toBe(`message.${response.status}`);
  if (response.status === 'delivered') expect(joined(events)).toBe(response.answer);
  expectTrueQuotes(response, handbook);
  return response;
}

type Cited = QueryResponse['citations'][number];

/** Every word that has a citation is preceded by one that reaches as far. */
function expectCitedBefore(events: readonly ReceivedEvent[], response: QueryResponse): void {
  const sent: Cited[] = [];
  let length = 0;
  for (const event of events) {
    if (event.type === 'message.citation') sent.push(JSON.parse(event.data));
    if (event.type !== 'message.answer.delta') continue;
    length += [...textOf(event)].length;
    for (const { document_id, start, answer_start, answer_end } of response.citations)
      if (answer_start < length)
        expect(sent).toContainEqual(
          expect.objectContaining({
            ...{ document_id, start, answer_start, answer_end: Math.min(answer_end, length) },
          }),
        );
  }
}

describe('an answer that is streamed while a model writes it', () => {
  it('[CON-7-06] is sent sentence by sentence with its quotes, which joined are the answer', async () => {
    playAll(service, sentences(3, { betweenMs: 100, beforeLast: shown.promise }));
    const events = await (await ask()).rest();
    const response = endOf(events);
    expect(response.answer).toBe(holiday.join(' '));
    expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: false });
    const deltas = events.filter(({ type }) => type === 'message.answer.delta').map(textOf);
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas[0]).toBe(holiday[0]);
    for (const text of deltas) expect(holiday.some((sentence) => text.endsWith(sentence))).toBe(true);
    const cited = events
      .filter(({ type }) => type === 'message.citation')
      .map(({ data }) => JSON.parse(data));
    for (const citation of response.citations) expect(cited).toContainEqual(citation);
    expectCitedBefore(events, response);
    expect((await tenant.auditOf(response)).response).toEqual(response);
  });

  it('[CON-7-05] is judged and in the store before a sentence of it is sent', async () => {
    const { records } = service.data.store;
    const judged: string[] = [];
    const journalOf = async (messageId: string) =>
      await records.readJournal(tenant.tenantId, messageId as MessageId, { after: 0, limit: 100 });
    playAll(service, sentences(3, { betweenMs: 100, beforeLast: shown.promise }));
    beforeJudging = async () => {
      judged.push('judged');
    };
    const stream = await ask();
    let sent = 0;
    for await (const { id, type, data } of stream.events) {
      const stored = (await journalOf(stream.messageId)).find(({ seq }) => seq === Number(id));
      expect(stored).toEqual({ seq: Number(id), type, body: data });
      if (type !== 'message.answer.delta') continue;
      sent += 1;
      expect(judged.length).toBeGreaterThanOrEqual(sent);
    }
    expect(sent).toBeGreaterThan(1);
  });

  it('[CON-7-07] is one delta after all checks if the policy requires the whole answer', async () => {
    await tenant.put({
      guardrails: [
        { name: 'Words', check: 'words', stage: 'output', action: 'block', settings: { words: ['marmot'] } },
      ],
    });
    playAll(service, sentences(3, { betweenMs: 50 }));
    const events = await (await ask()).rest();
    expect(endOf(events).answer).toBe(holiday.join(' '));
    expect(events.filter(({ type }) => type === 'message.answer.delta')).toHaveLength(1);
    playAll(service, say(`${holiday[0]} [1] The word is marmot. [1]`));
    await tenant.put({
      guardrails: [
        { name: 'Words', check: 'words', stage: 'output', action: 'block', settings: { words: ['paid'] } },
      ],
    });
    const blocked = await (await ask()).rest();
    expect(endOf(blocked).status).toBe('blocked');
    expect(joined(blocked)).toBe('');
  });

  it.each([
    ['breaks off', { end: 'cut' }],
    ['sends an error', { end: 'error' }],
  ])('ends there, marked as degraded, if the model %s after part of it was sent', async (_, how) => {
    playAll(service, sentences(3, { betweenMs: 100, beforeLast: shown.promise, ...how }));
    const events = await (await ask()).rest();
    const response = endOf(events);
    expect(response.answer.startsWith(holiday[0])).toBe(true);
    expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: true });
  });

  it('comes from the next tier if nothing was sent yet', async () => {
    tierOf(service, 1).play(say('Every employee has 27', { end: 'cut' }));
    tierOf(service, 2).play(sentences(2));
    const response = endOf(await (await ask()).rest());
    expect(response.answer).toBe(holiday.slice(0, 2).join(' '));
    expect(response.processing).toMatchObject({ model_tier: 2, routing_source: 'fallback' });
  });

  it('ends with what was sent if the model then leaks its instructions', async () => {
    playAll(service, ({ instructions }) => ({
      kind: 'say',
      pieces: [`${holiday[0]} [1] `, `${holiday[1]} [1] `, `${instructions} [1]`],
      betweenMs: 200,
      beforeLast: shown.promise,
    }));
    tierOf(service, 2).play(say(`${holiday[2]} [1]`));
    const events = await (await ask()).rest();
    expect(JSON.stringify(events)).not.toContain('numbered sources');
    const response = endOf(events);
    expect(response.answer.startsWith(holiday[0])).toBe(true);
    expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: true });
  });

  it.each([
    ['blocked', 'looks at what it rests on', null],
    ['failed', 'looks at nothing', { guardrails: [] }],
  ] as const)(
    'is %s if its sources are replaced while it is streamed, and the policy %s',
    async (status, _, policy) => {
      if (policy !== null) await tenant.put({ guardrails: [] });
      const replaced = Promise.withResolvers<void>();
      playAll(service, sentences(3, { beforeLast: replaced.promise }));
      const stream = await ask();
      await stream.next('message.answer.delta');
      await service.loadPack(tenant.tenantId, { 'handbook.md': '# Handbook\n\nThere is no holiday.\n' });
      replaced.resolve();
      const events = await stream.rest();
      const end = events.at(-1) ?? expect.fail();
      expect(end.type).toBe(`message.${status}`);
      expect(JSON.parse(end.data)).toMatchObject({ status, citations: [] });
      expect(end.data).not.toContain('27 days');
    },
  );

  it('loses only an unsupported sentence', async () => {
    const lie = 'Every employee is paid 4711 euros for it. [1] ';
    const pieces = [`${holiday[0]} [1] `, lie, `${holiday[1]} [1]`];
    playAll(service, { kind: 'say', pieces, betweenMs: 100 });
    const events = await (await ask()).rest();
    const response = endOf(events);
    expect(response.answer).toBe(holiday.slice(0, 2).join(' '));
    expect(JSON.stringify(events)).not.toMatch(/paid 4711|4711 euros/);
  });
});

describe('a stream that is left, resumed or cancelled', () => {
  it('resumes from any event, and is the same for every follower', async () => {
    playAll(service, sentences(3, { betweenMs: 150 }));
    const first = await ask();
    const delta = await first.next('message.answer.delta');
    first.leave();
    const again = await follow(first.messageId, delta.id);
    const rest = await again.rest();
    expect(Number(rest[0]?.id)).toBe(Number(delta.id) + 1);
    const whole = await (await follow(first.messageId, '0')).rest();
    expect(endOf(whole).answer).toBe(holiday.join(' '));
    expect(whole.slice(Number(delta.id))).toEqual(rest);
  });

  it('is answered and recorded completely without a listener', async () => {
    playAll(service, sentences(3, { betweenMs: 100 }));
    const stream = await ask();
    await stream.next('message.created');
    stream.leave();
    const stored = async () =>
      messageSchema.parse((await service.get(tenant.key, `/v1/messages/${stream.messageId}`)).json());
    await expect.poll(async () => (await stored()).status).toBe('delivered');
    expect((await stored()).answer).toBe(holiday.join(' '));
  });

  it('is cancelled midway: the record says so, and the provider request is aborted', async () => {
    playAll(service, sentences(3, { betweenMs: 50, end: 'silence' }));
    const stream = await ask();
    await stream.next('message.answer.delta');
    const request = tierOf(service, 1).requests.at(-1) ?? expect.fail();
    const cancelled = await fetch(path(stream.messageId, 'cancel'), {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    expect(cancelled.status).toBe(200);
    await request.closed;
    const end = endOf(await (await follow(stream.messageId, '0')).rest());
    expect(end).toMatchObject({ status: 'cancelled', answer: '', citations: [] });
    expect(await cancelled.json()).toEqual(end);
    const record = await tenant.auditOf(end);
    expect(record).toMatchObject({ status: 'cancelled', answer: '' });
    // What was called off was begun, and the provider counts it.
    expect(record.cost).toMatchObject({ currency: 'EUR', input_tokens: 10 });
    expect((await stream.rest()).at(-1)?.type).toBe('message.cancelled');
  });
});

import type { ReceivedEvent } from '@avow/client';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  holiday,
  holidayQuestion,
  openStream,
  playAll,
  startWrittenService,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let url: string;
let tenant: WrittenTenant;

beforeAll(async () => {
  service = await startWrittenService({ env: { AVOW_ANSWER_CACHE_MS: '60000' } });
  url = await service.app.listen();
});
beforeEach(async () => {
  tenant = await service.newTenant();
});
afterAll(() => service.close());

/** Has the answer written sentence by sentence, the last of them once one was shown if that is wanted, and reads all events. */
async function stream({ isShownBefore = false } = {}): Promise<{
  readonly deltas: readonly string[];
  readonly response: QueryResponse;
}> {
  const shown = Promise.withResolvers<void>();
  playAll(service, {
    ...{ kind: 'say', pieces: holiday.map((sentence) => `${sentence} [1] `), betweenMs: 60 },
    ...(isShownBefore ? { beforeLast: shown.promise } : {}),
  });
  const opened = await openStream(`${url}/v1/query`, {
    ...{ key: tenant.key, body: { prompt: holidayQuestion, stream: true }, onDelta: shown.resolve },
  });
  const events = await opened.rest();
  return { deltas: deltasOf(events), response: lastOf(events) };
}

function deltasOf(events: readonly ReceivedEvent[]): string[] {
  return events
    .filter(({ type }) => type === 'message.answer.delta')
    .map(({ data }) => JSON.parse(data).text as string);
}

function lastOf(events: readonly ReceivedEvent[]): QueryResponse {
  return queryResponseSchema.parse(JSON.parse(events.at(-1)?.data ?? ''));
}

const answer = holiday.join(' ');

describe('a streamed answer and the risk level', () => {
  it('is streamed sentence by sentence if nothing that follows can lower its score below the risk level', async () => {
    const { deltas, response } = await stream({ isShownBefore: true });
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(answer);
    expect(response.confidence.score).toBeGreaterThan(0.2);
  });

  it('is sent as a whole once its score is final if it might be withheld or capped', async () => {
    await tenant.put({ confidence: { withhold_below: 0.45, caps: { unsupported: 0.5 } } });
    const whole = await stream();
    expect(whole.deltas).toEqual([answer]);
    expect(whole.response.confidence.score).toBeGreaterThanOrEqual(0.45);
    await tenant.put({ confidence: { withhold_below: 0.2, caps: { degraded: 0.1 } } });
    expect((await stream()).deltas).toEqual([answer]);
  });

  it('is not streamed at all if it is withheld', async () => {
    await tenant.put({ confidence: { withhold_below: 1 } });
    const { deltas, response } = await stream();
    expect(response.agent_context.no_answer_cause).toBe('below_risk_level');
    expect(deltas).toEqual([response.answer]);
    expect(response.answer).toBe(
      'I did not find an answer to this. The closest page is “Handbook 🥐 › Holiday”.',
    );
    const { records } = service.data.store;
    const journal = await records.readJournal(tenant.tenantId, response.message_id, { after: 0, limit: 100 });
    for (const { body } of journal) expect(body).not.toContain('27 days');
    expect(JSON.stringify(await tenant.auditOf(response))).not.toContain('27 days');
  });
});

describe('a cached answer', () => {
  it('has the original score and explanation', async () => {
    const explained = async ({ message_id }: QueryResponse) =>
      (await service.get(tenant.key, `/v1/messages/${message_id}`)).json().confidence_explanation;
    playAll(service, { kind: 'say', pieces: [`${holiday[0]} [1]`] });
    const first = await tenant.ask(holidayQuestion);
    const again = await tenant.ask(holidayQuestion);
    expect([first, again].map(({ processing }) => processing.routing_source)).toEqual(['retrieval', 'cache']);
    expect(again.confidence).toEqual(first.confidence);
    expect(await explained(again)).toEqual(await explained(first));
  });
});

import { queryResponseSchema } from '@avow/contract/query';
import { problemDocumentSchema } from '@avow/contract/testing';
import type { MessageId, TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failAtCall } from './support/fail-at-call.ts';
import { officePack, startTestService, type TestService } from './support/test-service.ts';

let plain: TestService;
let tenantId: TenantId;
let key: string;
/** What a start asks of the store, before any question. */
let callsAtStart: number;

beforeAll(async () => {
  plain = await startTestService();
  tenantId = await plain.createTenant('office');
  key = await plain.createKey(tenantId);
  await plain.loadPack(tenantId, officePack);
  const counted = await startFailing(Number.POSITIVE_INFINITY);
  callsAtStart = counted.callCount();
  await counted.service?.close();
});

/** A second service on the same open folder, with nothing in memory, whose store fails at this call. Null: it did not start. */
async function startFailing(failAt: number) {
  let callCount = () => 0;
  const service = await startTestService({
    beside: plain,
    wrap: (data) => {
      const failing = failAtCall(data.store, failAt);
      callCount = failing.callCount;
      return { ...data, store: failing.store };
    },
  }).catch(() => null);
  return { service, callCount: () => callCount() };
}

afterAll(() => plain.close());

const requests = [
  { name: 'a curated hit', body: { prompt: 'Where is the canteen?' }, headers: {} },
  {
    name: 'a document',
    body: { prompt: 'How many days of paid holiday does an employee have?' },
    headers: {},
  },
  {
    name: 'an idempotency key',
    body: { prompt: 'Where is the canteen?' },
    headers: { 'idempotency-key': 'once' },
  },
  { name: 'a later answer', body: { prompt: 'Where is the canteen?' }, headers: { prefer: 'respond-async' } },
] as const;

/** So many runs in a row to which no call was left that fails. */
const unfailedEnough = 5;

describe('a store that fails at call n, for every n', () => {
  it.each(requests)(
    '[CON-4-17] [CON-4-18] [CON-5-31] never answers without a record: $name',
    async ({ body, headers }) => {
      let failures = 0;
      // What a start goes on with beside the question makes as many calls before it as the machine lets it.
      let unfailed = 0;
      // A start is the same whatever is asked after it: it is made to fail once at each of its calls.
      const first = body === requests[0].body ? 1 : callsAtStart;
      for (let failAt = first; failAt < first + 70; failAt += 1) {
        const { service, callCount } = await startFailing(failAt);
        // The service does not start where its upkeep fails: nothing is answered then, either.
        if (service === null) {
          failures += 1;
          continue;
        }
        const response = await service.post(
          key,
          body,
          'idempotency-key' in headers ? { 'idempotency-key': `once-${failAt}` } : headers,
        );
        if (response.statusCode < 300) {
          const answered = queryResponseSchema.parse(response.json());
          const stored = await plain.data.store.records.getMessage(tenantId, answered.message_id);
          expect(stored, `answered at ${failAt} without a record`).not.toBeNull();
        } else {
          failures += 1;
          const problem = problemDocumentSchema.parse(response.json());
          expect(problem.status).toBeGreaterThanOrEqual(500);
          expect(response.body).not.toContain('canteen');
          if (problem.message_id !== undefined) {
            const stored = await plain.data.store.records.getMessage(
              tenantId,
              problem.message_id as MessageId,
            );
            expect(stored?.status).toBe('failed');
          }
        }
        const calls = callCount();
        await service.close();
        unfailed = calls < failAt ? unfailed + 1 : 0;
        if (unfailed === unfailedEnough) {
          expect(failures).toBeGreaterThan(1);
          return;
        }
      }
      throw new Error('the path never ran without a failure');
    },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { messagePageSchema } from '@avow/contract/testing';
import { testScreening } from '@avow/guardrails/testing';
import type { Screener } from '@avow/inference';
import { expect, it } from 'vitest';
import { problemOf, startTestService } from '../support/test-service.ts';

const takesMs = 150;

/** A screener that takes a while for each text, or waits for a gate. */
function slowScreener() {
  let gate: PromiseWithResolvers<void> | null = null;
  let waiting = 0;
  const screener: Screener = {
    name: 'slow',
    screen: async (texts) => {
      waiting += 1;
      await (gate === null ? sleep(takesMs) : gate.promise);
      waiting -= 1;
      return texts.map(() => testScreening());
    },
    close: async () => undefined,
  };
  return {
    screener,
    waiting: () => waiting,
    shut: () => {
      gate = Promise.withResolvers();
    },
    open: () => {
      gate?.resolve();
      gate = null;
    },
  };
}

/** Long enough to be screened whatever the classifier says of it. */
const promptOf = (number: number) => ({ prompt: `What does rule ${number} of the handbook say? `.repeat(8) });

it('refuses a question that could not be answered in time, and records nothing of it', async () => {
  const { screener, waiting, shut, open } = slowScreener();
  const service = await startTestService({ screener });
  try {
    const key = await service.createKey(await service.createTenant('office'));
    for (let asked = 0; asked < 8; asked += 1)
      expect((await service.post(key, promptOf(asked))).statusCode).toBe(200);
    shut();
    const admitted = Array.from({ length: 6 }, (_, number) => service.post(key, promptOf(100 + number)));
    await expect.poll(waiting).toBeGreaterThanOrEqual(6);
    // Six others go before it: its client waits for a second, and would wait for more.
    const refused = await service.post(key, promptOf(200), { prefer: 'wait=1' });
    expect([refused.statusCode, problemOf(refused).code]).toEqual([503, 'overloaded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(problemOf(refused).message_id).toBeUndefined();
    // Those of another tenant do not keep it out.
    const other = await service.createKey(await service.createTenant('other'));
    const neighbour = service.post(other, promptOf(300));
    await expect.poll(waiting).toBeGreaterThanOrEqual(7);
    open();
    for (const response of await Promise.all([...admitted, neighbour])) expect(response.statusCode).toBe(200);
    const page = messagePageSchema.parse((await service.get(key, '/v1/messages?limit=50')).json());
    expect(page.data).toHaveLength(14);
  } finally {
    open();
    await service.close();
  }
});

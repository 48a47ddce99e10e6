import { readFileSync } from 'node:fs';
import { operations } from '@avow/contract';
import { webhookDeliverySchema } from '@avow/contract/testing/administration';
import { webhookEventTypes } from '@avow/contract/webhooks';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../src/features/webhooks/send-webhook.ts';
import { newWebhookSecret } from '../src/features/webhooks/webhooks.ts';

const page = readFileSync(new URL('../../../docs/guide/webhooks.md', import.meta.url), 'utf8');

/** The names in the first column of the table that begins with this heading. */
function readTable(heading: string): string[] {
  const [, rest = ''] = page.split(heading);
  const rows = rest.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return rows.map((row) => /^\| `([\w.]+)`/.exec(row)?.[1] ?? row);
}

type Verify = (headers: object, body: string, secret: string) => boolean;

async function loadVerify(): Promise<Verify> {
  const code = /^```js\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
  const { verifyWebhook } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return verifyWebhook;
}

describe('the page on webhooks', () => {
  it('verifies signatures in ten lines', async () => {
    const verify = await loadVerify();
    const code = /^```js\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(10);
    const [secret, previous] = [newWebhookSecret(), newWebhookSecret()];
    const body = '{"type":"webhook.test","data":{"é":"ü"}}';
    const signed = { eventId: 'evt_1', atMs: Date.now(), body };
    const headers = signWebhook([secret, previous], signed);
    expect(verify(headers, body, secret)).toBe(true);
    expect(verify(headers, body, previous)).toBe(true);
    expect(verify(headers, `${body} `, secret)).toBe(false);
    expect(verify(headers, body, newWebhookSecret())).toBe(false);
    expect(verify({ ...headers, 'webhook-id': 'evt_2' }, body, secret)).toBe(false);
    const old = signWebhook([secret], { ...signed, atMs: Date.now() - 301_000 });
    expect(verify(old, body, secret)).toBe(false);
    expect(verify({ ...headers, 'webhook-timestamp': 'x' }, body, secret)).toBe(false);
  });

  it('lists every type of event and every outcome', () => {
    expect(readTable('| Type ')).toEqual([...webhookEventTypes]);
    expect(readTable('| `outcome` ')).toEqual(webhookDeliverySchema.shape.outcome.unwrap().options);
  });

  it('names every field of a new endpoint', () => {
    const { body } = operations.createWebhookEndpoint.request;
    expect(readTable('| Field ').toSorted()).toEqual(
      Object.keys((body as never as { shape: object }).shape).toSorted(),
    );
  });
});

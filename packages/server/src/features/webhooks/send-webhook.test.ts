import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { signWebhook } from './send-webhook.ts';
import { newWebhookSecret } from './webhooks.ts';

const parts = { eventId: 'evt_1', atMs: Date.now(), body: '{"type":"message.delivered","data":{"é":1}}' };

it('[CON-9-05] signs the id, the time and the body with HMAC-SHA-256', () => {
  const secret = newWebhookSecret();
  const headers = signWebhook([secret], parts);
  const seconds = headers['webhook-timestamp'];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`evt_1.${seconds}.${parts.body}`).digest('base64');
  expect(headers).toEqual({
    ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(parts.atMs / 1000)) },
    'webhook-signature': `v1,${expected}`,
  });
});

it('makes secrets of 32 bytes that differ', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(secrets).size).toBe(2);
});

it('is verified with either secret during an overlap, and with no other', () => {
  const [current, previous] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signWebhook([current, previous], parts);
  for (const secret of [current, previous])
    expect(new Webhook(secret).verify(parts.body, headers)).toEqual(JSON.parse(parts.body));
  expect(() => new Webhook(newWebhookSecret()).verify(parts.body, headers)).toThrow(WebhookVerificationError);
  expect(() => new Webhook(current).verify(`${parts.body} `, headers)).toThrow(WebhookVerificationError);
});

import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { WebhookVerificationError } from './errors.ts';
import { verifyWebhook } from './verify-webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = '{"type":"message.delivered","timestamp":"2026-01-02T03:04:05.678Z","data":{"word":"Größe"}}';
const at = new Date('2026-01-02T03:04:06Z');
const nowMs = at.getTime() + 2000;

/** Signed by the reference implementation. */
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(at.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
};

it('returns the event of a webhook that the secret has signed', async () => {
  const event = await verifyWebhook({ body, headers, secret, nowMs });
  expect(event.type).toBe('message.delivered');
  const bytes = new TextEncoder().encode(body);
  await expect(verifyWebhook({ body: bytes, headers: new Headers(headers), secret, nowMs })).resolves.toEqual(
    event,
  );
});

it('accepts any of several secrets and of several signatures, while a secret is replaced', async () => {
  await expect(verifyWebhook({ body, headers, secret: [other, secret], nowMs })).resolves.toBeDefined();
  const both = `v1a,AAAA v1,%% ${new Webhook(other).sign('evt_1', at, body)} ${headers['webhook-signature']}`;
  const sent = { ...headers, 'webhook-signature': both };
  await expect(verifyWebhook({ body, headers: sent, secret, nowMs })).resolves.toBeDefined();
});

it.each([
  ['another body', { body: body.replace('Größe', 'Grösse') }],
  ['another secret', { secret: other }],
  ['another id', { headers: { ...headers, 'webhook-id': 'evt_2' } }],
  ['another time', { headers: { ...headers, 'webhook-timestamp': String(at.getTime() / 1000 + 1) } }],
  ['no time', { headers: { ...headers, 'webhook-timestamp': 'now' } }],
  ['no signature', { headers: { ...headers, 'webhook-signature': undefined } }],
  ['a webhook that is too old', { nowMs: nowMs + 400_000 }],
  ['a webhook from the future', { nowMs: nowMs - 400_000 }],
])('refuses %s', async (_what, changed) => {
  await expect(verifyWebhook({ body, headers, secret, nowMs, ...changed })).rejects.toThrow(
    WebhookVerificationError,
  );
});

it('says if the secret is none', async () => {
  await expect(verifyWebhook({ body, headers, secret: 'whsec_%%', nowMs })).rejects.toThrow(TypeError);
});

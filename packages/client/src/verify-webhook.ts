import type { WebhookEvent } from '../generated/types.ts';
import { WebhookVerificationError } from './errors.ts';

export interface WebhookRequest {
  /** Exactly as received: parsing and writing it again changes it. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while a secret is replaced. */
  readonly secret: string | readonly string[];
  /** How old a webhook may be, and how far ahead the clock of the sender. Default: 300. */
  readonly toleranceSeconds?: number;
  readonly nowMs?: number;
}

/**
 * The event, if the webhook is signed with the secret and recent (Standard Webhooks 1.0); otherwise throws a
 * `WebhookVerificationError`. An event can arrive more than once: remember the ids of those you have handled.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, nowMs = Date.now() } = request;
  const id = headerOf(request.headers, 'webhook-id');
  const timestamp = headerOf(request.headers, 'webhook-timestamp');
  const signatures = headerOf(request.headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw refused('The header webhook-timestamp is not a time');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    throw refused('The webhook is too old, or the clocks differ');
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given = signatures
    .split(' ')
    .flatMap((text) => (text.startsWith('v1,') ? decode(text.slice(3)) : []));
  for (const secret of [request.secret].flat()) {
    const key = await importSecret(secret);
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent;
  }
  throw refused('No signature matches');
}

const refused = (why: string) => new WebhookVerificationError(`${why}: do not trust this webhook.`);

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw refused(`The header ${name} is missing`);
  return value;
}

async function importSecret(secret: string) {
  const [bytes] = decode(secret.replace(/^whsec_/, ''));
  if (bytes === undefined) throw new TypeError('The secret is not one of Standard Webhooks (whsec_…).');
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Base64 as bytes; nothing if it is not base64. */
function decode(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

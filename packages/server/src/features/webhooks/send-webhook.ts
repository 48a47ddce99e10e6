import { isIP } from 'node:net';
import { type AddressPolicy, checkUrl, FetchFault, sendRequest } from '@avow/documents/fetching';
import { Webhook } from 'standardwebhooks';
import type { SentWebhook } from './judge-attempt.ts';

/** Where webhooks may be sent. */
export interface WebhookAddresses {
  readonly policy: AddressPolicy;
  /** Whether this machine may be reached, and without https. */
  readonly allowsLoopback: boolean;
}

/** Throws a `FetchFault` if it is not an address that events may be sent to, as far as its text shows. */
export function checkWebhookUrl(text: string, { policy, allowsLoopback }: WebhookAddresses): URL {
  const url = checkUrl(text, policy);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLoopback = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
  if (url.protocol !== 'https:' && !(allowsLoopback && isLoopback))
    throw new FetchFault('not_allowed', 'events are sent over https only');
  if (isIP(host) !== 0 && !policy.isAllowedAddress(host))
    throw new FetchFault(
      'not_allowed',
      'it is not on the public internet but an address of this machine or of a private network, which is allowed only if the setting AVOW_WEBHOOK_PRIVATE_ADDRESSES is on',
    );
  url.hash = '';
  return url;
}

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Rejects only if the signal is aborted. */
export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<SentWebhook>;

/** Of a response only the status matters: the rest is read so that the other side may end it, and thrown away. */
const responseBytesMax = 4 * 1024;

/** Sends events to endpoints of tenants, who must not gain access to the networks of this machine (SSRF). */
export function createSendWebhook(addresses: WebhookAddresses, timeoutMs: number): SendWebhook {
  const { policy } = addresses;
  return async ({ url: text, headers: signed, body }, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const url = checkWebhookUrl(text, addresses);
      const headers = {
        ...{ ...signed, 'content-type': 'application/json' },
        ...{ accept: '*/*', 'accept-encoding': 'identity' },
        'content-length': String(Buffer.byteLength(body)),
      };
      const response = await sendRequest(url, {
        ...{ policy, headers, body },
        signal: AbortSignal.any([signal, timeout]),
      });
      const { statusCode: status = 0 } = response;
      await discard(response).catch(() => undefined);
      return { kind: 'response', status, retryAfterMs: readRetryAfter(response.headers['retry-after']) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (timeout.aborted) return { kind: 'fault', outcome: 'timeout' };
      const isRefused = error instanceof FetchFault && error.code === 'not_allowed';
      return { kind: 'fault', outcome: isRefused ? 'not_allowed' : 'unreachable' };
    }
  };
}

async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the response, and its connection with it.
    if (size > responseBytesMax) return;
  }
}

/** Only seconds: a date would depend on the clock of the other side. */
function readRetryAfter(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : null;
}

/** What is signed: the id, the time and the body. */
interface SignedEvent {
  readonly eventId: string;
  readonly atMs: number;
  readonly body: string;
}

/** The headers of an event by Standard Webhooks 1.0, with one signature for each secret. */
export function signWebhook(
  secrets: readonly string[],
  { eventId, atMs, body }: SignedEvent,
): Readonly<Record<string, string>> {
  const at = new Date(atMs);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
  };
}

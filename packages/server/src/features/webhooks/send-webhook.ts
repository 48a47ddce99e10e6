import { FetchFault, sendRequest } from '@avow/documents';
import type { SentWebhook } from './judge-attempt.ts';
import { checkWebhookUrl, type WebhookAddresses } from './webhook-address.ts';

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

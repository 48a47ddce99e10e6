import { Webhook } from 'standardwebhooks';

/** What is signed: the id, the time and the body. */
export interface SignedParts {
  readonly eventId: string;
  readonly atMs: number;
  readonly body: string;
}

/** The headers of an event by Standard Webhooks 1.0, with one signature for each secret. */
export function signWebhook(
  secrets: readonly string[],
  { eventId, atMs, body }: SignedParts,
): Readonly<Record<string, string>> {
  const at = new Date(atMs);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
  };
}

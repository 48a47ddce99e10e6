import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A signing secret as Standard Webhooks writes one. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

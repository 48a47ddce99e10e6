import { isIP } from 'node:net';
import { type AddressPolicy, checkUrl, FetchFault } from '@avow/documents';

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
    throw new FetchFault('not_allowed', 'it is not on the public internet');
  url.hash = '';
  return url;
}

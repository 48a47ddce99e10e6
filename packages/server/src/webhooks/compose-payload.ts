import { AppError, type KeyId, type TenantId, type UserId } from '@avow/foundation';
import type { AccessStore, KeyRow } from '../access/access-store.ts';
import type { Actor } from '../access/attribution.ts';
import { toMessage } from '../records/message.ts';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import type { ClaimedDelivery } from './webhook-store.ts';

export interface PayloadParts {
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly access: Pick<AccessStore, 'listKeys'>;
  /** Whether this person may sign in, and read messages. */
  readonly isReader: (tenantId: TenantId, userId: UserId) => Promise<boolean>;
}

/** Larger ones are sent without their content. */
export const payloadBytesMax = 256 * 1024;

/** Why an event has no content although its endpoint asks for it. */
type Omission = 'not_permitted' | 'not_available' | 'too_large';

const aboutMessages = /^(?:message\.|guardrail\.)/;

/**
 * The body of an event at the time of sending: as it was written or, if the endpoint asks for content and may have it, with
 * the message as it is now. Nothing of that is stored.
 */
export function createComposePayload({ records, access, isReader }: PayloadParts) {
  async function mayRead(tenantId: TenantId, by: Actor, nowMs: number): Promise<boolean> {
    if (by === 'operator') return true;
    if (by.startsWith('usr_')) return await isReader(tenantId, by as UserId);
    return isReadingKey(await access.listKeys(tenantId), by as KeyId, nowMs);
  }
  return async (claimed: ClaimedDelivery, nowMs: number): Promise<string> => {
    const { tenantId, delivery, body, contentBy } = claimed;
    const { messageId, type } = delivery;
    if (contentBy === null || messageId === null || !aboutMessages.test(type)) return body;
    const omit = (reason: Omission) => withData(body, { message: null, message_omitted: reason });
    if (!(await mayRead(tenantId, contentBy, nowMs))) return omit('not_permitted');
    const message = await records.getMessage(tenantId, messageId).then(readMessage).catch(ifDamaged);
    if (message === null) return omit('not_available');
    const whole = withData(body, { message, message_omitted: null });
    return Buffer.byteLength(whole) > payloadBytesMax ? omit('too_large') : whole;
  };
}

const readMessage = (stored: StoredMessage | null) => (stored === null ? null : toMessage(stored));

/** A message that cannot be read must not keep back the events behind it; a store that cannot be reached is tried again. */
function ifDamaged(error: unknown): null {
  if (error instanceof AppError && error.code !== 'internal') throw error;
  return null;
}

function withData(body: string, more: Readonly<Record<string, unknown>>): string {
  // Only what `makeEvent` wrote is ever a body.
  const event: { readonly data: Readonly<Record<string, unknown>> } = JSON.parse(body);
  return JSON.stringify({ ...event, data: { ...event.data, ...more } });
}

/** Whether this key, or one that replaces it, is valid and may read messages. */
function isReadingKey(keys: readonly KeyRow[], keyId: KeyId, nowMs: number): boolean {
  const key = keys.find((row) => row.keyId === keyId);
  if (key === undefined || key.revokedAtMs !== null) return false;
  if (key.expiresAtMs > nowMs && key.scopes.includes('messages:read')) return true;
  return keys.some(
    ({ rotatedFrom, keyId: next }) => rotatedFrom === keyId && isReadingKey(keys, next, nowMs),
  );
}

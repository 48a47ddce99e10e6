import type { Message } from '@avow/contract/query';
import { AppError, type KeyId, type TenantId, type UserId } from '@avow/foundation';
import type { AccessStore, Actor, KeyRow } from '../keys/access-store.ts';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import { mayRead, type ReaderGroups, toMessage } from '../records/records.ts';
import type { ClaimedDelivery } from './webhook-store.ts';

export interface PayloadSources {
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly access: Pick<AccessStore, 'listKeys'>;
  /** The groups that this person may name; `none` if they may not sign in, or not read messages. */
  readonly groupsOfReader: (tenantId: TenantId, userId: UserId) => Promise<ReaderGroups | 'none'>;
}

/** Larger ones are sent without their content. */
export const payloadBytesMax = 256 * 1024;

/** Why an event has no content although its endpoint asks for it. */
type Omission = 'not_permitted' | 'not_available' | 'too_large';

const aboutMessages = /^(?:message|guardrail|handover)\./;

/**
 * The body of an event at the time of sending: as it was written or, if the endpoint asks for content and may have it, with
 * the message as it is now. Nothing of that is stored.
 */
export function createComposePayload({ records, access, groupsOfReader }: PayloadSources) {
  async function findGroups(tenantId: TenantId, by: Actor, nowMs: number): Promise<ReaderGroups | 'none'> {
    if (by === 'operator') return null;
    if (by.startsWith('usr_')) return await groupsOfReader(tenantId, by as UserId);
    return groupsOfKey(await access.listKeys(tenantId), by as KeyId, nowMs);
  }
  return async (claimed: ClaimedDelivery, nowMs: number): Promise<string> => {
    const { tenantId, delivery, body, contentBy } = claimed;
    const { messageId, type } = delivery;
    if (contentBy === null || messageId === null || !aboutMessages.test(type)) return body;
    const omit = (reason: Omission) => withData(body, { message: null, message_omitted: reason });
    const groups = await findGroups(tenantId, contentBy, nowMs);
    if (groups === 'none') return omit('not_permitted');
    const stored = await records.getMessage(tenantId, messageId).catch(ifDamaged);
    // As if it were not there, like everywhere.
    if (stored === null || !mayRead(stored.audience, groups)) return omit('not_available');
    const message = readMessage(stored);
    if (message === null) return omit('not_available');
    const whole = withData(body, { message, message_omitted: null });
    return Buffer.byteLength(whole) > payloadBytesMax ? omit('too_large') : whole;
  };
}

function readMessage(stored: StoredMessage): Message | null {
  try {
    return toMessage(stored);
  } catch (error) {
    return ifDamaged(error);
  }
}

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

/** The groups of this key, or of one that replaces it, if it is valid and may read messages. */
function groupsOfKey(keys: readonly KeyRow[], keyId: KeyId, nowMs: number): ReaderGroups | 'none' {
  const key = keys.find((row) => row.keyId === keyId);
  if (key === undefined || key.revokedAtMs !== null) return 'none';
  if (key.expiresAtMs > nowMs && key.scopes.includes('messages:read')) return key.groups;
  const next = keys
    .filter(({ rotatedFrom }) => rotatedFrom === keyId)
    .map((one) => groupsOfKey(keys, one.keyId, nowMs));
  return next.find((groups) => groups !== 'none') ?? 'none';
}

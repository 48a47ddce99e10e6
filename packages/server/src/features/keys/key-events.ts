import { formatTime } from '@avow/contract/values';
import { makeEvent, type OutboxEvent } from '@avow/foundation';

/** Events about keys: ids and times, never a key, its name or its groups. */
export const keyEvents = {
  created: (keyId: string, nowMs: number): OutboxEvent => makeEvent('key.created', nowMs, { key_id: keyId }),
  rotated: (
    keyId: string,
    nowMs: number,
    next: { readonly keyId: string; readonly oldExpiresAtMs: number },
  ) =>
    makeEvent('key.rotated', nowMs, {
      ...{ key_id: keyId, successor_id: next.keyId, expires_at: formatTime(next.oldExpiresAtMs) },
    }),
  revoked: (keyId: string, nowMs: number): OutboxEvent => makeEvent('key.revoked', nowMs, { key_id: keyId }),
  expiring: (keyId: string, nowMs: number, expiresAtMs: number): OutboxEvent =>
    makeEvent('key.expiring', nowMs, { key_id: keyId, expires_at: formatTime(expiresAtMs) }),
};

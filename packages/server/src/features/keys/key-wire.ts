import type { ApiKeyEntry, TenantEntry } from '@avow/contract/access';
import { formatTime } from '@avow/contract/values';
import type { KeyRow, Tenant } from './access-store.ts';
import { keyStatusOf } from './api-key.ts';

export function keyToWire(key: KeyRow, nowMs: number): ApiKeyEntry {
  return {
    key_id: key.keyId,
    name: key.name,
    mode: key.mode,
    status: keyStatusOf(key, nowMs),
    scopes: [...key.scopes],
    groups: key.groups === null ? null : [...key.groups],
    origins: key.origins === null ? null : [...key.origins],
    content_pack_ids: key.packIds === null ? null : [...key.packIds],
    created_at: formatTime(key.createdAtMs),
    expires_at: formatTime(key.expiresAtMs),
    revoked_at: key.revokedAtMs === null ? null : formatTime(key.revokedAtMs),
    rotated_from: key.rotatedFrom,
  };
}

export function tenantToWire({ tenantId, name, status, createdAtMs }: Tenant): TenantEntry {
  return { tenant_id: tenantId, name, status, created_at: formatTime(createdAtMs) };
}

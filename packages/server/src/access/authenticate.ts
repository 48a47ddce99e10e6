import { hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@avow/contract';
import type { Clock, KeyId, TenantId } from '@avow/foundation';
import { AppError, isFresh } from '@avow/foundation';
import type { AccessStore, KeyWithTenant } from './access-store.ts';
import { type ParsedKey, parseKey, unauthenticated, verifySecret } from './api-key.ts';

/** Who is asking, as determined by the key and nothing else in the request. */
export interface Principal {
  readonly tenantId: TenantId;
  readonly keyId: KeyId;
  readonly scopes: ReadonlySet<Scope>;
}

export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

/** A revoked key must stop working within a second: half of that for this cache, half for the network. */
const rowKeptMs = 500;
const rowsKeptMax = 10_000;

interface KeptRow {
  readonly row: Promise<KeyWithTenant | null>;
  readonly readAtMs: number;
  /** SHA-256 of the text of a key whose HMAC was verified, so that the same text need not be verified again so soon. */
  verified: string | null;
}

/**
 * Rows are kept for half a second, so that a busy key costs one look-up and one HMAC in that time. Secrets are never
 * kept.
 */
export function createAuthenticate(parts: {
  readonly access: AccessStore;
  readonly pepper: KeyObject;
  readonly clock: Clock;
}): Authenticate {
  const rows = new Map<string, KeptRow>();

  function findKey(publicId: string, nowMs: number): KeptRow {
    const kept = rows.get(publicId);
    if (kept !== undefined && isFresh({ ...kept, keptMs: rowKeptMs }, nowMs)) return kept;
    if (rows.size >= rowsKeptMax) rows.clear();
    const row = parts.access.findKey(publicId);
    const fetched: KeptRow = { row, readAtMs: nowMs, verified: null };
    rows.set(publicId, fetched);
    // A failed or empty look-up is not kept: the next request asks again.
    const discard = () => {
      if (rows.get(publicId) === fetched) rows.delete(publicId);
    };
    row.then((found) => found ?? discard(), discard);
    return fetched;
  }

  function verifyKey(kept: KeptRow, parsed: ParsedKey, { key }: KeyWithTenant): void {
    const digest = hash('sha256', `${parsed.mode}.${parsed.publicId}.${parsed.secret}`, 'base64url');
    if (kept.verified !== null && timingSafeEqual(Buffer.from(kept.verified), Buffer.from(digest))) return;
    if (key.mode !== parsed.mode) throw unauthenticated();
    verifySecret(parts.pepper, parsed, key.secretHmac);
    kept.verified = digest;
  }

  return async (authorization) => {
    const text = /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1];
    const parsed = text === undefined ? null : parseKey(text);
    if (parsed === null) throw unauthenticated();
    const nowMs = parts.clock.nowMs();
    const kept = findKey(parsed.publicId, nowMs);
    const found = await kept.row;
    if (found === null) throw unauthenticated();
    verifyKey(kept, parsed, found);
    const { key, tenant } = found;
    // Only a caller with the secret learns the state of the key.
    if (key.revokedAtMs !== null) throw new AppError('key_revoked', { detail: 'This API key was revoked.' });
    if (key.expiresAtMs <= nowMs) throw new AppError('key_expired', { detail: 'This API key has expired.' });
    if (tenant.status === 'suspended')
      throw new AppError('tenant_suspended', { detail: 'This tenant is suspended.' });
    return { tenantId: tenant.tenantId, keyId: key.keyId, scopes: new Set(key.scopes) };
  };
}

/** Checked before anything is looked up on the caller's behalf. */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope)) return;
  throw new AppError('insufficient_scope', { detail: `This key lacks the scope ${scope}.` });
}

import { hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@avow/foundation';
import { AppError, isFresh } from '@avow/foundation';
import type { AccessStore, KeyWithTenant } from './access-store.ts';
import { keyKind, type ParsedKey, parseKey, unauthenticated, verifySecret } from './api-key.ts';
import type { Principal } from './keys.ts';

export interface Authentication {
  readonly authenticate: (authorization: string | undefined) => Promise<Principal>;
  /**
   * The caller, if the same key was verified so recently that nothing has to be looked up. Null says nothing about the key.
   */
  recall(authorization: string | undefined): Principal | null;
}

/** A revoked key must stop working within a second: half of that for this cache, half for the network. */
const rowKeptMs = 500;
const rowsKeptMax = 10_000;
/** Of no key: it has the length of an HMAC. */
const noHmac = 'A'.repeat(43);

interface KeptRow {
  readonly row: Promise<KeyWithTenant | null>;
  readonly readAtMs: number;
  verified: VerifiedKey | null;
}

interface VerifiedKey {
  /** SHA-256 of the text of a key whose HMAC was verified, so that the same text need not be verified again so soon. */
  readonly digest: Buffer;
  readonly found: KeyWithTenant;
  readonly principal: Principal;
}

/**
 * Rows are kept for half a second, so that a busy key costs one look-up and one HMAC in that time. Secrets are never
 * kept.
 */
export function createAuthentication(parts: {
  readonly access: Pick<AccessStore, 'findKey'>;
  readonly pepper: KeyObject;
  readonly clock: Clock;
}): Authentication {
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

  function verifyKey(kept: KeptRow, parsed: ParsedKey, found: KeyWithTenant): VerifiedKey {
    if (kept.verified !== null && isVerified(kept.verified, parsed)) return kept.verified;
    const { key } = found;
    verifySecret(parts.pepper, parsed, key.secretHmac);
    if (keyKind(key) !== parsed.kind) throw unauthenticated();
    kept.verified = { digest: digestOf(parsed), found, principal: principalOf(found) };
    return kept.verified;
  }

  return {
    authenticate: async (authorization) => {
      const parsed = readKey(authorization);
      if (parsed === null) throw unauthenticated();
      const nowMs = parts.clock.nowMs();
      const kept = findKey(parsed.publicId, nowMs);
      const found = await kept.row;
      if (found === null) {
        // The same steps as for a wrong secret, so that they do not reveal which keys exist.
        verifySecret(parts.pepper, parsed, noHmac);
        throw unauthenticated();
      }
      const { principal } = verifyKey(kept, parsed, found);
      // Only a caller with the secret learns the state of the key.
      requireUsable(found, nowMs);
      return principal;
    },
    recall: (authorization) => {
      const parsed = readKey(authorization);
      const kept = parsed === null ? undefined : rows.get(parsed.publicId);
      if (parsed === null || kept?.verified == null || !isVerified(kept.verified, parsed)) return null;
      const nowMs = parts.clock.nowMs();
      const { found, principal } = kept.verified;
      const isKnown = isFresh({ ...kept, keptMs: rowKeptMs }, nowMs) && isUsable(found, nowMs);
      return isKnown ? principal : null;
    },
  };
}

function readKey(authorization: string | undefined): ParsedKey | null {
  const text = /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1];
  return text === undefined ? null : parseKey(text);
}

function digestOf({ kind, publicId, secret }: ParsedKey): Buffer {
  return hash('sha256', `${kind}.${publicId}.${secret}`, 'buffer');
}

function isVerified({ digest }: VerifiedKey, parsed: ParsedKey): boolean {
  return timingSafeEqual(digest, digestOf(parsed));
}

function isUsable({ key, tenant }: KeyWithTenant, nowMs: number): boolean {
  return key.revokedAtMs === null && key.expiresAtMs > nowMs && tenant.status !== 'suspended';
}

function requireUsable({ key, tenant }: KeyWithTenant, nowMs: number): void {
  if (key.revokedAtMs !== null) throw new AppError('key_revoked', { detail: 'This API key was revoked.' });
  if (key.expiresAtMs <= nowMs) throw new AppError('key_expired', { detail: 'This API key has expired.' });
  if (tenant.status === 'suspended')
    throw new AppError('tenant_suspended', { detail: 'This tenant is suspended.' });
}

function principalOf({ key, tenant }: KeyWithTenant): Principal {
  const { keyId, scopes, groups, origins } = key;
  const packIds = origins === null ? null : (key.packIds ?? []);
  return { tenantId: tenant.tenantId, callerId: keyId, scopes: new Set(scopes), groups, origins, packIds };
}

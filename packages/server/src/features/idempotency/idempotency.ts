import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { CallerId, Clock, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { RequestStore } from './request-store.ts';

/** A request that creates something, with its idempotency key. */
interface KeyedRequest {
  readonly tenantId: TenantId;
  readonly callerId: CallerId;
  readonly route: string;
  readonly key: string;
  /** What is asked for, byte by byte. */
  readonly body: readonly (string | Uint8Array)[];
  readonly requestId: string;
}

/** What is kept of a response. A body of null was not kept: it contained a secret, or was too large. */
export interface KeptResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The right to carry out a request. */
export interface HeldRequest {
  /** Keeps the response. `quotes`: see `RequestStore.completeRequest`. */
  complete(response: KeptResponse, quotes: string | null): Promise<void>;
  release(): Promise<void>;
}

export interface IdempotentRequests {
  /** Throws if the request is in progress, or the key was used for another. */
  claim(request: KeyedRequest): Promise<HeldRequest | KeptResponse>;
}

export interface IdempotentRequestsOptions {
  readonly requests: RequestStore;
  readonly pepper: KeyObject;
  readonly clock: Clock;
  readonly keepMs: number;
}

/** Longer than any request takes: only a process that died leaves its claim. */
const leaseMs = 120_000;
/** Of one tenant at a time. */
const requestsMax = 10_000;
const bodyBytesMax = 256 * 1024;
const ivBytes = 12;
const tagBytes = 16;

export function createIdempotentRequests(parts: IdempotentRequestsOptions): IdempotentRequests {
  const { requests, clock, keepMs } = parts;
  const derive = (info: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', parts.pepper, '', info, 32)));
  const [namingKey, sealingKey] = [derive('avow request names'), derive('avow request responses')];

  return {
    claim: async ({ tenantId, callerId, route, key, body, requestId }) => {
      const place = JSON.stringify([tenantId, route, key]);
      const name = createHmac('sha256', namingKey).update(place).digest('hex');
      // Without the idempotency key, which is not stored, nobody can open the response.
      const secret = createHmac('sha256', sealingKey).update(place).digest();
      const hash = createHash('sha256').update(JSON.stringify([callerId, body.length]));
      for (const piece of body) hash.update(createHash('sha256').update(piece).digest());
      const nowMs = clock.nowMs();
      const outcome = await requests.claimRequest(tenantId, {
        ...{ name, requestHash: hash.digest('hex'), claim: requestId, nowMs, requestsMax },
        ...{ leaseUntilMs: nowMs + leaseMs, expiresAtMs: nowMs + keepMs },
      });
      switch (outcome.kind) {
        case 'replay':
          return JSON.parse(open(secret, outcome.response));
        case 'in_progress':
          throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
        case 'mismatch':
          throw new AppError('idempotency_key_reused', {
            detail: 'The Idempotency-Key was used for another request, or by another caller.',
          });
        case 'too_many':
          throw new AppError('quota_exceeded', {
            detail: `A tenant can use ${requestsMax.toLocaleString('en')} idempotency keys a day for creating things.`,
            retryAfterSeconds: 3600,
          });
        case 'claimed':
          return {
            complete: async (response, quotes) => {
              const kept =
                (response.body?.length ?? 0) > bodyBytesMax ? { ...response, body: null } : response;
              const sealed = seal(secret, JSON.stringify(kept));
              await requests.completeRequest(tenantId, { name, claim: requestId, response: sealed, quotes });
            },
            release: () => requests.releaseRequest(tenantId, { name, claim: requestId }),
          };
      }
    },
  };
}

function seal(secret: Uint8Array, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function open(secret: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

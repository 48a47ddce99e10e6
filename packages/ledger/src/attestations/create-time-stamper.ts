import { randomBytes, type X509Certificate } from 'node:crypto';
import type { Clock } from '@avow/foundation';
import { sha256Bytes } from '../checkpoints/hashing.ts';
import { readTimeStampResponse } from '../time-stamps/read-time-stamp.ts';
import { TimeStampError } from '../time-stamps/time-stamp-error.ts';
import { formatTimeStampRequest } from '../time-stamps/time-stamp-request.ts';
import { verifyTimeStamp } from '../time-stamps/verify-time-stamp.ts';
import { AttestationFailure, type Attestor } from './attestation.ts';
import { failureOfStatus, postBounded, requireRecent } from './post-bounded.ts';

export interface TimeStamperOptions {
  readonly url: string;
  /** Who vouches for the authority. */
  readonly roots: readonly X509Certificate[];
  readonly everyMs: number;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

const timeoutUsualMs = 15_000;
const nonceBytes = 8;

/** What a time stamp of a checkpoint is of: all its bytes, the signature of the log too. */
export const stampedDigest = (note: string): Uint8Array<ArrayBuffer> => sha256Bytes(Buffer.from(note));

export const sourceOfUrl = (url: string): string => url.replace(/^https?:\/\//, '');

/** Asks an authority for time stamps (RFC 3161). One that the roots do not vouch for is not accepted. */
export function createTimeStamper(options: TimeStamperOptions): Attestor {
  const { url, roots, everyMs, clock, timeoutMs = timeoutUsualMs } = options;
  return {
    ...{ kind: 'time_stamp', source: sourceOfUrl(url), everyMs },
    attest: async ({ checkpoint }) => {
      const digest = stampedDigest(checkpoint.note);
      const nonce = newNonce();
      const { status, bytes } = await postBounded({
        ...{ url, timeoutMs, mediaType: 'application/timestamp-query' },
        body: formatTimeStampRequest({ digest, nonce }),
      });
      if (status !== 200) throw failureOfStatus(status);
      try {
        const token = readTimeStampResponse(bytes);
        const { atMs } = verifyTimeStamp(token, { digest, nonce, roots });
        requireRecent(atMs, clock.nowMs());
        return { atMs, proof: Buffer.from(token).toString('base64') };
      } catch (error) {
        if (!(error instanceof TimeStampError)) throw error;
        const code = error.code === 'refused' ? 'refused' : 'invalid';
        throw new AttestationFailure(code, error.message, { cause: error });
      }
    },
  };
}

/** Positive, so that it has one spelling. */
function newNonce(): bigint {
  const bytes = randomBytes(nonceBytes);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.readBigUInt64BE() | 1n;
}

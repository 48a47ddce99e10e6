import type { Hmac } from '../log/commitment.ts';
import type { Sha256 } from '../log/tree/hash.ts';

/** Injected, because a million records are hashed with them. */
export interface Digests {
  readonly sha256: Sha256<Uint8Array>;
  /** In lower-case hexadecimal. */
  readonly hmac: Hmac<string>;
}

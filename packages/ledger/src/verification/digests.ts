import type { Hmac } from '@avow/ledger-log/entries';
import type { Sha256 } from '@avow/ledger-log/tree';

/** Injected, because a million records are hashed with them. */
export interface Digests {
  readonly sha256: Sha256<Uint8Array>;
  /** In lower-case hexadecimal. */
  readonly hmac: Hmac<string>;
}

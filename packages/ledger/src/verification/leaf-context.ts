import type { Archive } from './archive.ts';
import type { Digests } from './digests.ts';
import type { KnownExpiries } from './known-expiries.ts';
import type { KnownRules } from './known-rules.ts';

/** What a leaf is compared with. */
export interface LeafContext {
  readonly archive: Archive;
  readonly tenantId: string;
  readonly digests: Digests;
  readonly expiries: KnownExpiries;
  readonly rules: KnownRules;
  /** False: there is no key, so what is encrypted, and commitments to it, are not looked at. */
  readonly opensContent: boolean;
}

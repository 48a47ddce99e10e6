import type { Archive } from '../interfaces/archive.ts';
import type { Digests } from './digests.ts';
import type { KnownExpiries } from './known-expiries.ts';

/** What a leaf is checked against. */
export interface LeafContext {
  readonly archive: Archive;
  readonly tenantId: string;
  readonly digests: Digests;
  readonly expiries: KnownExpiries;
}

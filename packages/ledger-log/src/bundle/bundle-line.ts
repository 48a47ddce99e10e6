import type { NamedText } from '../entry.ts';

/** Written and read where nobody else attests the log. */
export const bundleVersion = 'avow.bundle.v4';

/** The same, with what others attest. */
export const attestedBundleVersion = 'avow.bundle.v5';

/** They have no proofs between the trees that replaced keys have signed, so a key that leaked could have signed anything. */
export const outdatedVersions: readonly unknown[] = ['avow.bundle.v1', 'avow.bundle.v2', 'avow.bundle.v3'];

/** Which records were requested. This is the exporter's statement: no proof covers it. */
export type BundleScope =
  | { readonly kind: 'all' }
  /** By the time of the question: from `from` (inclusive) until `until` (exclusive). At least one is given. */
  | { readonly kind: 'period'; readonly from: string | null; readonly until: string | null }
  | { readonly kind: 'thread'; readonly threadId: string }
  | { readonly kind: 'end_user'; readonly endUserId: string }
  | BundleFilter;

/** All criteria that are not null must hold. At least one is given. */
export interface BundleFilter {
  readonly kind: 'filter';
  readonly from: string | null;
  readonly until: string | null;
  readonly threadId: string | null;
  readonly endUserId: string | null;
  readonly status: string | null;
  readonly band: string | null;
  readonly tripwireTriggered: boolean | null;
}

/** The first line. */
export interface BundleHead {
  readonly type: 'bundle';
  readonly version: typeof bundleVersion | typeof attestedBundleVersion;
  readonly tenantId: string;
  /** `avow/` and the tenant. */
  readonly origin: string;
  readonly verifierKey: string;
  /** The signed notes by which keys of the log were replaced, oldest first. */
  readonly keyChanges: readonly string[];
  /**
   * As many consistency proofs, in hexadecimal: from each tree to the next, by size, of those that the statements and the
   * checkpoint state.
   */
  readonly consistency: readonly (readonly string[])[];
  readonly what: BundleScope;
  /** RFC 3339 in UTC with three decimals, like all times. */
  readonly exportedAt: string;
  /** The signed note of the checkpoint that covers all leaves of the bundle. */
  readonly checkpoint: string;
  /** What others say of this checkpoint and of earlier ones; in the version that has them, and there at least one. */
  readonly attestations?: readonly BundleAttestation[];
}

export const bundledAttestationKinds = ['time_stamp', 'cosignature'] as const;

/** What somebody else says of a checkpoint of the log, and that the checkpoint of the bundle extends it. */
export interface BundleAttestation {
  readonly kind: (typeof bundledAttestationKinds)[number];
  /** Who, by the exporter's account. */
  readonly source: string;
  /** The signed note that is attested. */
  readonly checkpoint: string;
  /** The consistency proof from its tree to that of the checkpoint of the bundle, in hexadecimal. */
  readonly consistency: readonly string[];
  /** A token in base64, or the line of a cosignature. */
  readonly proof: string;
}

export const bundledContentStates = ['present', 'redacted', 'erased', 'expired', 'dropped'] as const;
/** The first two have their content; that of the others has been destroyed. */
export type BundledContentState = (typeof bundledContentStates)[number];

export interface BundledLeaf {
  readonly leafIndex: number;
  /** The exact text of the leaf. */
  readonly entry: string;
  /** The inclusion proof from the leaf to the checkpoint's root, in hexadecimal. */
  readonly inclusion: readonly string[];
}

export interface BundleRecord extends BundledLeaf {
  readonly type: 'record';
  readonly contentState: BundledContentState;
  /** The exact texts that the leaf commits to. */
  readonly fields: readonly NamedText[];
  /** The salt of each of these fields, in hexadecimal. */
  readonly salts: readonly NamedText[];
}

export interface BundleEvent extends BundledLeaf {
  readonly type: 'event';
}

/** The last line. */
export interface BundleEnd {
  readonly type: 'end';
  readonly records: number;
  readonly events: number;
  /** SHA-256 of all bytes before this line, in hexadecimal. */
  readonly sha256: string;
}

export type BundleLine = BundleHead | BundleRecord | BundleEvent | BundleEnd;

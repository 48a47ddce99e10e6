import type { NamedText } from '../entry.ts';

export const bundleVersion = 'avow.bundle.v1';

/** Which records were asked for. These are the exporter's words: no proof covers them. */
export type BundleScope =
  | { readonly kind: 'all' }
  /** By the times at which messages were asked: from the first one on, and before the second. At least one is there. */
  | { readonly kind: 'period'; readonly from: string | null; readonly until: string | null }
  | { readonly kind: 'thread'; readonly threadId: string }
  | { readonly kind: 'end_user'; readonly endUserId: string };

/** The first line. */
export interface BundleHead {
  readonly type: 'bundle';
  readonly tenantId: string;
  /** `avow/` and the tenant. */
  readonly origin: string;
  readonly verifierKey: string;
  readonly what: BundleScope;
  /** RFC 3339 in UTC with three decimals, as all times. */
  readonly exportedAt: string;
  /** The signed note, under whose root all leaves of the bundle stand. */
  readonly checkpoint: string;
}

export const contentStates = ['present', 'redacted', 'erased', 'expired', 'dropped'] as const;
/** The first two have their content; of the others it is gone. */
export type BundledContentState = (typeof contentStates)[number];

export interface BundledLeaf {
  readonly leafIndex: number;
  /** The leaf to the letter. */
  readonly entry: string;
  /** From the leaf to the checkpoint's root, in hexadecimal. */
  readonly inclusion: readonly string[];
}

export interface BundleRecord extends BundledLeaf {
  readonly type: 'record';
  readonly contentState: BundledContentState;
  /** The exact texts that the leaf commits to. */
  readonly fields: readonly NamedText[];
  /** Of each of these fields, in hexadecimal. */
  readonly salts: readonly NamedText[];
}

export interface BundleDeed extends BundledLeaf {
  readonly type: 'deed';
}

/** The last line. */
export interface BundleEnd {
  readonly type: 'end';
  readonly records: number;
  readonly deeds: number;
  /** Over all bytes before this line, in hexadecimal. */
  readonly sha256: string;
}

export type BundleLine = BundleHead | BundleRecord | BundleDeed | BundleEnd;

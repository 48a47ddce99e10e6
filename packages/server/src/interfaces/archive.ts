import type { NamedText, Range } from '@avow/audit';

/** A message that ended, as it is stored. Nothing here is believed: it is what is to be checked. */
export interface ArchivedMessage {
  readonly messageId: string;
  readonly threadId: string;
  readonly status: string;
  readonly createdAtMs: number;
  readonly contentState: string;
  readonly leafHash: string | null;
  /** Who asked, as a keyed hash. */
  readonly person: string | null;
  /** The columns in clear, as leaves commit to them. */
  readonly facts: string;
  /** Whether the row names a secret and a content, and whether they are there. */
  readonly secret: 'none' | 'lost' | 'kept';
  readonly content: 'none' | 'lost' | 'kept';
  /** What opens it. Null: the secret does not unwrap, or the content does not open under it. */
  open(): OpenedContent | null;
  /** In hexadecimal; it outlasts the content. */
  factsSalt(): string;
}

/** What a message holds, with what its commitments are made of. */
export interface OpenedContent {
  /** The parts that a leaf commits to under the record's secret, as they are stored now. */
  readonly fields: readonly NamedText[];
  /** In hexadecimal. */
  saltOf(name: string): string;
  /** Whether the keyed hash of whoever asked is that of the name which is sealed. */
  readonly isPersonRight: boolean;
}

/** An entry of a log, as it is stored, and the message that says it stands there. */
export interface ArchivedLeaf {
  readonly leafIndex: number;
  readonly leafHash: Uint8Array;
  readonly deed: string | null;
  readonly subject: string | null;
  readonly entry: string;
  readonly message: ArchivedMessage | null;
}

/** The same without what it holds, for whoever looks for some of them. */
export interface ArchivedPlace {
  readonly leafIndex: number;
  readonly isDeed: boolean;
  readonly entry: string;
  readonly threadId: string | null;
  readonly person: string | null;
}

export interface ArchivedHead {
  /** Null: none is kept. */
  readonly size: number | null;
  /** Hashes one after the other. */
  readonly frontier: Uint8Array;
}

export interface ArchivedNode {
  /** In tiles: 1 is over 256 leaves. */
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

export interface ArchivedCheckpoint {
  readonly size: number;
  readonly root: string;
  readonly note: string;
}

/** A hold as its row has it; its words are sealed, and nobody vouches for them. */
export interface ArchivedHold {
  readonly holdId: string;
  readonly scope: string;
  readonly messageId: string | null;
  readonly threadId: string | null;
  /** Over whom it stands, as a keyed hash. */
  readonly person: string | null;
  readonly placedAtMs: number;
  readonly placedBy: string;
  readonly liftedAtMs: number | null;
  readonly liftedBy: string | null;
}

interface ArchivedRetention {
  /** Null: nothing was set. */
  readonly contentDays: number | null;
  readonly recordDays: number | null;
}

/** Something that is on record and has no place in the log. */
export interface Stray {
  readonly table: string;
  readonly messageId: string | null;
  /** As digits: it may be one that no log reaches. */
  readonly leafIndex: string | null;
}

/**
 * What a store keeps, raw, for checking it and for exporting it. It waits for nothing, as whoever reads it has a thread to
 * itself, and it reads alone: the service may go on beside it.
 */
export interface Archive {
  /** All that the work reads is of one moment. Short ones only: what was erased cannot be cleared from the disk meanwhile. */
  inSnapshot<Value>(work: () => Value): Value;
  /** Every tenant that anything here belongs to. */
  listTenants(): string[];
  /** By id or name; null: there is no such tenant. */
  findTenant(wanted: string): string | null;
  /** Whether the tenant's key can be had: `none`: it has none. */
  keyOf(tenantId: string): 'kept' | 'none' | 'damaged';
  readHead(tenantId: string): ArchivedHead;
  /** In order; with a gap where there is one. */
  readLeaves(tenantId: string, range: Range): ArchivedLeaf[];
  listPlaces(tenantId: string, range: Range): ArchivedPlace[];
  /** Of consecutive leaves: index and hash. */
  readLeafHashes(
    tenantId: string,
    range: Range,
  ): ReadonlyArray<readonly [leafIndex: number, hash: Uint8Array]>;
  readNodes(tenantId: string): Iterable<ArchivedNode>;
  readNode(tenantId: string, node: { readonly level: number; readonly index: number }): Uint8Array | null;
  listCheckpoints(tenantId: string, fromSize: number, limit: number): ArchivedCheckpoint[];
  /** Entries of these kinds, oldest first, from this index on. */
  listDeeds(
    tenantId: string,
    kind: string,
    range: { readonly from: number; readonly limit: number },
  ): ArchivedPlace[];
  /** Where the newest entry of this kind about a subject stands; null: there is none. */
  findDeed(tenantId: string, kind: string, subject: string): number | null;
  /** Where a message stands that is here still, and whether it holds anything. */
  findMessage(
    tenantId: string,
    messageId: string,
  ): { readonly leafIndex: number | null; readonly isWhole: boolean } | null;
  /** The message that says it stands here. */
  findMessageAt(tenantId: string, leafIndex: number): string | null;
  /** Where a message stood that was dropped. */
  findDropped(tenantId: string, messageId: string): number | null;
  /** The first of what stands outside the log of this size, or ended without a place in it. */
  findStray(tenantId: string, size: number): Stray | null;
  /** Whether anything is left in rows of which no message knows. */
  findLeftover(): { readonly table: string; readonly row: number } | null;
  /** The first table whose rows and indexes do not say the same: what was looked for by an index may be hidden there. */
  findDamage(): { readonly table: string; readonly why: string } | null;
  /** Those that stand, and those that were lifted. */
  listHolds(tenantId: string): ArchivedHold[];
  readRetention(tenantId: string): ArchivedRetention | null;
  /** The keyed hash under which messages of a person are found. */
  personOf(tenantId: string, endUserId: string): string | null;
  countRecords(tenantId: string, size: number): number;
  close(): void;
}

import type { NamedText } from '@avow/ledger-log/entries';
import type { Range } from '@avow/ledger-log/tree';
import type { AttestationKind } from '../attestations/attestation.ts';

/** A finished message as it is stored. None of this is trusted: it is what verification has to prove. */
export interface ArchivedMessage {
  readonly messageId: string;
  readonly threadId: string;
  readonly status: string;
  readonly createdAtMs: number;
  readonly contentState: string;
  readonly leafHash: string | null;
  /** Who asked, as a keyed hash. */
  readonly person: string | null;
  /** The plaintext columns, as leaves commit to them. */
  readonly facts: string;
  /** Which entries say what it was answered by, as leaves commit to it; null: none are named. */
  readonly rules: string | null;
  /** Whether the row refers to a secret and to content, and whether they exist. */
  readonly secret: 'none' | 'lost' | 'kept';
  readonly content: 'none' | 'lost' | 'kept';
  /** Null: the secret cannot be unwrapped, or the content cannot be decrypted with it. */
  open(): OpenedContent | null;
  /** Of `facts` or `rules`, in hexadecimal. It remains after the content is gone. */
  lastingSalt(name: string): string;
}

/** The decrypted content of a message, with the salts of its commitments. */
export interface OpenedContent {
  /** The fields that a leaf commits to under the record's secret, as they are stored now. */
  readonly fields: readonly NamedText[];
  /** In hexadecimal. */
  saltOf(name: string): string;
  /** Whether the keyed hash of the end user matches the encrypted end-user id. */
  readonly isPersonRight: boolean;
}

/** A stored log entry, and the message that refers to it. */
export interface ArchivedLeaf {
  readonly leafIndex: number;
  readonly leafHash: Uint8Array;
  readonly eventKind: string | null;
  readonly subject: string | null;
  readonly entry: string;
  readonly message: ArchivedMessage | null;
}

/** A log entry without its content, for scans that select entries. */
export interface ArchivedPlace {
  readonly leafIndex: number;
  readonly isEvent: boolean;
  readonly entry: string;
  readonly threadId: string | null;
  readonly person: string | null;
  /** Null without a message, as for `threadId`. */
  readonly status: string | null;
  readonly band: string | null;
  readonly tripwireTriggered: boolean | null;
  /** Who may see it, as it is stored; null: everybody, or nothing is left of it. */
  readonly audience: string | null;
}

export interface ArchivedHead {
  /** Null: no size is stored. */
  readonly size: number | null;
  /** The hashes, concatenated. */
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

/** What somebody else has said of a checkpoint. */
export interface ArchivedAttestation {
  readonly kind: AttestationKind;
  readonly source: string;
  readonly size: number;
  readonly proof: string;
  /** Of the checkpoint; null: it is missing. */
  readonly note: string | null;
}

/** A hold as its row stores it. Its description is encrypted and not covered by the log. */
export interface ArchivedHold {
  readonly holdId: string;
  readonly scope: string;
  readonly messageId: string | null;
  readonly threadId: string | null;
  /** The end user under the hold, as a keyed hash. */
  readonly person: string | null;
  readonly placedAtMs: number;
  readonly placedBy: string;
  readonly liftedAtMs: number | null;
  readonly liftedBy: string | null;
}

interface ArchivedRetention {
  /** Null: not set. */
  readonly contentDays: number | null;
  readonly recordDays: number | null;
}

export type RightKind = 'tenant' | 'key' | 'user' | 'session' | 'passkey' | 'policy';

/** A row that says who may do what. */
export interface ArchivedRight {
  readonly kind: RightKind;
  /** Of a policy: its revision. */
  readonly id: string;
  readonly revision: number;
  /** Whether it carries the seal of the service; null: without the keys that is not known. */
  readonly isGenuine: boolean | null;
  /** What the log must say of it, in hexadecimal; null: as above. */
  readonly commitment: string | null;
}

/** A row that shapes answers, or says whether a pack may be published. */
export interface ArchivedContent {
  readonly table: 'calibrations' | 'guarantees' | 'golden_questions' | 'publish_gates';
  /** As the log names it. */
  readonly subject: string;
  /** What the log must say of it, in hexadecimal; null: without the keys that is not known. */
  readonly commitment: string | null;
}

export interface ArchivedPack {
  readonly packId: string;
  readonly servedVersion: number | null;
  readonly versions: ReadonlyArray<{
    readonly version: number;
    readonly isRetired: boolean;
    /** Over the documents and pairs that it has now, in hexadecimal. */
    readonly root: string;
  }>;
  /** The first document or pair that is not as it was written; null: all are, or without the keys that is not known. */
  readonly changedItem: { readonly table: string; readonly id: string } | null;
}

/** A row that an entry tells of. */
export interface ArchivedStep {
  readonly leafIndex: number | null;
  readonly atMs: number | null;
  readonly actor: string | null;
}

/** A sample with its records, findings and sign-off. */
export interface ArchivedSample {
  readonly sampleId: string;
  readonly draw: ArchivedStep;
  /** What the entry of the draw must say in clear text, and commit to; the latter as far as the keys are there. */
  readonly details: readonly NamedText[];
  readonly commitments: readonly NamedText[];
  /** Whether the places of its records are consecutive. */
  readonly isInOrder: boolean;
  readonly judgements: ReadonlyArray<ArchivedStep & { readonly messageId: string; readonly finding: string }>;
  readonly signedOff: ArchivedStep | null;
}

/** A stored row that does not belong to any entry of the log. */
export interface Stray {
  readonly table: string;
  readonly messageId: string | null;
  /** As digits, because it may be larger than any log can be. */
  readonly leafIndex: string | null;
}

/**
 * Raw access to what a store holds, for verification and export. It is synchronous, because its readers have a thread to
 * themselves, and read-only, so the service may keep running meanwhile.
 */
export interface Archive {
  /**
   * Everything that the work reads is from one snapshot. Keep it short: erased data cannot be cleared from the disk meanwhile.
   */
  inSnapshot<Value>(work: () => Value): Value;
  /** Every tenant that has any row. */
  listTenants(): string[];
  /** By id or name; null: there is no such tenant. */
  findTenant(wanted: string): string | null;
  /** Whether the tenant's key can be unwrapped; `none`: the tenant has no key. */
  keyOf(tenantId: string): 'kept' | 'none' | 'damaged';
  readHead(tenantId: string): ArchivedHead;
  /** In order. Missing leaves are skipped. */
  readLeaves(tenantId: string, range: Range): ArchivedLeaf[];
  listPlaces(tenantId: string, range: Range): ArchivedPlace[];
  /** The index and the hash of consecutive leaves. */
  readLeafHashes(
    tenantId: string,
    range: Range,
  ): ReadonlyArray<readonly [leafIndex: number, hash: Uint8Array]>;
  readNodes(tenantId: string): Iterable<ArchivedNode>;
  readNode(tenantId: string, node: { readonly level: number; readonly index: number }): Uint8Array | null;
  /** By size, kind and source, those after this one. */
  listAttestations(
    tenantId: string,
    after: Pick<ArchivedAttestation, 'size' | 'kind' | 'source'>,
    limit: number,
  ): ArchivedAttestation[];
  listCheckpoints(tenantId: string, fromSize: number, limit: number): ArchivedCheckpoint[];
  /** Entries of this kind, oldest first, starting at this index. */
  listLogEvents(
    tenantId: string,
    kind: string,
    range: { readonly from: number; readonly limit: number },
  ): ArchivedPlace[];
  /** The leaf index of the newest entry of this kind about a subject; null: there is none. */
  findEvent(tenantId: string, kind: string, subject: string): number | null;
  /** The leaf index of a message that still exists, and whether it still has content. */
  findMessage(
    tenantId: string,
    messageId: string,
  ): { readonly leafIndex: number | null; readonly isWhole: boolean } | null;
  /** The message that refers to this leaf. */
  findMessageAt(tenantId: string, leafIndex: number): string | null;
  /** The leaf index of a dropped message. */
  findDropped(tenantId: string, messageId: string): number | null;
  /** The first row that refers beyond a log of this size, or is finished but has no entry in the log. */
  findStray(tenantId: string, size: number): Stray | null;
  /** The first row with data that no message refers to. */
  findLeftover(): { readonly table: string; readonly row: number } | null;
  /** The first table whose rows and indexes disagree: a lookup by index could miss rows there. */
  findDamage(): { readonly table: string; readonly why: string } | null;
  /** Both active and lifted holds. */
  listHolds(tenantId: string): ArchivedHold[];
  readRetention(tenantId: string): ArchivedRetention | null;
  /** All rows that say who may do what in this tenant. */
  listRights(tenantId: string): Iterable<ArchivedRight>;
  /** Every tenant that has such a row. */
  listRightsTenants(): string[];
  /** All rows but those of packs that shape answers. */
  listContent(tenantId: string): Iterable<ArchivedContent>;
  listSamples(tenantId: string): Iterable<ArchivedSample>;
  listPackIds(tenantId: string): string[];
  /** Null: there is no such pack. */
  readPack(tenantId: string, packId: string): ArchivedPack | null;
  /** The keyed hash by which messages of an end user are looked up. */
  personOf(tenantId: string, endUserId: string): string | null;
  countRecords(tenantId: string, size: number): number;
  close(): void;
}

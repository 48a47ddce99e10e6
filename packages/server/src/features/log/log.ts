import { AppError, type MessageId, type TenantId } from '@avow/foundation';
import {
  createTileHashSource,
  type LogEvent,
  type LogEventKind,
  type LogPlace,
  type LogStore,
  type StoredCheckpoint,
  type StoredEntry,
  toHex,
} from '@avow/ledger';
import { LogError } from '@avow/ledger-log';
import { type LogEntry, type NamedText, parseEntry } from '@avow/ledger-log/entries';
import { formatVerifierKey } from '@avow/ledger-log/notes';
import { encodeEntryBundle, parseTilePath, type TilePath } from '@avow/ledger-log/tiles';
import { proveConsistency, readRoot } from '@avow/ledger-log/tree';
import type { RecordStore } from '../records/record-store.ts';
import { currentAuthor, currentPurpose, purposeDetail, readFor, runAs } from './author.ts';
import { eventToWire } from './event-wire.ts';
import { findEndings } from './find-endings.ts';
import { type LogKeys, readLogKeys } from './log-keys.ts';
import { makeReceipt, type ReceiptOutcome } from './make-receipt.ts';
import { contradiction, coverAll, type ProvingParts, proveWithin, type SignedLog } from './prove-within.ts';
import type { ReasonStore } from './reason-store.ts';
import { createRuleEntries, readPlaces, withReasons } from './rule-entries.ts';

export { currentAuthor, currentPurpose, eventToWire, purposeDetail, readFor, readPlaces, runAs };

/** Proof that a record is on the log of its tenant. All hashes are in lower-case hexadecimal. */
export interface RecordProof {
  readonly place: LogPlace;
  /** The exact text of the leaf. */
  readonly entryText: string;
  /** For each field that the leaf commits to, the salt that opens it; empty once the content is gone. */
  readonly salts: readonly NamedText[];
  /** A checkpoint that covers the leaf. */
  readonly checkpoint: StoredCheckpoint;
  /** From the leaf to the checkpoint's root. */
  readonly inclusion: readonly string[];
  /** Later events of the record (its erasure or expiry), each proved by the same checkpoint. */
  readonly events: readonly ProvedEntry[];
  /** What it was answered by, proved by the same checkpoint. */
  readonly rules: readonly ProvedEntry[];
}

type ProvedEntry = StoredEntry & { readonly inclusion: readonly string[] };

/** An entry that is not a record. */
export type ListedEvent = LogPlace & { readonly entry: LogEntry; readonly reason?: string | null };

interface ConsistencyProof {
  readonly older: { readonly size: number; readonly root: string };
  readonly newer: { readonly size: number; readonly root: string };
  readonly proof: readonly string[];
}

/** The log of each tenant, as shown to anyone who wants to verify it. */
export interface AuditLog {
  /** The key that verifies the tenant's checkpoints, in the C2SP format. */
  verifierKey(tenantId: TenantId): Promise<string>;
  /**
   * All keys of the tenant's log, oldest first, with the proofs for a checkpoint of this size. `outside`: the size is larger
   * than the newest checkpoint.
   */
  keys(tenantId: TenantId, size: number | null): Promise<LogKeys | 'outside'>;
  /** The newest checkpoint; one is created if the log has none yet. */
  checkpoint(tenantId: TenantId): Promise<StoredCheckpoint>;
  /**
   * The proof of a record that has ended, even if its content is gone or the record itself was dropped. If no checkpoint
   * covers it yet, one is created. `unfinished`; `unknown`: no such message.
   */
  proveRecord(tenantId: TenantId, messageId: MessageId): Promise<RecordProof | 'unfinished' | 'unknown'>;
  /**
   * The receipt of such a record, with or without its content. If no checkpoint covers it yet, one is created, or, where
   * only what is there counts, it is `uncovered`. `none`: there are no receipts for records of the first releases.
   */
  receiptOf(
    tenantId: TenantId,
    messageId: MessageId,
    mayCreate: 'create' | 'existing',
  ): Promise<ReceiptOutcome>;
  /** `outside`: a size is larger than the newest checkpoint, or the sizes are in the wrong order. `to` null: the newest. */
  proveConsistency(
    tenantId: TenantId,
    sizes: { readonly from: number; readonly to: number | null },
  ): Promise<ConsistencyProof | 'outside'>;
  /** By its C2SP path after `tile/`, including entry bundles; null: the newest checkpoint has no such tile. */
  readTile(tenantId: TenantId, path: string): Promise<{ readonly bytes: Uint8Array } | null>;
  /** Newest first. */
  listLogEvents(
    tenantId: TenantId,
    filter: { readonly kind?: LogEventKind; readonly subject?: string },
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly ListedEvent[]>;
  /** The entries at these places, which say what records were answered by, in this order. */
  listRules(tenantId: TenantId, indexes: readonly number[]): Promise<readonly ListedEvent[]>;
  /** Makes the reason of an event unreadable. False: it has none. */
  eraseReason(...given: Parameters<ReasonStore['eraseReason']>): Promise<boolean>;
  /** Appends to the log, durably, that a record was accessed. */
  note(tenantId: TenantId, ...events: readonly LogEvent[]): Promise<void>;
}

interface AuditLogOptions extends ProvingParts {
  /** Without it, no event has a reason. */
  readonly reasons?: ReasonStore;
  readonly records: Pick<RecordStore, 'getRecord' | 'readSalts'>;
}

/** The logs, as shown to anyone who wants to verify them. Nothing is shown that its checkpoint does not support. */
export function createAuditLog(parts: AuditLogOptions): AuditLog {
  const { store, signer, checkpointer } = parts;
  const newest = (tenantId: TenantId) => checkpointer.cover(tenantId, 0);
  const ruleEntries = createRuleEntries(store);
  return {
    verifierKey: async (tenantId) => formatVerifierKey(await signer.verifierKey(tenantId)),
    keys: async (tenantId, size) => {
      try {
        return await readLogKeys(parts, tenantId, size);
      } catch (error) {
        throw error instanceof LogError ? contradiction(error) : error;
      }
    },
    checkpoint: newest,
    proveRecord: (tenantId, messageId) => proveRecord(parts, tenantId, messageId),
    receiptOf: (...asked) => makeReceipt(parts, ...asked),
    proveConsistency: async (tenantId, { from, to }) => {
      const checkpoint = await newest(tenantId);
      const sizes = { older: from, newer: to ?? checkpoint.size };
      if (sizes.older > sizes.newer || sizes.newer > checkpoint.size) return 'outside';
      return await proveGrowth(parts, { tenantId, checkpoint }, sizes);
    },
    readTile: async (tenantId, path) => {
      const wanted = parsePath(path);
      if (wanted === null || !isCovered(wanted, (await newest(tenantId)).size)) return null;
      const bytes = await readWanted(store, tenantId, wanted);
      return bytes === null ? null : { bytes };
    },
    listLogEvents: async (tenantId, filter, page) =>
      await withReasons(
        parts,
        tenantId,
        (await store.listLogEvents(tenantId, filter, page)).map(({ leafIndex, leafHash, text }) => ({
          ...{ leafIndex, leafHash },
          entry: parseEntry(text),
        })),
      ),
    listRules: async (tenantId, indexes) =>
      await withReasons(parts, tenantId, await ruleEntries(tenantId, indexes)),
    eraseReason: async (tenantId, leafIndex, by) =>
      (await parts.reasons?.eraseReason(tenantId, leafIndex, by)) === true,
    note: async (tenantId, ...events) => {
      await store.append(tenantId, events.map(withPurpose)).catch((cause: unknown) => {
        if (cause instanceof AppError) throw cause;
        throw new AppError('audit_unavailable', {
          detail: 'The access could not be logged, so the record is not shown.',
          cause,
        });
      });
    },
  };
}

/** No handler can forget what an access is for. */
const withPurpose = (event: LogEvent): LogEvent =>
  event.kind === 'access' ? { ...event, details: [...event.details, ...purposeDetail()] } : event;

async function proveRecord(
  parts: AuditLogOptions,
  tenantId: TenantId,
  messageId: MessageId,
): Promise<RecordProof | 'unfinished' | 'unknown'> {
  const record = await parts.records.getRecord(tenantId, messageId);
  if (record === null) return 'unknown';
  const place = record.log;
  if (place === null) return 'unfinished';
  const { store } = parts;
  const [entry] = await store.readEntries(tenantId, { from: place.leafIndex, limit: 1 });
  if (entry?.leafIndex !== place.leafIndex || entry.leafHash !== place.leafHash) throw contradiction();
  const events = await findEndings(store, tenantId, record, place);
  const rules = await readPlaces(store, tenantId, record.kind === 'dropped' ? [] : record.rules);
  const checkpoint = await coverAll(parts, tenantId, [entry, ...events, ...rules]);
  const salts = record.kind === 'dropped' ? [] : await parts.records.readSalts(tenantId, messageId);
  const signed = { tenantId, checkpoint };
  const inclusion = await proveWithin(parts, signed, place);
  const proveEach = (entries: readonly StoredEntry[]) =>
    Promise.all(entries.map(async (one) => ({ ...one, inclusion: await proveWithin(parts, signed, one) })));
  const base = { place, entryText: entry.text, salts, checkpoint, inclusion };
  return { ...base, events: await proveEach(events), rules: await proveEach(rules) };
}

async function proveGrowth(
  { store }: AuditLogOptions,
  { tenantId, checkpoint }: SignedLog,
  sizes: { readonly older: number; readonly newer: number },
): Promise<ConsistencyProof> {
  try {
    // One tree for all three: what it reads is what the newest checkpoint signed, or nothing is shown.
    const tree = createTileHashSource({ store, tenantId }, checkpoint.size);
    if (toHex(await readRoot(checkpoint.size, tree)) !== checkpoint.root) throw contradiction();
    const [older, newer] = await Promise.all([readRoot(sizes.older, tree), readRoot(sizes.newer, tree)]);
    const proof = await proveConsistency(sizes, tree);
    return {
      older: { size: sizes.older, root: toHex(older) },
      newer: { size: sizes.newer, root: toHex(newer) },
      proof: proof.map(toHex),
    };
  } catch (error) {
    throw error instanceof LogError ? contradiction(error) : error;
  }
}

function parsePath(path: string): TilePath | null {
  try {
    return parseTilePath(`tile/${path}`);
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

const tileWidth = 256;

/** A narrower tile than that of the checkpoint counts too: clients with an older checkpoint request it. */
function isCovered(wanted: TilePath, size: number): boolean {
  const { level, index, width } = wanted.kind === 'entries' ? { ...wanted, level: 0 } : wanted.tile;
  return index * tileWidth + width <= Math.floor(size / tileWidth ** level);
}

async function readWanted(store: LogStore, tenantId: TenantId, wanted: TilePath): Promise<Uint8Array | null> {
  if (wanted.kind === 'hashes') return await store.readTile(tenantId, wanted.tile);
  const { index, width } = wanted;
  const entries = await store.readEntries(tenantId, { from: index * tileWidth, limit: width });
  return entries.length === width ? encodeEntryBundle(entries.map(({ text }) => Buffer.from(text))) : null;
}

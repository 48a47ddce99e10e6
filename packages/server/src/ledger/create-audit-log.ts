import {
  encodeEntryBundle,
  formatVerifierKey,
  LogError,
  parseEntry,
  parseTilePath,
  proveConsistency,
  proveInclusion,
  readRoot,
  type TilePath,
  verifyInclusion,
} from '@avow/audit';
import { AppError } from '../errors/app-error.ts';
import type { AuditLog, ConsistencyProof, RecordProof } from '../interfaces/audit-log.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { LogPlace, LogStore, StoredCheckpoint, StoredEntry } from '../interfaces/log-store.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { Checkpointer } from './create-checkpointer.ts';
import type { LogSigner } from './create-log-signer.ts';
import { findEndings } from './find-endings.ts';
import { fromHex, sha256, toHex } from './hashing.ts';
import { treeOf } from './tree-of.ts';

export interface AuditLogParts {
  readonly store: LogStore;
  readonly records: Pick<RecordStore, 'getRecord' | 'readSalts'>;
  readonly signer: Pick<LogSigner, 'verifierKey'>;
  readonly checkpointer: Pick<Checkpointer, 'cover'>;
}

/** The logs as they are shown to whoever wants to check them. Nothing is shown that its own checkpoint would not bear out. */
export function createAuditLog(parts: AuditLogParts): AuditLog {
  const { store, signer, checkpointer } = parts;
  const newest = (tenantId: TenantId) => checkpointer.cover(tenantId, 0);
  return {
    verifierKey: async (tenantId) => formatVerifierKey(await signer.verifierKey(tenantId)),
    checkpoint: newest,
    proveRecord: (tenantId, messageId) => proveRecord(parts, tenantId, messageId),
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
    listDeeds: async (tenantId, filter, page) =>
      (await store.listDeeds(tenantId, filter, page)).map(({ leafIndex, leafHash, text }) => ({
        ...{ leafIndex, leafHash },
        entry: parseEntry(text),
      })),
    note: async (tenantId, ...deeds) => {
      await store.append(tenantId, deeds).catch((cause: unknown) => {
        if (cause instanceof AppError) throw cause;
        throw new AppError('audit_unavailable', {
          detail: 'That the record was looked at could not be put on the log, so it is not shown.',
          cause,
        });
      });
    },
  };
}

/** What the log holds does not come out as it was signed. */
const contradiction = (cause?: unknown) =>
  new AppError('audit_unavailable', {
    detail: 'The log contradicts what was signed of it: there is no proof to be had.',
    cause,
  });

async function proveRecord(
  parts: AuditLogParts,
  tenantId: TenantId,
  messageId: MessageId,
): Promise<RecordProof | 'not_ended' | 'unknown'> {
  const record = await parts.records.getRecord(tenantId, messageId);
  if (record === null) return 'unknown';
  const place = record.log;
  if (place === null) return 'not_ended';
  const { store } = parts;
  const [entry] = await store.readEntries(tenantId, { from: place.leafIndex, limit: 1 });
  if (entry?.leafIndex !== place.leafIndex || entry.leafHash !== place.leafHash) throw contradiction();
  const deeds = await findEndings(store, tenantId, record, place);
  const checkpoint = await coverAll(parts, tenantId, [entry, ...deeds]);
  const salts = record.kind === 'dropped' ? [] : await parts.records.readSalts(tenantId, messageId);
  const signed = { tenantId, checkpoint };
  const inclusion = await proveWithin(parts, signed, place);
  const proved = deeds.map(async (deed) => ({ ...deed, inclusion: await proveWithin(parts, signed, deed) }));
  const base = { place, entryText: entry.text, salts, checkpoint, inclusion };
  return { ...base, deeds: await Promise.all(proved) };
}

/** The first checkpoint that has them all: so the proof of a record stays the same however the log grows. */
async function coverAll(
  { store, checkpointer }: AuditLogParts,
  tenantId: TenantId,
  entries: readonly StoredEntry[],
): Promise<StoredCheckpoint> {
  const size = Math.max(...entries.map(({ leafIndex }) => leafIndex)) + 1;
  const newest = await checkpointer.cover(tenantId, size);
  const [first] = await store.listCheckpoints(tenantId, { fromSize: size, limit: 1 });
  return first ?? newest;
}

interface SignedLog {
  readonly tenantId: TenantId;
  readonly checkpoint: StoredCheckpoint;
}

async function proveWithin(
  { store }: AuditLogParts,
  { tenantId, checkpoint }: SignedLog,
  { leafIndex: index, leafHash }: LogPlace,
): Promise<readonly string[]> {
  const { size } = checkpoint;
  try {
    const proof = await proveInclusion({ index, size }, treeOf({ store, tenantId }, size));
    const root = fromHex(checkpoint.root);
    await verifyInclusion({ index, size, root, leafHash: fromHex(leafHash), proof }, sha256);
    return proof.map(toHex);
  } catch (error) {
    throw error instanceof LogError ? contradiction(error) : error;
  }
}

async function proveGrowth(
  { store }: AuditLogParts,
  { tenantId, checkpoint }: SignedLog,
  sizes: { readonly older: number; readonly newer: number },
): Promise<ConsistencyProof> {
  try {
    // One tree for all three: what it reads is what the newest checkpoint signed, or nothing is shown.
    const tree = treeOf({ store, tenantId }, checkpoint.size);
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

/** Also a narrower tile than the checkpoint has: whoever keeps to an older one asks for it. */
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

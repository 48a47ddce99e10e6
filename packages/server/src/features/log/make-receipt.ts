import type { MessageId, TenantId } from '@avow/foundation';
import { fromHex, type StoredEntry } from '@avow/ledger';
import { LogError } from '@avow/ledger-log';
import { composeReceipt, type ReceiptEvent, type ReceiptState } from '@avow/ledger-log/receipts';
import type { RecordStore, StoredRecord } from '../records/record-store.ts';
import { findEndings } from './find-endings.ts';
import { contradiction, coverAll, findCovering, type ProvingParts, proveWithin } from './prove-within.ts';

export type ReceiptOutcome =
  /** The JSON of the receipt, in its one spelling. */
  | { readonly kind: 'receipt'; readonly text: string }
  | { readonly kind: 'unknown' | 'unfinished' | 'uncovered' | 'none' };

interface ReceiptSources extends ProvingParts {
  readonly records: Pick<RecordStore, 'getRecord' | 'readSalts'>;
}

/** The leaf of a record, its way to a signed checkpoint, and what opens it as long as its content is stored. */
export async function makeReceipt(
  parts: ReceiptSources,
  tenantId: TenantId,
  messageId: MessageId,
  mayCreate: 'create' | 'existing',
): Promise<ReceiptOutcome> {
  const { records, store, signer } = parts;
  const record = await records.getRecord(tenantId, messageId);
  if (record === null) return { kind: 'unknown' };
  const place = record.log;
  if (place === null) return { kind: 'unfinished' };
  const [entry] = await store.readEntries(tenantId, { from: place.leafIndex, limit: 1 });
  if (entry?.leafIndex !== place.leafIndex || entry.leafHash !== place.leafHash) throw contradiction();
  const ending = (await findEndings(store, tenantId, record, place)).at(-1) ?? null;
  const toCover = ending === null ? [entry] : [entry, ending];
  const cover = mayCreate === 'create' ? coverAll : findCovering;
  const checkpoint = await cover(parts, tenantId, toCover);
  if (checkpoint === null) return { kind: 'uncovered' };
  const prove = async (one: StoredEntry) =>
    (await proveWithin(parts, { tenantId, checkpoint }, one)).map(fromHex);
  const event: ReceiptEvent | null =
    ending === null
      ? null
      : { leafIndex: ending.leafIndex, entry: ending.text, inclusion: await prove(ending) };
  return await compose({
    ...{ entry: entry.text, leafIndex: entry.leafIndex, inclusion: await prove(entry) },
    salts: record.kind === 'whole' ? await records.readSalts(tenantId, messageId) : [],
    sources: record.kind === 'whole' ? (new Map(record.envelope).get('sources') ?? null) : null,
    ...{ note: checkpoint.note, key: await signer.verifierKey(tenantId), state: stateOf(record), event },
  });
}

function stateOf(record: StoredRecord): ReceiptState {
  return record.kind === 'dropped' ? 'dropped' : record.contentState;
}

async function compose(parts: Parameters<typeof composeReceipt>[0]): Promise<ReceiptOutcome> {
  try {
    return { kind: 'receipt', text: composeReceipt(parts) };
  } catch (error) {
    // Leaves of the first releases commit to the content as a whole, so that a receipt could open nothing alone.
    const isOfFirst =
      error instanceof LogError && ['entry_invalid', 'receipt_malformed'].includes(error.code);
    if (isOfFirst) return { kind: 'none' };
    throw error;
  }
}

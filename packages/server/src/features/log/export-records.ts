import { type ExportId, type TenantId, UserError } from '@avow/foundation';
import type { Locked } from '@avow/foundation/files';
import {
  type Checkpointer,
  type ExportReport,
  exportBundle,
  type LogSigner,
  type LogStore,
} from '@avow/ledger';
import type { Archive } from '@avow/ledger/verification';
import type { BundleScope } from '@avow/ledger-log';
import type { NamedText } from '@avow/ledger-log/entries';
import { formatVerifierKey } from '@avow/ledger-log/notes';
import type { ErasureAttribution } from '../retention/retention-store.ts';
import { purposeDetail } from './author.ts';

type Filter = Extract<BundleScope, { readonly kind: 'filter' }>;

/** What records are selected by. A single criterion of the first kinds keeps its own kind, which more checkers read. */
export function exportScope(criteria: Omit<Filter, 'kind'>): BundleScope {
  const { from, until, threadId, endUserId, status, band, tripwireTriggered } = criteria;
  const isFilter = (status ?? band ?? tripwireTriggered) !== null;
  const given = [from ?? until, threadId, endUserId].filter((value) => value !== null);
  if (isFilter || given.length > 1) return { kind: 'filter', ...criteria };
  if (threadId !== null) return { kind: 'thread', threadId };
  if (endUserId !== null) return { kind: 'end_user', endUserId };
  return from === null && until === null ? { kind: 'all' } : { kind: 'period', from, until };
}

export type RecordExport = Parameters<typeof exportBundle>[1];

interface ExportRecordsOptions
  extends Pick<Parameters<typeof exportBundle>[0], 'sha256' | 'prove' | 'nowMs'> {
  readonly archive: Archive;
  readonly log: Pick<LogStore, 'append'>;
  readonly signer: LogSigner;
  readonly checkpointer: Checkpointer;
  /** Runs the work under a lock with this name, which excludes others in any process. */
  readonly tryLock: <Result>(
    name: string,
    options: { readonly waitMs: number },
    work: () => Promise<Result>,
  ) => Promise<Locked<Result>>;
}

interface NotedExport extends ErasureAttribution {
  readonly what: BundleScope['kind'];
  readonly records: number;
  /** Over HTTP. */
  readonly exportId: ExportId | null;
}

/** Logs that records are exported, durably; returns the leaf index. */
export async function noteExport(
  log: Pick<LogStore, 'append'>,
  tenantId: TenantId,
  { what, records, exportId, atMs, actor }: NotedExport,
): Promise<number> {
  const details: NamedText[] = [
    ['what', what],
    ['records', String(records)],
    ...(exportId === null ? [] : [['export', exportId] as const]),
    ...purposeDetail(),
  ];
  const event = { kind: 'access', subject: '', state: 'exported', actor } as const;
  const [entry] = await log.append(tenantId, [{ ...event, details, atMs }]);
  if (entry === undefined) throw new Error('the log did not return the entry that was appended');
  return entry.leafIndex;
}

const lockWaitMs = 15_000;

/**
 * Exports records of a tenant as a bundle, under a checkpoint that covers all of it, even while a service runs. Exports
 * of a tenant exclude each other: two that write to the same file would each continue the other's partial file.
 */
export async function exportRecords(
  parts: ExportRecordsOptions,
  tenantId: TenantId,
  options: RecordExport,
): Promise<ExportReport> {
  const locked = await parts.tryLock(`export-${tenantId}`, { waitMs: lockWaitMs }, () =>
    exportLocked(parts, tenantId, options),
  );
  if (locked.kind === 'done') return locked.value;
  throw new UserError('Another export of this tenant is running. Try again when it has ended.');
}

async function exportLocked(
  { archive, log, signer, checkpointer, sha256, prove, nowMs }: ExportRecordsOptions,
  tenantId: TenantId,
  options: RecordExport,
): Promise<ExportReport> {
  return await exportBundle(
    {
      ...{ archive, sha256, tenantId, nowMs, prove },
      verifierKey: formatVerifierKey(await signer.verifierKey(tenantId)),
      note: (what, records) =>
        noteExport(log, tenantId, { what, records, actor: 'operator', exportId: null, atMs: nowMs() }),
      cover: async (size) => (await checkpointer.cover(tenantId, size)).note,
    },
    options,
  );
}

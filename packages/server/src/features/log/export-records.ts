import type { ExportId, TenantId } from '@avow/foundation';
import { type Locked, UserError } from '@avow/foundation';
import type { Archive, Checkpointer, ExportOptions, ExportReport, LogSigner, LogStore } from '@avow/ledger';
import { exportBundle } from '@avow/ledger';
import type { BundleScope, NamedText } from '@avow/ledger-log';
import { formatVerifierKey } from '@avow/ledger-log';
import type { Attribution } from '../retention/retention-store.ts';

export interface ExportRecordsParts
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

interface NotedExport extends Attribution {
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
  parts: ExportRecordsParts,
  tenantId: TenantId,
  options: ExportOptions,
): Promise<ExportReport> {
  const locked = await parts.tryLock(`export-${tenantId}`, { waitMs: lockWaitMs }, () =>
    exportLocked(parts, tenantId, options),
  );
  if (locked.kind === 'done') return locked.value;
  throw new UserError('Another export of this tenant is running. Try again when it has ended.');
}

async function exportLocked(
  { archive, log, signer, checkpointer, sha256, prove, nowMs }: ExportRecordsParts,
  tenantId: TenantId,
  options: ExportOptions,
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

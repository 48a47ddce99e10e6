import { UserError } from '@avow/foundation';
import type { Archive } from './archive.ts';
import { type Fault, FaultFound } from './fault.ts';
import { findRightsFault, type LogReport, type VerificationDependencies, verifyLog } from './verify-log.ts';

/** Thrown for the first fault in an installation. */
export class ArchiveFaultFound extends FaultFound {
  /** The logs that were verified before it and are valid. */
  readonly soundLogs: readonly LogReport[];

  constructor(fault: Fault, soundLogs: readonly LogReport[]) {
    super(fault);
    this.name = 'ArchiveFaultFound';
    this.soundLogs = soundLogs;
  }
}

export interface VerifyOptions {
  /** The id of an existing tenant; null: all tenants. */
  readonly tenant: string | null;
  /** Counts leaves over all logs. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Verifies every log of an installation, tenant by tenant. Throws `ArchiveFaultFound` at the first fault.
 */
export async function verifyArchive(
  parts: VerificationDependencies,
  options: VerifyOptions,
): Promise<readonly LogReport[]> {
  const { archive } = parts;
  const logs: LogReport[] = [];
  const tenantIds = await chooseTenants(parts, options.tenant);
  const total = tenantIds.reduce((sum, tenantId) => sum + sizeOf(parts, tenantId), 0);
  let done = 0;
  const onProgress = (leaves: number) => {
    done += leaves;
    options.onProgress?.(Math.min(done, total), total);
  };
  for (const tenantId of tenantIds) {
    try {
      logs.push(await verifyLog(parts, tenantId, onProgress));
    } catch (error) {
      throw new ArchiveFaultFound(
        error instanceof FaultFound ? error.fault : unreadable(tenantId, error),
        logs,
      );
    }
  }
  const fault = findSharedFault(archive, options.tenant === null ? tenantIds : null);
  if (fault !== null) throw new ArchiveFaultFound(fault, logs);
  return logs;
}

/** Faults that do not belong to a single log. `verified`: all tenants that have one; null: only one tenant was asked for. */
function findSharedFault(archive: Archive, verified: readonly string[] | null): Fault | null {
  const leftover = verified === null ? null : archive.inSnapshot(() => archive.findLeftover());
  if (leftover !== null) return leftoverFault(leftover);
  const others = verified === null ? [] : archive.listRightsTenants();
  for (const tenantId of others.filter((id) => verified?.includes(id) === false)) {
    const fault = findRightsFault(archive, tenantId);
    if (fault !== null) return fault;
  }
  // Last, so that a changed record takes precedence in the report.
  const damage = archive.findDamage();
  return damage === null ? null : damageFault(damage);
}

async function chooseTenants(
  { archive, anchoredTenants }: VerificationDependencies,
  wanted: string | null,
): Promise<string[]> {
  if (wanted !== null) return [wanted];
  return [...new Set([...archive.listTenants(), ...(await anchoredTenants())])].sort();
}

function sizeOf({ archive }: VerificationDependencies, tenantId: string): number {
  try {
    return Math.max(0, archive.readHead(tenantId).size ?? 0);
  } catch {
    // Reported when the log is verified.
    return 0;
  }
}

/** Data that the database cannot read is a fault as well. */
function unreadable(tenantId: string, error: unknown): Fault {
  if (error instanceof UserError || !(error instanceof Error)) throw error;
  const why = `Stored data cannot be read: ${error.message}.`;
  return { tenantId, leaves: null, messageId: null, field: 'database', why };
}

function leftoverFault({ table, row }: { readonly table: string; readonly row: number }): Fault {
  const why = `Row ${row} does not belong to a message and is not empty: destroyed content was left there, or data was inserted.`;
  return { tenantId: null, leaves: null, messageId: null, field: table, why };
}

function damageFault({ table, why: found }: { readonly table: string; readonly why: string }): Fault {
  const why = `Its rows and its indexes disagree, so rows may be hidden: ${found}.`;
  return { tenantId: null, leaves: null, messageId: null, field: table, why };
}

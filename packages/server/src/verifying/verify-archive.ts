import { UserError } from '../errors/user-error.ts';
import type { Archive } from '../interfaces/archive.ts';
import type { Fault } from './fault.ts';
import { type LogReport, type VerifyParts, verifyLog } from './verify-log.ts';

export type Verification =
  | { readonly kind: 'sound'; readonly logs: readonly LogReport[] }
  /** `logs`: those that were checked before, and are sound. */
  | { readonly kind: 'broken'; readonly logs: readonly LogReport[]; readonly fault: Fault };

export interface VerifyWish {
  /** By id or name; null: all of them. */
  readonly tenant: string | null;
  /** Of all the logs together. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Checks every log of an installation, tenant by tenant, up to the first thing that does not fit. */
export async function verifyArchive(parts: VerifyParts, wish: VerifyWish): Promise<Verification> {
  const { archive } = parts;
  const logs: LogReport[] = [];
  const tenantIds = await chooseTenants(parts, wish.tenant);
  const total = tenantIds.reduce((sum, tenantId) => sum + sizeOf(parts, tenantId), 0);
  let done = 0;
  const onProgress = (leaves: number) => {
    done += leaves;
    wish.onProgress?.(Math.min(done, total), total);
  };
  for (const tenantId of tenantIds) {
    const found = await verifyLog(parts, tenantId, onProgress).catch((error) => unreadable(tenantId, error));
    if ('field' in found) return { kind: 'broken', logs, fault: found };
    logs.push(found);
  }
  const fault = findElsewhere(archive, wish.tenant === null);
  return fault === null ? { kind: 'sound', logs } : { kind: 'broken', logs, fault };
}

/** What belongs to no log alone. */
function findElsewhere(archive: Archive, isOfAll: boolean): Fault | null {
  const leftover = isOfAll ? archive.inSnapshot(() => archive.findLeftover()) : null;
  if (leftover !== null) return leftoverFault(leftover);
  // Last: where a record is changed as well, that is what is named.
  const damage = archive.findDamage();
  return damage === null ? null : damageFault(damage);
}

async function chooseTenants(
  { archive, anchoredTenants }: VerifyParts,
  wanted: string | null,
): Promise<string[]> {
  if (wanted !== null) {
    const found = archive.findTenant(wanted);
    if (found === null) throw new UserError(`There is no tenant ${wanted}. See "avow tenants list".`);
    return [found];
  }
  return [...new Set([...archive.listTenants(), ...(await anchoredTenants())])].sort();
}

function sizeOf({ archive }: VerifyParts, tenantId: string): number {
  try {
    return Math.max(0, archive.readHead(tenantId).size ?? 0);
  } catch {
    // Told of where the log is verified.
    return 0;
  }
}

/** What the database refuses to read does not fit either. */
function unreadable(tenantId: string, error: unknown): Fault {
  if (error instanceof UserError || !(error instanceof Error)) throw error;
  const why = `Something that is stored cannot be read: ${error.message}.`;
  return { tenantId, leaves: null, messageId: null, field: 'database', why };
}

function leftoverFault({ table, row }: { readonly table: string; readonly row: number }): Fault {
  const why = `Row ${row} belongs to no message and is not empty: something was left of what was destroyed, or put there.`;
  return { tenantId: null, leaves: null, messageId: null, field: table, why };
}

function damageFault({ table, why: found }: { readonly table: string; readonly why: string }): Fault {
  const why = `Its rows and its indexes do not say the same, so that something may be hidden: ${found}.`;
  return { tenantId: null, leaves: null, messageId: null, field: table, why };
}

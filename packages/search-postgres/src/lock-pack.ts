import type { PackId, TenantId } from '@avow/foundation';
import type { Ask } from './search-transactions.ts';

/** The number of a pack, and the last numbers that were given to what it files. */
export interface PackNumbers {
  readonly tenantId: TenantId;
  readonly pack: number;
  lastUnit: number;
  lastNumber: number;
}

const createSql =
  'INSERT INTO search_packs (tenant_id, pack_id) VALUES ($1, $2) ON CONFLICT (tenant_id, pack_id) DO NOTHING';
const lockSql =
  'SELECT pack, last_unit, last_number FROM search_packs WHERE tenant_id = $1 AND pack_id = $2 FOR NO KEY UPDATE';
const saveSql = `UPDATE search_packs SET last_unit = $3, last_number = $4, change = nextval('search_numbers')
WHERE tenant_id = $1 AND pack = $2`;

/** One transaction at a time changes what a pack has filed. Null: nothing was ever filed. */
export async function lockPack(
  ask: Ask,
  tenantId: TenantId,
  packId: PackId,
  otherwise: 'create' | 'none' = 'none',
): Promise<PackNumbers | null> {
  if (otherwise === 'create') await ask(createSql, [tenantId, packId]);
  const [row] = await ask(lockSql, [tenantId, packId]);
  if (row === undefined) return null;
  return {
    ...{ tenantId, pack: Number(row['pack']) },
    ...{ lastUnit: Number(row['last_unit']), lastNumber: Number(row['last_number']) },
  };
}

/** Also notes that the pack has changed. */
export async function saveNumbers(
  ask: Ask,
  { tenantId, pack, lastUnit, lastNumber }: PackNumbers,
): Promise<void> {
  await ask(saveSql, [tenantId, pack, lastUnit, lastNumber]);
}

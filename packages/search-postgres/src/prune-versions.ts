import type { PackId, TenantId } from '@avow/foundation';
import { lockPack, saveNumbers } from './lock-pack.ts';
import type { Ask } from './search-transactions.ts';

const dropVersionsSql = `WITH dropped AS (
  DELETE FROM search_versions WHERE tenant_id = $1 AND pack = $2 AND version <> ALL($3::bigint[]) RETURNING stage
)
DELETE FROM search_members USING dropped
WHERE search_members.tenant_id = $1 AND search_members.pack = $2 AND search_members.stage = dropped.stage`;
const dropEntriesSql = `DELETE FROM search_entries AS entry WHERE tenant_id = $1 AND pack = $2
AND NOT EXISTS (SELECT 1 FROM search_members AS member
  WHERE member.tenant_id = $1 AND member.pack = $2 AND member.entry = entry.entry)`;
const dropUnitsSql = `DELETE FROM search_units AS unit WHERE tenant_id = $1 AND pack = $2
AND NOT EXISTS (SELECT 1 FROM search_places AS place
  WHERE place.tenant_id = $1 AND place.pack = $2 AND place.unit = unit.unit)
RETURNING unit`;
const rewriteSql = `UPDATE search_postings AS posting
SET units = kept.units, frequencies = kept.frequencies, lengths = kept.lengths
FROM (
  SELECT whole.kind, whole.term, whole.batch, coalesce(array_agg(one.unit) FILTER (WHERE is_kept), '{}') AS units,
    coalesce(array_agg(one.frequency) FILTER (WHERE is_kept), '{}') AS frequencies,
    coalesce(array_agg(one.length) FILTER (WHERE is_kept), '{}') AS lengths
  FROM search_postings AS whole
  CROSS JOIN LATERAL unnest(whole.units, whole.frequencies, whole.lengths) AS one (unit, frequency, length)
  CROSS JOIN LATERAL (SELECT one.unit <> ALL($3::int[]) AS is_kept) AS judged
  WHERE whole.tenant_id = $1 AND whole.pack = $2
  GROUP BY whole.kind, whole.term, whole.batch HAVING NOT bool_and(is_kept)
) AS kept
WHERE posting.tenant_id = $1 AND posting.pack = $2 AND posting.kind = kept.kind AND posting.term = kept.term
  AND posting.batch = kept.batch`;
const dropEmptySql = "DELETE FROM search_postings WHERE tenant_id = $1 AND pack = $2 AND units = '{}'";
const dropBatchesSql = `DELETE FROM search_batches AS batch WHERE tenant_id = $1 AND pack = $2
AND NOT EXISTS (SELECT 1 FROM search_postings AS posting
  WHERE posting.tenant_id = $1 AND posting.pack = $2 AND posting.batch = batch.batch)`;
const dropPackSql = `DELETE FROM search_packs WHERE tenant_id = $1 AND pack = $2
AND NOT EXISTS (SELECT 1 FROM search_versions WHERE tenant_id = $1 AND pack = $2) RETURNING pack`;

/** Removes all other versions of the pack, and every text, term and vector that only they had. */
export async function pruneStoredVersions(
  ask: Ask,
  tenantId: TenantId,
  { packId, keep }: { readonly packId: PackId; readonly keep: readonly number[] },
): Promise<void> {
  const numbers = await lockPack(ask, tenantId, packId);
  if (numbers === null) return;
  const values = [tenantId, numbers.pack];
  await ask(dropVersionsSql, [...values, keep]);
  const isEmpty = (await ask(dropPackSql, values)).length > 0;
  if (isEmpty) return;
  await ask(dropEntriesSql, values);
  const dropped = (await ask(dropUnitsSql, values)).map((row) => Number(row['unit']));
  if (dropped.length > 0) {
    await ask(rewriteSql, [...values, dropped]);
    await ask(dropEmptySql, values);
    await ask(dropBatchesSql, values);
  }
  await saveNumbers(ask, numbers);
}

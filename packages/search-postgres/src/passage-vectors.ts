import type { PackVersion, TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import type { PassageSearch, VectorProgress, WaitingPassage } from '@avow/search';
import { quantiseVector } from '@avow/search/engine';
import { findStages } from './find-passages.ts';
import type { Ask } from './search-transactions.ts';
import { writeVector } from './vector-candidates.ts';

type Wanted = { readonly pack: PackVersion; readonly encoder: string };
type GivenVectors = Parameters<PassageSearch['addVectors']>[1]['vectors'];

/** Units of a stage, also those that a viewer may not see. */
const inStageSql = `EXISTS (SELECT 1 FROM search_places AS place
  CROSS JOIN LATERAL (
    SELECT 1 FROM search_members AS one
    WHERE one.tenant_id = $1 AND one.pack = $2 AND one.entry = place.entry AND one.stage = $3 OFFSET 0
  ) AS member
  WHERE place.tenant_id = $1 AND place.pack = $2 AND place.unit = unit.unit OFFSET 0)`;
const hasVectorSql = `EXISTS (SELECT 1 FROM search_vectors AS one
  WHERE one.tenant_id = $1 AND one.space = ANY($4::bigint[]) AND one.unit = unit.unit OFFSET 0)`;
const spacesSql = 'SELECT space FROM search_spaces WHERE tenant_id = $1 AND pack = $2 AND encoder = $3';
const ofPackSql = 'FROM search_units AS unit WHERE unit.tenant_id = $1 AND unit.pack = $2';

const waitingSql = `SELECT unit.key, unit.headings, unit.words ${ofPackSql}
  AND unit.kind = $6 AND NOT ${hasVectorSql} AND ${inStageSql} ORDER BY unit.unit LIMIT $5`;
const progressSql = `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${hasVectorSql})::int AS done ${ofPackSql}
  AND ${inStageSql}`;

const packSql = 'SELECT pack FROM search_packs WHERE tenant_id = $1 AND pack_id = $2';
/** Held until the vectors are in, so that a unit that is pruned meanwhile is left out. */
const knownSql = `SELECT key, unit, kind ${ofPackSql} AND unit.key = ANY($3::text[]) FOR KEY SHARE`;
const spaceSql = `INSERT INTO search_spaces (tenant_id, pack, kind, encoder, dimensions, created_at_ms)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant_id, pack, kind, encoder) DO UPDATE SET encoder = excluded.encoder RETURNING space, dimensions`;
const addSql = `INSERT INTO search_vectors (tenant_id, pack, space, unit, vector, scale)
SELECT $1, $2, $3, one.unit, one.vector::halfvec, one.scale
FROM unnest($4::int[], $5::text[], $6::float8[]) AS one (unit, vector, scale)
ON CONFLICT (tenant_id, space, unit) DO UPDATE SET vector = excluded.vector, scale = excluded.scale`;

const keyPattern = /^[0-9a-f]{1,64}$/;

export async function listWaiting(
  ask: Ask,
  tenantId: TenantId,
  { pack, encoder, limit }: Wanted & { readonly limit: number },
): Promise<WaitingPassage[]> {
  const place = await placeOf(ask, tenantId, { pack, encoder });
  const curated = await ask(waitingSql, [...place, limit, 'curated']);
  const documents = await ask(waitingSql, [...place, limit - curated.length, 'document']);
  const rows = [...curated, ...documents];
  return rows.map((row) => {
    const [headings, text] = [row['headings'], row['words']].map((bytes) =>
      Buffer.from(bytes as Uint8Array).toString(),
    );
    return { key: String(row['key']), text: headings === '' ? (text ?? '') : `${headings}\n${text}` };
  });
}

export async function vectorProgress(
  ask: Ask,
  tenantId: TenantId,
  { pack, encoder }: Wanted,
): Promise<VectorProgress> {
  const [row] = await ask(progressSql, await placeOf(ask, tenantId, { pack, encoder }));
  return { done: Number(row?.['done'] ?? 0), total: Number(row?.['total'] ?? 0) };
}

/** The parameters that say which units are meant, and which vectors. */
async function placeOf(ask: Ask, tenantId: TenantId, { pack, encoder }: Wanted): Promise<unknown[]> {
  const [stage] = await findStages(ask, tenantId, [pack]);
  const spaces = await ask(spacesSql, [tenantId, stage?.pack, encoder]);
  return [tenantId, stage?.pack, stage?.stage, spaces.map((row) => Number(row['space']))];
}

/** Throws if the vectors are not all of one size, or of another than those that the encoder has given before. */
export async function addVectors(
  ask: Ask,
  tenantId: TenantId,
  { pack: { packId }, encoder, vectors }: Wanted & { readonly vectors: GivenVectors },
): Promise<void> {
  const dimensions = vectors[0]?.vector.length ?? 0;
  if (vectors.some(({ vector }) => vector.length !== dimensions)) throw otherSize();
  const byKey = new Map(vectors.map(({ key, vector }) => [key, quantiseVector(vector)]));
  const keys = [...byKey.keys()].filter((key) => keyPattern.test(key)).sort();
  const [found] = await ask(packSql, [tenantId, packId]);
  if (found === undefined || keys.length === 0) return;
  const pack = Number(found['pack']);
  const rows = await ask(knownSql, [tenantId, pack, keys]);
  for (const [kind, units] of Map.groupBy(rows, (row) => String(row['kind']))) {
    const space = await openSpace(ask, [tenantId, pack, kind, encoder, dimensions, systemClock.nowMs()]);
    const numbers = units.map((row) => Number(row['unit']));
    const quantised = units.flatMap((row) => byKey.get(String(row['key'])) ?? []);
    const scales = quantised.map(({ scale }) => scale);
    await ask(addSql, [tenantId, pack, space, numbers, quantised.map(writeVector), scales]);
  }
}

async function openSpace(ask: Ask, values: readonly [...unknown[]]): Promise<number> {
  const [row] = await ask(spaceSql, values);
  if (Number(row?.['dimensions']) !== values[4]) throw otherSize();
  return Number(row?.['space']);
}

function otherSize(): RangeError {
  return new RangeError('not a vector of the size that this encoder has');
}

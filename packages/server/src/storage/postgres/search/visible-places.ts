import type { PassageQuery } from '@avow/search';

/** A version that is searched: the number of its pack, and the stage that has its passages. */
export interface SearchedStage {
  readonly packId: PassageQuery['packs'][number]['packId'];
  readonly version: number;
  readonly pack: number;
  readonly stage: number;
  /** Another number after each change to what the pack has filed. */
  readonly change: number;
}

/** Who searches, and when. */
export type SearchViewer = Pick<PassageQuery, 'groups' | 'nowMs'>;

/** The parameters that `visibleSql` reads, always the first ones of a statement. */
export function visibleValues(
  tenantId: string,
  stages: readonly SearchedStage[],
  viewer: SearchViewer,
): unknown[] {
  return [
    tenantId,
    stages.map(({ stage }) => stage),
    viewer.groups === 'all',
    // A name with a zero character is that of no group, and PostgreSQL does not take it.
    viewer.groups === 'all' ? [] : viewer.groups.filter((group) => !group.includes('\0')),
    viewer.nowMs,
  ];
}

export const visibleCount = 5;

/**
 * Places of the searched stages that the viewer may see. Every stage of an installation has another number. `OFFSET 0` keeps
 * PostgreSQL from joining the tables in another order, which it would where it has no statistics of new rows yet.
 */
export const visibleSql = `search_places AS place
  CROSS JOIN LATERAL (
    SELECT stage FROM search_members AS one WHERE one.tenant_id = $1 AND one.pack = place.pack
      AND one.entry = place.entry AND one.stage = ANY($2::bigint[]) OFFSET 0
  ) AS member
  WHERE place.tenant_id = $1
    AND ($3 OR place.groups = '{}' OR place.groups && $4::text[])
    AND (place.valid_from_ms IS NULL OR place.valid_from_ms <= $5)
    AND (place.valid_until_ms IS NULL OR place.valid_until_ms > $5)`;

/** Whether the unit of a row is visible. */
export const isVisibleSql = (row: string) =>
  `EXISTS (SELECT 1 FROM ${visibleSql} AND place.pack = ${row}.pack AND place.unit = ${row}.unit OFFSET 0)`;

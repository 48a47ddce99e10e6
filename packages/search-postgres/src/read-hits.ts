import type { PackVersion } from '@avow/foundation';
import type { Passage, PassageHit } from '@avow/search';
import { fuseCandidates, historicalWeight, placesMax } from '@avow/search/engine';
import type { CandidateQuery } from './keyword-candidates.ts';
import type { Ask, FoundRow } from './search-transactions.ts';
import { type SearchedStage, visibleCount, visibleSql, visibleValues } from './visible-places.ts';

/** A unit with both scores, and its text. */
export interface HitCandidate extends Pick<Passage, 'headings' | 'text'> {
  readonly pack: number;
  readonly unit: number;
  readonly key: string;
  readonly wordScore: number;
  readonly vectorScore: number | null;
}

export interface UnitText extends Pick<HitCandidate, 'pack' | 'unit' | 'key' | 'headings' | 'text'> {
  readonly length: number;
}

type Place = Omit<Passage, 'kind' | 'headings' | 'text'> & { readonly pack: PackVersion };

interface Located {
  readonly candidate: HitCandidate;
  readonly score: number;
  readonly first: Place;
  readonly others: readonly Place[];
}

const at = (position: number) => `$${visibleCount + position}`;

const textsSql = `SELECT unit.pack, unit.unit, unit.key, unit.length, unit.headings, unit.words
FROM unnest($2::bigint[], $3::int[]) AS wanted (pack, unit)
JOIN search_units AS unit ON unit.tenant_id = $1 AND unit.pack = wanted.pack AND unit.unit = wanted.unit`;

const placesSql = `SELECT wanted.pack, wanted.unit, found.*, entry.document_id, entry.revision
FROM unnest(${at(1)}::bigint[], ${at(2)}::int[]) AS wanted (pack, unit)
CROSS JOIN LATERAL (
  SELECT member.stage, place.place, place.entry, place.ordinal, place.start_at, place.end_at, place.is_historical, place.groups,
    place.valid_from_ms, place.valid_until_ms
  FROM ${visibleSql} AND place.pack = wanted.pack AND place.unit = wanted.unit
  ORDER BY place.place LIMIT ${placesMax + 1}
) AS found
JOIN search_entries AS entry ON entry.tenant_id = $1 AND entry.pack = wanted.pack AND entry.entry = found.entry
ORDER BY found.place`;

type Named = Pick<HitCandidate, 'pack' | 'unit'>;

export const unitName = ({ pack, unit }: Named) => `${pack} ${unit}`;
const packsOf = (units: readonly Named[]) => units.map(({ pack }) => pack);
const numbersOf = (units: readonly Named[]) => units.map(({ unit }) => unit);

export async function readTexts(ask: Ask, tenantId: string, units: readonly Named[]): Promise<UnitText[]> {
  const rows = units.length === 0 ? [] : await ask(textsSql, [tenantId, packsOf(units), numbersOf(units)]);
  return rows.map((row) => ({
    pack: Number(row['pack']),
    unit: Number(row['unit']),
    key: String(row['key']),
    length: Number(row['length']),
    headings: textOf(row['headings']),
    text: textOf(row['words']),
  }));
}

/** Best first. Candidates with the same text, from any pack, are one hit. */
export async function readHits(
  ask: Ask,
  query: CandidateQuery,
  { candidates, limit }: { readonly candidates: readonly HitCandidate[]; readonly limit: number },
): Promise<PassageHit[]> {
  if (candidates.length === 0) return [];
  const values = visibleValues(query.tenantId, query.stages, query);
  const rows = await ask(placesSql, [...values, packsOf(candidates), numbersOf(candidates)]);
  const stages = new Map(query.stages.map((stage) => [stage.stage, stage]));
  const places = Map.groupBy(rows, (row) =>
    unitName({ pack: Number(row['pack']), unit: Number(row['unit']) }),
  );
  const scores = fuseCandidates(candidates);
  const located = candidates.flatMap((candidate, position) =>
    locate(candidate, {
      score: scores[position] ?? 0,
      places: (places.get(unitName(candidate)) ?? []).flatMap((row) => toPlace(row, stages)),
    }),
  );
  const groups = Map.groupBy(located.sort(byScore), ({ candidate }) => candidate.key);
  return [...groups.values()].slice(0, limit).flatMap((group) => toHit(query.kind, group));
}

function locate(
  candidate: HitCandidate,
  { score, places }: { readonly score: number; readonly places: readonly Place[] },
): Located[] {
  // What stands in a current document too is current, for those who may see that document.
  const current = places.findIndex(({ isHistorical }) => isHistorical !== true);
  const position = Math.max(current, 0);
  const first = places[position];
  if (first === undefined) return [];
  const others = places.filter((_, other) => other !== position);
  return [{ candidate, score: current === -1 ? score * historicalWeight : score, first, others }];
}

function toHit(kind: Passage['kind'], group: readonly Located[]): PassageHit[] {
  const [best, ...rest] = group;
  if (best === undefined) return [];
  const alsoAt = [...best.others, ...rest.flatMap(({ first, others }) => [first, ...others])]
    .slice(0, placesMax)
    .map(({ pack, documentId, revision, ordinal, start, end }) => ({
      pack,
      documentId,
      revision,
      ordinal,
      start,
      end,
    }));
  const { headings, text, wordScore, vectorScore } = best.candidate;
  return [
    {
      ...{ kind, headings, text, ...best.first },
      ...{ score: best.score, wordScore: wordScore > 0 ? wordScore : null, vectorScore, alsoAt },
    },
  ];
}

/** Equal scores come in one order always, whatever order they were met in. */
function byScore(one: Located, other: Located): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.first.documentId !== other.first.documentId)
    return one.first.documentId < other.first.documentId ? -1 : 1;
  return one.first.ordinal - other.first.ordinal || one.candidate.pack - other.candidate.pack;
}

function toPlace(row: FoundRow, stages: ReadonlyMap<number, SearchedStage>): Place[] {
  const stage = stages.get(Number(row['stage']));
  if (stage === undefined) return [];
  return [
    {
      pack: { packId: stage.packId, version: stage.version },
      documentId: String(row['document_id']) as Passage['documentId'],
      revision: Number(row['revision']),
      ordinal: Number(row['ordinal']),
      start: Number(row['start_at']),
      end: Number(row['end_at']),
      groups: row['groups'] as string[],
      validFromMs: row['valid_from_ms'] as number | null,
      validUntilMs: row['valid_until_ms'] as number | null,
      ...(row['is_historical'] === true ? { isHistorical: true } : {}),
    },
  ];
}

function textOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : '';
}

import type { PackVersion } from '@avow/foundation';
import { attributeError } from './attribute-error.ts';
import type { Passage, PassageHit, PassagePlace } from './passage-search.ts';
import type { PassageCandidate, SearchedPart } from './search-candidates.ts';
import { placeFields } from './segments/merge-segments.ts';
import { keyOfUnit, readUnits } from './segments/segment.ts';

/** Where words that half the documents share stand is of no use to anybody. */
export const placesMax = 64;

export interface GatheredPart extends SearchedPart {
  readonly pack: PackVersion;
}

/**
 * What the score of a historical passage is multiplied by. A current passage that matches about as well comes first, and a
 * historical one that matches much better, because only it has the answer, still does.
 */
export const historicalWeight = 0.75;

/** The first visible place of a candidate, which stands for it, and the others. */
interface Located extends PassageCandidate {
  readonly places: readonly number[];
  readonly first: ReturnType<typeof placeFields>;
}

interface Group {
  readonly best: Located;
  readonly alsoAt: PassagePlace[];
}

/** Best first. Candidates with the same text, from any segment or pack, are one hit. */
export function gatherHits(
  parts: readonly GatheredPart[],
  candidates: readonly PassageCandidate[],
  limit: number,
): PassageHit[] {
  const located = candidates.flatMap((candidate) => locate(parts, candidate)).sort(byScore);
  const groups = new Map<string, Group>();
  for (const one of located) {
    const part = parts[one.part];
    if (part === undefined) continue;
    const key = keyOfUnit(part.segment, one.unit);
    const group = groups.get(key);
    if (group !== undefined) {
      addPlaces(group.alsoAt, part, one.places);
    } else if (groups.size < limit) {
      const alsoAt: PassagePlace[] = [];
      addPlaces(alsoAt, part, one.places.slice(1));
      groups.set(key, { best: one, alsoAt });
    }
  }
  return readHits(parts, [...groups.values()]);
}

function locate(parts: readonly GatheredPart[], candidate: PassageCandidate): Located[] {
  const part = parts[candidate.part];
  if (part === undefined) return [];
  const { unitPlaceStarts } = part.segment.arrays;
  const places: number[] = [];
  const end = unitPlaceStarts[candidate.unit + 1] ?? 0;
  for (let place = unitPlaceStarts[candidate.unit] ?? 0; place < end; place += 1)
    if (places.length <= placesMax && part.filter.isPlaceVisible(place)) places.push(place);
  // What stands in a current document too is current, for those who may see that document.
  const current = places.findIndex((place) => !isHistorical(part, place));
  if (current > 0) places.unshift(...places.splice(current, 1));
  const [first] = places;
  if (first === undefined) return [];
  const score = current === -1 ? candidate.score * historicalWeight : candidate.score;
  return [{ ...candidate, score, places, first: placeFields(part.segment, first) }];
}

function isHistorical({ segment }: GatheredPart, place: number): boolean {
  return segment.rules[segment.arrays.placeRules[place] ?? 0]?.isHistorical === true;
}

function addPlaces(alsoAt: PassagePlace[], { segment, pack }: GatheredPart, places: readonly number[]): void {
  for (const place of places) {
    if (alsoAt.length >= placesMax) return;
    const { documentId, revision, ordinal, start, end } = placeFields(segment, place);
    alsoAt.push({ pack, documentId, revision, ordinal, start, end });
  }
}

function readHits(parts: readonly GatheredPart[], groups: readonly Group[]): PassageHit[] {
  const words = new Map<Group, Pick<Passage, 'headings' | 'text'>>();
  for (const [number, ofPart] of Map.groupBy(groups, ({ best }) => best.part)) {
    const part = parts[number];
    if (part === undefined) continue;
    const units = readWords(
      part,
      ofPart.map(({ best }) => best.unit),
    );
    for (const [index, group] of ofPart.entries()) {
      const read = units[index];
      if (read !== undefined) words.set(group, read);
    }
  }
  return groups.flatMap((group) => {
    const { best, alsoAt } = group;
    const part = parts[best.part];
    const read = words.get(group);
    if (part === undefined || read === undefined) return [];
    const { score, wordScore, vectorScore, first } = best;
    return {
      kind: part.segment.kind,
      pack: part.pack,
      ...first,
      ...read,
      score,
      wordScore,
      vectorScore,
      alsoAt,
    };
  });
}

function readWords({ segment, pack }: GatheredPart, units: readonly number[]) {
  try {
    return readUnits(segment, units);
  } catch (error) {
    throw attributeError(pack, error);
  }
}

/** Equal scores come in one order always, whatever order they were met in. */
function byScore(one: Located, other: Located): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.first.documentId !== other.first.documentId)
    return one.first.documentId < other.first.documentId ? -1 : 1;
  return one.first.ordinal - other.first.ordinal || one.part - other.part;
}

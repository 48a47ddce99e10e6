import type { PassageHit } from '@avow/search';
import type { Retrieved } from '../found.ts';
import type { Nearest } from '../nearest.ts';
import { nearMin } from './near-passages.ts';

const headingsUnitsMax = 300;

/** What the search found nearest, of curated pairs one and of documents two: what is missing is seen by what there is. */
export function listNearest({ curated, documents }: Pick<Retrieved, 'curated' | 'documents'>): Nearest[] {
  return [...curated.slice(0, 1), ...documents.slice(0, 2)].filter(isNear).map(nearestTo);
}

/** The search always finds something. What was found by words alone is taken as it is. */
function isNear({ vectorScore }: PassageHit): boolean {
  return vectorScore === null || vectorScore >= nearMin;
}

function nearestTo({ kind, documentId, pack, headings, text, score }: PassageHit): Nearest {
  const named = kind === 'curated' ? text : headings;
  return {
    documentId,
    packId: pack.packId,
    headings: named.slice(0, headingsUnitsMax).toWellFormed(),
    score,
  };
}

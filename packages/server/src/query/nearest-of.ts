import type { Nearest, Retrieved } from '../interfaces/answering.ts';
import type { PassageHit } from '../interfaces/passage-search.ts';

const headingsUnitsMax = 300;

/** What the search found nearest, of curated pairs one and of documents two: what is missing is seen by what there is. */
export function nearestOf({ curated, documents }: Pick<Retrieved, 'curated' | 'documents'>): Nearest[] {
  return [...curated.slice(0, 1), ...documents.slice(0, 2)].map(nearestTo);
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

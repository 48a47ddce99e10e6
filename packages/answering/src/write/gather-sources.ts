import type { CuratedId, DocumentId } from '@avow/foundation';
import type { PassageHit } from '@avow/search';
import type { Retrieved, WritingOptions } from '../found.ts';
import type { Question } from '../question.ts';
import type { ServedContent } from '../served-content.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';

export type SourceTexts = Pick<ServedContent, 'getDocument' | 'getCurated'>;

const sourcesMax = 8;
/** Of one source. Passages are shorter; a curated answer need not be. */
const sourceUnitsMax = 4_000;
const curatedMax = 2;
/** A few more than are used: some may be gone, or say the same. */
const candidatesMax = 16;

type Unnumbered = Omit<QuotableSource, 'number'>;

/**
 * What a language model is given to answer from: the best passages of each list in turns, and the best curated answers
 * among them. Every source is what this viewer may read now at that place; what is gone is left out, and no two have the
 * same words.
 */
export async function gatherSources(
  content: SourceTexts,
  question: Question,
  {
    retrieved,
    filterTexts,
    unitsMax,
  }: {
    readonly retrieved: Retrieved;
    readonly filterTexts: WritingOptions['filterTexts'];
    /** Of all sources together, in UTF-16 units: what a model is given is paid for. */
    readonly unitsMax: number;
  },
): Promise<QuotableSource[]> {
  const candidates = takeInTurns([
    retrieved.documents,
    distinctPairs(retrieved.curated),
    ...retrieved.further.map(({ documents }) => documents),
  ]);
  const readDocument = documentsOf(content, question);
  const found = await Promise.all(
    candidates
      .slice(0, candidatesMax)
      .map((hit) =>
        hit.kind === 'curated' ? readPair(content, question, hit) : readPassage(readDocument, hit),
      ),
  );
  const read = found.filter((source) => source !== null);
  const leftOut = await filterTexts(read.map(unseenWords));
  const sources: QuotableSource[] = [];
  const seen = new Set<string>();
  let unitsLeft = unitsMax;
  for (const [position, source] of read.entries()) {
    if (leftOut.has(position) || sources.length === sourcesMax) continue;
    const words = source.text.replace(/\s+/gu, ' ').trim().toLowerCase();
    if (words === '' || seen.has(words) || source.text.length > unitsLeft) continue;
    seen.add(words);
    unitsLeft -= source.text.length;
    sources.push({ ...source, number: sources.length + 1 });
  }
  return sources;
}

/** What no guardrail has looked through: of a passage what its document is called, of a curated pair all of it. */
function unseenWords({ documentId, title, text }: Unnumbered): string {
  return documentId.startsWith('qna_') ? `${title}\n${text}` : title;
}

/** The first of each list, then the second of each; every place once. */
function takeInTurns(lists: ReadonlyArray<readonly PassageHit[]>): PassageHit[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const byPlace = new Map<string, PassageHit>();
  for (let position = 0; position < longest; position++) {
    for (const list of lists) {
      const hit = list[position];
      if (hit === undefined) continue;
      const place = `${hit.documentId} ${hit.ordinal}`;
      if (!byPlace.has(place)) byPlace.set(place, hit);
    }
  }
  return [...byPlace.values()];
}

/** A pair is found by each of its questions. */
function distinctPairs(hits: readonly PassageHit[]): PassageHit[] {
  const byId = new Map<string, PassageHit>();
  for (const hit of hits) if (!byId.has(hit.documentId)) byId.set(hit.documentId, hit);
  return [...byId.values()].slice(0, curatedMax);
}

type ReadDocument = (documentId: DocumentId) => ReturnType<ServedContent['getDocument']>;

/** Several passages are of one document: what is said of it is read once. */
function documentsOf(content: SourceTexts, { tenantId, groups, nowMs }: Question): ReadDocument {
  const known = new Map<DocumentId, ReturnType<ReadDocument>>();
  return (documentId) => {
    const document = known.get(documentId) ?? content.getDocument(tenantId, documentId, { groups, nowMs });
    known.set(documentId, document);
    return document;
  };
}

/**
 * Null if the document no longer exists, is no longer this viewer's to read, or served in another version than the
 * passage was found in. What is quoted of it in the end is read back from the store.
 */
async function readPassage(
  readDocument: ReadDocument,
  { documentId, headings, text, start, pack }: PassageHit,
): Promise<Unnumbered | null> {
  const document = await readDocument(documentId as DocumentId);
  if (document === null || document.pack.version !== pack.version) return null;
  const { source, title, url } = document;
  return { documentId, pack, source, title, url, context: headings, text: beginningOf(text), start };
}

async function readPair(
  content: SourceTexts,
  { tenantId, groups, nowMs }: Question,
  { documentId }: PassageHit,
): Promise<Unnumbered | null> {
  const match = await content.getCurated(tenantId, documentId as CuratedId, { groups, nowMs });
  if (match === null) return null;
  const { curatedId, question, answer, source, url } = match.pair;
  return {
    ...{ documentId: curatedId, pack: match.pack, source, title: question, url },
    context: question,
    text: beginningOf(answer),
    start: 0,
  };
}

/** Never half of a surrogate pair, and if there is white space near the limit, never half of a word. */
function beginningOf(text: string): string {
  if (text.length <= sourceUnitsMax) return text;
  const cut = text.slice(0, sourceUnitsMax);
  const space = cut.search(/\s\S*$/u);
  if (space > sourceUnitsMax / 2) return cut.slice(0, space);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

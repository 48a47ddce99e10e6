import type { AnsweringSteps, Question } from '../interfaces/answering.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { PassageHit, PassageQuery } from '../interfaces/passage-search.ts';
import { extractAnswer } from './extract-answer.ts';
import type { WholeSearch } from './keep-search-whole.ts';
import { curatedSimilarity, curatedSimilarityMin } from './match-curated.ts';
import { answerMin, readerMarginMin } from './reading/answer-line.ts';
import type { AnswerReader } from './reading/limit-reader.ts';
import { readPassages } from './reading/read-passages.ts';

interface RestrictedParts {
  readonly search: Pick<WholeSearch, 'find'>;
  /** Null: by words alone. */
  readonly reader: AnswerReader | null;
  readonly listPacks: () => Promise<PackVersion[]>;
}

const hitsMax = 32;
const siftedMax = 12;
const searchTimeoutMs = 5_000;
const readTimeoutMs = 2_000;

/**
 * Whether a text that is kept to groups which the asker is not in would have answered. One search without regard to groups;
 * what the asker may see takes no further part in it, and nothing of what is found leaves.
 */
export async function findRestricted(
  { search, reader, listPacks }: RestrictedParts,
  question: Question,
  {
    vector,
    sift,
  }: Pick<PassageQuery, 'vector'> & Pick<Parameters<AnsweringSteps['findRestricted']>[1], 'sift'>,
): Promise<boolean> {
  const { tenantId, text, groups, nowMs } = question;
  const packs = await listPacks();
  if (packs.length === 0) return false;
  const wanted = { packs, vector, text, nowMs, limit: hitsMax, timeoutMs: searchTimeoutMs };
  const queries = (['curated', 'document'] as const).flatMap((kind) => [
    { ...wanted, kind, groups: 'all' as const },
    { ...wanted, kind, groups },
  ]);
  const { hits } = await search.find(tenantId, queries, listPacks);
  const [allPairs = [], seenPairs = [], allDocuments = [], seenDocuments = []] = hits;
  const curated = keptFrom(question, { all: allPairs, seen: seenPairs });
  const documents = keptFrom(question, { all: allDocuments, seen: seenDocuments });
  if (curated.some((hit) => curatedSimilarity(text, hit.text) >= curatedSimilarityMin)) return true;
  const looked = documents.slice(0, siftedMax);
  const leftOut = await sift(looked.map(wordsOf));
  return await isAnswered(
    reader,
    text,
    looked.filter((_, position) => !leftOut.has(position)),
  );
}

/** Without what stands, in the same words, in a place that the asker may see too. */
function keptFrom(
  asker: Pick<Question, 'groups'>,
  { all, seen }: { readonly all: readonly PassageHit[]; readonly seen: readonly PassageHit[] },
): PassageHit[] {
  const known = new Set(seen.map(wordsOf));
  return all.filter(
    (hit) =>
      hit.groups.length > 0 &&
      !hit.groups.some((group) => asker.groups.includes(group)) &&
      !known.has(wordsOf(hit)),
  );
}

function wordsOf({ headings, text }: PassageHit): string {
  return `${headings}\n${text}`;
}

async function isAnswered(
  reader: AnswerReader | null,
  question: string,
  hits: readonly PassageHit[],
): Promise<boolean> {
  if (hits.length === 0) return false;
  if (reader === null) return extractAnswer(question, hits) !== null;
  const read = await readPassages(reader, { question, hits }, { timeoutMs: readTimeoutMs });
  return (read?.candidates ?? []).some(
    ({ probability, features }) => probability >= answerMin && features.spanMargin >= readerMarginMin,
  );
}

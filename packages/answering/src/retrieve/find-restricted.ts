import type { PackVersion } from '@avow/foundation';
import type { PassageHit, PassageQuery } from '@avow/search';
import { asQuestion } from '@avow/text';
import type { AnsweringSteps } from '../answering-steps.ts';
import { curatedSimilarity, curatedSimilarityMin } from '../curated/match-curated.ts';
import type { TimeLeft } from '../found.ts';
import type { Question } from '../question.ts';
import { answerMin, readerMarginMin } from '../read/answer-line.ts';
import { extractAnswer } from '../read/extract-answer.ts';
import type { AnswerReader } from '../read/limit-reader.ts';
import { readPassages } from '../read/read-passages.ts';
import type { ServedSearch } from '../served-search.ts';

interface RestrictedDependencies {
  readonly search: Pick<ServedSearch, 'find'>;
  /** Null: by keywords alone. */
  readonly reader: AnswerReader | null;
  readonly listPacks: () => Promise<PackVersion[]>;
}

const hitsMax = 32;
const checkedMax = 12;

/**
 * Whether content restricted to groups that the caller is not in would have answered. It searches once without regard to
 * groups and drops what the caller may see. Nothing of what is found leaves this function.
 */
export async function findRestricted(
  { search, reader, listPacks }: RestrictedDependencies,
  question: Question,
  {
    vector,
    filterTexts,
    limits,
  }: Pick<PassageQuery, 'vector'> & Parameters<AnsweringSteps['findRestricted']>[1],
): Promise<boolean> {
  const { tenantId, text, groups, nowMs } = question;
  const packs = await listPacks();
  if (packs.length === 0) return false;
  const wanted = { packs, vector, text, nowMs, limit: hitsMax, timeoutMs: limits.leftMs() };
  const queries = (['curated', 'document'] as const).flatMap((kind) => [
    { ...wanted, kind, groups: 'all' as const },
    { ...wanted, kind, groups },
  ]);
  const { hits } = await search.find(tenantId, queries, listPacks);
  const [allPairs = [], seenPairs = [], allDocuments = [], seenDocuments = []] = hits;
  const curated = hiddenFrom(question, { all: allPairs, seen: seenPairs });
  const documents = hiddenFrom(question, { all: allDocuments, seen: seenDocuments });
  if (curated.some((hit) => curatedSimilarity(text, hit.text) >= curatedSimilarityMin)) return true;
  const checked = documents.slice(0, checkedMax);
  const leftOut = await filterTexts(checked.map(wordsOf));
  return await isAnswered(
    reader,
    { text, hits: checked.filter((_, position) => !leftOut.has(position)) },
    limits,
  );
}

/** Without passages whose exact words are also in a place that the caller may see. */
function hiddenFrom(
  caller: Pick<Question, 'groups'>,
  { all, seen }: { readonly all: readonly PassageHit[]; readonly seen: readonly PassageHit[] },
): PassageHit[] {
  const known = new Set(seen.map(wordsOf));
  return all.filter(
    (hit) =>
      hit.groups.length > 0 &&
      !hit.groups.some((group) => caller.groups.includes(group)) &&
      !known.has(wordsOf(hit)),
  );
}

function wordsOf({ headings, text }: PassageHit): string {
  return `${headings}\n${text}`;
}

async function isAnswered(
  reader: AnswerReader | null,
  { text, hits }: { readonly text: string; readonly hits: readonly PassageHit[] },
  limits: TimeLeft,
): Promise<boolean> {
  if (hits.length === 0) return false;
  if (reader === null) return extractAnswer(text, hits) !== null;
  const read = await readPassages(
    reader,
    { question: asQuestion(text), hits },
    { timeoutMs: limits.leftMs(), extent: 'brief' },
  );
  return (read?.candidates ?? []).some(
    ({ probability, features }) => probability >= answerMin && features.spanMargin >= readerMarginMin,
  );
}

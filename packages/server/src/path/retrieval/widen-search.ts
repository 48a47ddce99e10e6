import type { AnsweringSteps, Retrieved } from '@avow/answering';
import type { ModelTier } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import type { SearchMade } from '../answering/drafts.ts';
import { tiersFrom } from '../answering/model-tiers.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery, UnderstoodQuery } from '../query.ts';
import { mergeOutcomes } from '../verification/merge-outcomes.ts';
import { filterRetrieved, mayBeRead } from './filter-passages.ts';

export interface Widened extends Pick<RetrievedQuery, 'widened' | 'filtered'> {
  readonly searches: readonly SearchMade[];
}

/** How many passages a language model may put in order. */
export const rankedMax = 20;
/** Of each search, so that those for the question itself are not crowded out. */
const passagesEachMax = 6;
const callTimeoutMs = 15_000;
/** Of the time that is left, for each call. */
const callShare = 0.2;

/** Whether a language model puts passages in order before it writes. */
export function isRanked(
  steps: Pick<AnsweringSteps, 'tiers'>,
  query: Parameters<typeof tiersFrom>[1] & Pick<UnderstoodQuery, 'guard'>,
): boolean {
  return query.guard.answering.rank_with_model && tiersFrom(steps, query).length > 0;
}

/**
 * What a language model is given to write from: what was retrieved, in the order that it finds best, and what it asked to look up
 * besides. What it looks up is found with the rights of who asked, and checked like everything that is retrieved.
 */
export async function widenSearch(path: PathDependencies, query: RetrievedQuery): Promise<Widened> {
  const [first] = tiersFrom(path.steps, query);
  const asIs = { widened: query.widened, filtered: query.filtered, searches: [] };
  // What was asked for before another tier's turn is not asked for again.
  if (query.isRepeated) return asIs;
  const { search_steps: stepsMax } = query.guard.answering;
  if (first === undefined || (stepsMax === 0 && !isRanked(path.steps, query))) return asIs;
  // Nothing is sent before the admission is on record.
  await query.admissionRecord.commit();
  const { tier } = first;
  const documents = isRanked(path.steps, query) ? await rank(path, query, tier) : query.retrieved.documents;
  let widened: Widened = { ...asIs, widened: { ...query.retrieved, documents } };
  for (let left = stepsMax; left > 0; ) {
    const further = await searchOnce(path, { ...query, ...widened }, { tier, left, made: widened.searches });
    if (further === null) break;
    left -= further.searches.length - widened.searches.length;
    widened = further;
  }
  return widened;
}

async function rank(
  { steps, telemetry }: PathDependencies,
  query: RetrievedQuery,
  tier: ModelTier['tier'],
): Promise<readonly PassageHit[]> {
  const { question, timeLimit, retrieved } = query;
  const { documents } = retrieved;
  const asked = documents.slice(0, rankedMax);
  const ranking = telemetry.step('rank_passages', () =>
    steps.rankPassages(question, asked, { tier, timeoutMs: callTimeout(query) }, timeLimit.signal),
  );
  query.tally.addCost(ranking.then((ranked) => ranked?.cost ?? null));
  const ranked = await ranking;
  timeLimit.signal.throwIfAborted();
  const ordered = ranked?.order?.flatMap((position) => asked[position] ?? []);
  return ordered === undefined ? documents : [...ordered, ...documents.slice(rankedMax)];
}

/** What the model asks for next. Null: it has enough, or nothing further is found. */
async function searchOnce(
  path: PathDependencies,
  query: RetrievedQuery & Widened,
  {
    tier,
    left,
    made,
  }: { readonly tier: ModelTier['tier']; readonly left: number; readonly made: Widened['searches'] },
): Promise<Widened | null> {
  const { steps, telemetry } = path;
  const { question, timeLimit, widened } = query;
  const known = [...widened.documents, ...widened.further.flatMap(({ documents }) => documents)];
  const planning = telemetry.step('plan_searches', () =>
    steps.planSearches(
      question,
      known,
      { tier, searchesMax: left, timeoutMs: callTimeout(query) },
      timeLimit.signal,
    ),
  );
  query.tally.addCost(planning.then((plan) => plan?.cost ?? null));
  const plan = await planning;
  timeLimit.signal.throwIfAborted();
  const asked = new Set([question.text, ...made.map(({ query: before }) => before)]);
  const queries = plan?.queries.filter((one) => !asked.has(one)) ?? [];
  if (plan === null || queries.length === 0) return null;
  const found = await Promise.all(queries.map((one) => findNew(path, query, { query: one, known })));
  const { retrieved, outcome } = await telemetry.step('guard_retrieval', () =>
    filterRetrieved(
      query.guard,
      { ...widened, documents: [], further: found },
      { readMax: passagesEachMax, deadline: timeLimit.signal },
    ),
  );
  steps.keepScreened(question.tenantId, mayBeRead({ documents: [], further: found }, passagesEachMax));
  // What could not be checked is not used.
  const further = outcome.blocked === null ? retrieved.further : [];
  const searches = queries.map((one) => ({
    ...{ model: plan.model, query: one },
    passages: further.find(({ asked: wanted }) => wanted === one)?.documents.length ?? 0,
  }));
  const { blocked: _, ...checked } = mergeOutcomes(query.filtered, [outcome]);
  return {
    widened: { ...widened, further: [...widened.further, ...further] },
    filtered: { ...query.filtered, ...checked },
    searches: [...made, ...searches],
  };
}

/** As the question itself is looked up, by the same groups; what was found before is left out. */
async function findNew(
  { steps, telemetry }: PathDependencies,
  { question: { inContext: _, ...question }, timeLimit, tally }: RetrievedQuery,
  { query, known }: { readonly query: string; readonly known: readonly PassageHit[] },
): Promise<Retrieved['further'][number]> {
  const places = new Set(known.map(({ documentId, ordinal }) => `${documentId} ${ordinal}`));
  const { documents } = await telemetry.step('retrieve', () =>
    steps.retrieve({ ...question, text: query }, timeLimit),
  );
  const hits = documents
    .filter(({ documentId, ordinal }) => !places.has(`${documentId} ${ordinal}`))
    .slice(0, passagesEachMax);
  for (const { groups } of hits) tally.audience.addSource(groups);
  return { asked: query, documents: hits };
}

function callTimeout({ timeLimit }: Pick<UnderstoodQuery, 'timeLimit'>): number {
  return Math.floor(Math.min(callTimeoutMs, timeLimit.leftMs() * callShare));
}

import type { RoutingSource } from '@avow/contract';
import type { Draft, ModelsUsed, Nearest } from '../interfaces/answering.ts';
import type { Evidence } from '../interfaces/confidence.ts';
import type { Guard, SiftOutcome } from '../interfaces/guard.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import { climbLadder } from './climb-ladder.ts';
import type { CachedAnswer, CacheKeyParts } from './create-answer-cache.ts';
import { lookUp } from './look-up.ts';
import { nearestOf } from './nearest-of.ts';
import { noModels } from './outcome.ts';
import type { FindingParts, Search } from './search.ts';
import { siftRetrieved } from './sift-retrieved.ts';

interface FoundDraft {
  readonly draft: Draft | null;
  readonly packs: readonly PackVersion[];
  readonly isDegraded: boolean;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  readonly models: ModelsUsed;
  /** What the guardrails said of what was retrieved. */
  readonly sifted: SiftOutcome;
  readonly tier: number;
  readonly routing: RoutingSource;
  /** A language model said what the sources do not, and nothing answers in its place. */
  readonly isUngrounded: boolean;
  readonly isOutOfModels: boolean;
  /** The question in the language of what was found, and the model that put it so; null: as it was asked. */
  readonly lookedUpAs: { readonly text: string; readonly model: string } | null;
  /** What the question may be about, where nothing sure was found; fewer than two: nothing to choose from. */
  readonly choices: readonly string[];
  readonly nearest: readonly Nearest[];
  /** What was known of a remembered answer when it was found; null: this one was found just now. */
  readonly evidence: Evidence | null;
}

export interface CheckedDraft extends FoundDraft {
  /** What is stored now where the draft quotes. */
  readonly stored: ReadonlyArray<string | null>;
}

const noneAsked = {
  isDegraded: false,
  isStale: false,
  models: noModels,
  tier: 0,
  isUngrounded: false,
  isOutOfModels: false,
  lookedUpAs: null,
  choices: [],
  nearest: [],
  evidence: null,
} as const;

/** Route, retrieve, answer, and read back what the answer rests on. `isAgain`: what is remembered was no longer true. */
export async function findChecked(
  parts: FindingParts,
  search: Search,
  { isAgain }: { readonly isAgain: boolean },
): Promise<CheckedDraft> {
  const found = await findDraft(parts, search, { isAgain });
  const { draft } = found;
  if (draft === null) return { ...found, stored: [] };
  search.timeLimit.signal.throwIfAborted();
  const stored = await parts.telemetry.step('ground', () => parts.steps.readSupport(search.question, draft));
  return { ...found, stored };
}

/** Whether every quote of a draft is what is stored now. */
export function isCurrent({ support }: Draft, stored: CheckedDraft['stored']): boolean {
  return support.every(({ quote }, index) => stored[index] === quote);
}

/** Keeps an answer that was given for whoever asks the same next. What had to do without something is not kept. */
export function rememberAnswer(
  { guard, cache }: Pick<FindingParts, 'guard' | 'cache'>,
  search: Search,
  { found, evidence }: { readonly found: CheckedDraft; readonly evidence: Evidence },
): void {
  const { draft, packs, models, tier, routing, isDegraded, sifted } = found;
  if (draft === null || isDegraded || sifted.degraded) return;
  if (routing === 'cache' || routing === 'qna_match') return;
  // The next try may succeed in what this one could not.
  if (draft.kind === 'written' && draft.translatedFrom === null) return;
  cache.keep(cacheKey(guard, search, packs), { draft, evidence, tier, models, packs });
}

/** Whoever asks the same next is answered anew. */
export function forgetAnswer(
  { guard, cache }: Pick<FindingParts, 'guard' | 'cache'>,
  search: Search,
  { packs }: Pick<CheckedDraft, 'packs'>,
): void {
  cache.drop(cacheKey(guard, search, packs));
}

/** Route: a curated pair filed under this very question, else an answer known already, else whatever the passages support. */
async function findDraft(
  parts: FindingParts,
  search: Search,
  { isAgain }: { readonly isAgain: boolean },
): Promise<FoundDraft> {
  const { steps, telemetry, guard, cache } = parts;
  const { question, request, timeLimit } = search;
  const { signal } = timeLimit;
  // A form that the client has given is filled in by a language model alone.
  const curated = request.needsModel
    ? null
    : await telemetry.step('match_curated', () => steps.matchCurated(question));
  if (curated !== null) {
    const packs = curated.support.map((support) => support.pack);
    const sifted = await guard.sift([], signal);
    return { ...noneAsked, draft: curated, packs, sifted, routing: 'qna_match' };
  }
  signal.throwIfAborted();
  const key = cacheKey(guard, search, await steps.listPacks(question));
  if (isAgain) cache.drop(key);
  const known = cache.recall(key);
  if (known !== null)
    return { ...noneAsked, ...known, sifted: await guard.sift([], signal), routing: 'cache' };
  return await answerFromPassages(parts, search);
}

async function answerFromPassages(parts: FindingParts, search: Search): Promise<FoundDraft> {
  const { steps, telemetry, guard } = parts;
  const { timeLimit, tell } = search;
  const { signal } = timeLimit;
  tell.step('search');
  const { question, found, similar, ...looked } = await lookUp(parts, search);
  const { packs } = found;
  const { lookedUpAs } = looked;
  if (similar !== null) {
    const isStale = similar === 'stale';
    const draft = isStale ? null : similar;
    const { isDegraded } = looked;
    const sifted = await guard.sift([], signal);
    const facts = { ...noneAsked, packs, sifted, isDegraded, lookedUpAs };
    return { ...facts, draft, isStale, routing: 'qna_match' };
  }
  signal.throwIfAborted();
  // No passage of a document is read before it was looked through.
  const { retrieved, outcome: sifted } = await telemetry.step('guard_retrieval', () =>
    siftRetrieved(guard, found, signal),
  );
  tell.guardrails(sifted.results);
  const { isDegraded } = looked;
  const facts = { ...noneAsked, packs, sifted, isDegraded, lookedUpAs, nearest: nearestOf(retrieved) };
  if (sifted.blocked !== null) return { ...facts, draft: null, routing: 'guardrail' };
  signal.throwIfAborted();
  tell.step('write');
  const climbed = await telemetry.step('answer', () =>
    climbLadder({ steps, guard }, { ...search, question, retrieved }),
  );
  const draft =
    climbed.draft === null
      ? null
      : await steps.addDisagreement(question, { retrieved, draft: climbed.draft });
  return { ...facts, ...climbed, draft, isDegraded: isDegraded || climbed.isDegraded };
}

function cacheKey(guard: Guard, search: Search, packs: CachedAnswer['packs']): CacheKeyParts {
  const { question, start, format, request } = search;
  const { schema } = request.wish;
  return { question, packs, policyVersion: guard.policyVersion, start, format, schema };
}

import type { RoutingSource } from '@avow/contract';
import type {
  AnswerFound,
  AnsweringSteps,
  Draft,
  Question,
  Retrieved,
  WrittenFound,
} from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { StartTier } from './choose-tier.ts';
import type { TimeLimit } from './deadlines.ts';
import { noModels } from './outcome.ts';
import type { WritingRequest } from './writing-request.ts';

/** What came of the ladder. */
export interface Climbed extends AnswerFound {
  /** The tier that answered, or that found that there is no answer. */
  readonly tier: number;
  readonly routing: RoutingSource;
  /** A language model said what the sources do not, and no rung was left to answer in its place. */
  readonly isUngrounded: boolean;
  /** A language model had to answer, and none could. */
  readonly isOutOfModels: boolean;
}

interface Climb {
  readonly question: Question;
  readonly retrieved: Retrieved;
  readonly start: StartTier;
  readonly request: WritingRequest;
  readonly timeLimit: TimeLimit;
  readonly mayAskModels: boolean;
  /** Called before the question leaves for a provider. */
  readonly beforeSending: () => Promise<void>;
  /** Called when a language model is asked, with what that will have cost. */
  readonly onCost: (cost: Promise<ModelCost>) => void;
}

/** What is kept of a query's time for the embedded models, which are the last rung. */
const lastRungMs = 3_000;
const lastRungShare = 0.25;
/** Of the time that language models have, where another is left that can be asked next. */
const shareOfOne = 0.6;

type Rung = AnsweringSteps['tiers'][number];

/** The tiers of language models that are asked, best first. */
export function rungsFrom(
  { tiers }: Pick<AnsweringSteps, 'tiers'>,
  { start, mayAskModels }: Pick<Climb, 'start' | 'mayAskModels'>,
): readonly Rung[] {
  return mayAskModels && start.tier !== 0 ? tiers.filter(({ tier }) => tier >= start.tier) : [];
}

/** Asks the tiers from the one chosen on, best first; the embedded models are the last rung, and need no network. */
export async function climbLadder(
  { steps, guard }: { readonly steps: AnsweringSteps; readonly guard: Guard },
  climb: Climb,
): Promise<Climbed> {
  const { question, retrieved, start, request, timeLimit } = climb;
  const chosen: RoutingSource = start.by === 'client' ? 'client' : 'retrieval';
  const { reader_sure_min: sureMin, when_ungrounded: whenUngrounded } = guard.answering;
  const wanted = rungsFrom(steps, { start, mayAskModels: true });
  const rungs = rungsFrom(steps, climb);
  const ended = { isUngrounded: false, isOutOfModels: false };

  let read: AnswerFound | null = null;
  if (rungs.length > 0 && sureMin !== null && start.by !== 'client' && !request.needsModel) {
    read = await steps.read(question, retrieved, timeLimit);
    if (isSure(read.draft, sureMin)) return { ...read, ...ended, tier: 0, routing: chosen };
  }

  let failures = wanted.length > rungs.length ? 1 : 0;
  let fallen: Rung | null = null;
  for (const [position, rung] of rungs.entries()) {
    const isLast = position === rungs.length - 1;
    const found = await writeWithin(steps, climb, { rung, isLast });
    if (found.kind === 'failed') {
      failures += 1;
      continue;
    }
    if (found.kind === 'ungrounded') {
      fallen = rung;
      break;
    }
    const routing = failures > 0 ? 'fallback' : chosen;
    const cut = found.kind === 'drafted' && !found.isWhole;
    const answer = writtenAnswer(rung.name, found, failures > 0 || cut);
    return { ...answer, ...ended, tier: rung.tier, routing };
  }

  const fell = fallen !== null;
  const isFallback = fell || failures > 0;
  const routing = isFallback ? 'fallback' : chosen;
  if (request.needsModel || (fell && whenUngrounded === 'withhold')) {
    const models = { ...noModels, answering: fallen?.name ?? null };
    const nothing = { draft: null, isStale: false, isDegraded: isFallback, models, choices: [] };
    return { ...nothing, tier: fallen?.tier ?? 0, routing, isUngrounded: fell, isOutOfModels: !fell };
  }
  read ??= await steps.read(question, retrieved, timeLimit);
  const isDegraded = read.isDegraded || isFallback;
  return { ...read, ...ended, isDegraded, tier: 0, routing, isUngrounded: fell && read.draft === null };
}

function isSure(draft: Draft | null, sureMin: number): boolean {
  return draft !== null && draft.found.kind === 'read' && draft.found.probability >= sureMin;
}

function writtenAnswer(
  name: string,
  found: Extract<WrittenFound, { readonly kind: 'drafted' | 'not_covered' }>,
  isDegraded: boolean,
): AnswerFound {
  const draft = found.kind === 'drafted' ? found.draft : null;
  const models = { answering: name, judging: draft?.judgedBy ?? null };
  return { draft, isStale: false, isDegraded, models, choices: [] };
}

/** A model that takes all the time there is would leave none for those after it. */
async function writeWithin(
  steps: AnsweringSteps,
  { question, retrieved, request, timeLimit, beforeSending, onCost }: Climb,
  { rung, isLast }: { readonly rung: Rung; readonly isLast: boolean },
): Promise<WrittenFound> {
  const leftMs = timeLimit.leftMs();
  const forModelsMs = leftMs - Math.min(lastRungMs, leftMs * lastRungShare);
  const shareMs = Math.floor(isLast ? forModelsMs : forModelsMs * shareOfOne);
  const endsAtMs = performance.now() + shareMs;
  timeLimit.signal.throwIfAborted();
  const signal = AbortSignal.any([timeLimit.signal, AbortSignal.timeout(shareMs)]);
  const limits = { leftMs: () => Math.max(0, endsAtMs - performance.now()) };
  const writing = steps.write(question, retrieved, {
    tier: rung.tier,
    wish: { ...request.wish, signal, beforeSending },
    limits,
  });
  onCost(writing.then(({ cost }) => cost));
  const { found } = await writing;
  // What was cut short because the query's own time is up is no failure of the model.
  timeLimit.signal.throwIfAborted();
  if (found.kind === 'drafted') return found;
  // What was told stays, whatever the model did after that: the answer ends there.
  const draft = request.toldDraft();
  return draft === null ? found : { kind: 'drafted', draft, isWhole: false };
}

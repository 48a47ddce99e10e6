import type { AnsweringSteps, Draft, ModelsUsed, Question } from '../interfaces/answering.ts';
import type { Guard, SiftOutcome } from '../interfaces/guard.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';
import type { TimeLimit } from './deadlines.ts';
import { noModels } from './outcome.ts';
import { siftRetrieved } from './sift-retrieved.ts';

export interface FindingParts {
  readonly steps: AnsweringSteps;
  readonly telemetry: Telemetry;
  readonly guard: Guard;
}

interface FoundDraft {
  readonly draft: Draft | null;
  readonly packs: readonly PackVersion[];
  readonly isDegraded: boolean;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  readonly models: ModelsUsed;
  /** What the guardrails said of what was retrieved. */
  readonly sifted: SiftOutcome;
}

export interface CheckedDraft extends FoundDraft {
  /** What is stored now where the draft quotes. */
  readonly stored: ReadonlyArray<string | null>;
}

const retrieveTimeoutMs = 20_000;

/** Route, retrieve, answer, and read back what the answer rests on. */
export async function findChecked(
  parts: FindingParts,
  question: Question,
  timeLimit: TimeLimit,
): Promise<CheckedDraft> {
  const found = await findDraft(parts, question, timeLimit);
  const { draft } = found;
  if (draft === null) return { ...found, stored: [] };
  timeLimit.signal.throwIfAborted();
  const stored = await parts.telemetry.step('ground', () => parts.steps.readSupport(question, draft));
  return { ...found, stored };
}

/** Route: a curated pair filed under this very question, else whatever the passages support that may be used. */
async function findDraft(
  { steps, telemetry, guard }: FindingParts,
  question: Question,
  timeLimit: TimeLimit,
): Promise<FoundDraft> {
  const { signal } = timeLimit;
  const curated = await telemetry.step('match_curated', () => steps.matchCurated(question));
  if (curated !== null) {
    const packs = curated.support.map((support) => support.pack);
    const sifted = await guard.sift([], signal);
    return { draft: curated, packs, isDegraded: false, isStale: false, models: noModels, sifted };
  }
  signal.throwIfAborted();
  const { packs, ...found } = await telemetry.step('retrieve', () =>
    steps.retrieve(question, { timeoutMs: retrieveTimeoutMs }),
  );
  signal.throwIfAborted();
  const { retrieved, outcome: sifted } = await telemetry.step('guard_retrieval', () =>
    siftRetrieved(guard, { packs, ...found }, signal),
  );
  const facts = { packs, sifted };
  if (sifted.blocked !== null)
    return { ...facts, draft: null, isDegraded: found.isDegraded, isStale: false, models: noModels };
  signal.throwIfAborted();
  const answer = await telemetry.step('answer', () => steps.answer(question, retrieved, timeLimit));
  const isDegraded = found.isDegraded || sifted.degraded || answer.isDegraded;
  return { ...answer, ...facts, isDegraded };
}

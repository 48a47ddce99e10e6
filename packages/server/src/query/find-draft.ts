import type { AnsweringSteps, Draft, ModelsUsed, Question } from '../interfaces/answering.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';
import type { TimeLimit } from './deadlines.ts';
import { noModels } from './outcome.ts';

export interface FindingParts {
  readonly steps: AnsweringSteps;
  readonly telemetry: Telemetry;
}

interface FoundDraft {
  readonly draft: Draft | null;
  readonly packs: readonly PackVersion[];
  readonly isDegraded: boolean;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  readonly models: ModelsUsed;
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

/** Route: a curated pair filed under this very question, else whatever the passages support. */
async function findDraft(
  { steps, telemetry }: FindingParts,
  question: Question,
  timeLimit: TimeLimit,
): Promise<FoundDraft> {
  const curated = await telemetry.step('match_curated', () => steps.matchCurated(question));
  if (curated !== null) {
    const packs = curated.support.map((support) => support.pack);
    return { draft: curated, packs, isDegraded: false, isStale: false, models: noModels };
  }
  timeLimit.signal.throwIfAborted();
  const retrieved = await telemetry.step('retrieve', () =>
    steps.retrieve(question, { timeoutMs: retrieveTimeoutMs }),
  );
  timeLimit.signal.throwIfAborted();
  const found = await telemetry.step('answer', () => steps.answer(question, retrieved, timeLimit));
  return { ...found, packs: retrieved.packs, isDegraded: retrieved.isDegraded || found.isDegraded };
}

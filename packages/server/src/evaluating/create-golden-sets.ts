import {
  fieldErrorsOf,
  type GoldenFile,
  type GoldenGiven,
  goldenFileSchema,
  goldenLimits,
} from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import type { GoldenSets } from '../interfaces/evaluations.ts';
import type { GoldenQuestion, GoldenStore } from '../interfaces/golden-store.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import { placeGiven } from './place-given.ts';
import { readQuestions } from './read-questions.ts';
import { expectationToWire } from './result-of.ts';
import { suggestQuestions } from './suggesting/suggest-questions.ts';

export interface GoldenSetsParts {
  readonly knowledge: KnowledgeStore;
  readonly golden: GoldenStore;
  readonly clock: Clock;
}

/** What people and programs do with golden sets. */
export function createGoldenSets(parts: GoldenSetsParts): GoldenSets {
  const { knowledge, golden } = parts;
  const isThere = async (tenantId: TenantId, packId: PackId) =>
    (await knowledge.getPack(tenantId, packId)) !== null;
  return {
    list: async (tenantId, packId, filter, page) =>
      (await isThere(tenantId, packId)) ? await golden.listQuestions(tenantId, packId, filter, page) : null,
    get: (tenantId, packId, goldenId) => golden.getQuestion(tenantId, packId, goldenId),
    put: (tenantId, packId, given) => put(parts, { tenantId, packId }, { given, unknownIds: 'refused' }),
    importFile: (tenantId, packId, file) =>
      put(parts, { tenantId, packId }, { given: readGoldenFile(file), unknownIds: 'drawn' }),
    accept: (tenantId, packId, goldenIds) => accept(parts, { tenantId, packId }, goldenIds),
    remove: (tenantId, packId, goldenIds) => golden.removeQuestions(tenantId, packId, goldenIds),
    suggest: async (tenantId, packId, { count }) => {
      if (!(await isThere(tenantId, packId))) return null;
      const known = await readQuestions(golden, tenantId, packId);
      const room = Math.max(0, goldenLimits.questionsMax - known.length);
      const wish = { count: Math.min(count, room), known };
      const suggested = await suggestQuestions(parts, { tenantId, packId }, wish);
      await keep(parts, { tenantId, packId }, suggested);
      return suggested;
    },
    exportFile: async (tenantId, packId) =>
      (await isThere(tenantId, packId))
        ? fileOf(await readQuestions(golden, tenantId, packId, { state: 'accepted' }))
        : null,
    getGate: (tenantId, packId) => golden.getGate(tenantId, packId),
    setGate: (tenantId, packId, gate) => golden.setGate(tenantId, packId, gate),
  };
}

interface Place {
  readonly tenantId: TenantId;
  readonly packId: PackId;
}

async function put(
  parts: GoldenSetsParts,
  place: Place,
  { given, unknownIds }: { readonly given: readonly GoldenGiven[]; readonly unknownIds: 'refused' | 'drawn' },
): Promise<GoldenQuestion[] | null> {
  const { tenantId, packId } = place;
  if ((await parts.knowledge.getPack(tenantId, packId)) === null) return null;
  const known = await readQuestions(parts.golden, tenantId, packId);
  const placed = placeGiven(given, { known, unknownIds, nowMs: parts.clock.nowMs() });
  if (placed.kind === 'faulty')
    throw new AppError('validation_failed', {
      detail: 'The golden questions have faults, and none of them is kept.',
      errors: placed.faults,
    });
  return (await keep(parts, place, placed.questions)) ? placed.questions : null;
}

/** False: the pack is gone. */
async function keep(
  { golden }: GoldenSetsParts,
  { tenantId, packId }: Place,
  questions: readonly GoldenQuestion[],
): Promise<boolean> {
  if (questions.length === 0) return true;
  const { questionsMax } = goldenLimits;
  const outcome = await golden.putQuestions(tenantId, packId, questions, { questionsMax });
  if (outcome === 'too_many')
    throw new AppError('invalid_state', {
      detail: `A content pack has at most ${questionsMax} golden questions, suggested ones included.`,
    });
  return outcome === 'kept';
}

async function accept(
  parts: GoldenSetsParts,
  place: Place,
  goldenIds: readonly GoldenQuestion['goldenId'][],
): Promise<GoldenQuestion[] | null> {
  const { tenantId, packId } = place;
  const found = await Promise.all(
    goldenIds.map((goldenId) => parts.golden.getQuestion(tenantId, packId, goldenId)),
  );
  const questions = found.filter((one) => one !== null);
  if (questions.length < found.length) return null;
  const updatedAtMs = parts.clock.nowMs();
  const accepted = questions.map((one) => ({ ...one, state: 'accepted' as const, updatedAtMs }));
  return (await keep(parts, place, accepted)) ? accepted : null;
}

/** Throws `validation_failed` with every fault and its place. */
function readGoldenFile(file: unknown): GoldenGiven[] {
  const parsed = goldenFileSchema.safeParse(file);
  if (parsed.success) return parsed.data.questions;
  throw new AppError('validation_failed', {
    detail: 'This is no file of golden questions.',
    errors: fieldErrorsOf(parsed.error, file),
  });
}

function fileOf(questions: readonly GoldenQuestion[]): GoldenFile {
  return {
    format: 'avow-golden/1',
    questions: questions.map(({ goldenId, question, expects, note, groups }) => ({
      ...{ id: goldenId, question, expects: expectationToWire(expects), note, groups: [...groups] },
    })),
  };
}

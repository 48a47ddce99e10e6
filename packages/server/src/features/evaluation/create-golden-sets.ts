import {
  fieldErrorsOf,
  type GoldenFile,
  type GoldenGiven,
  goldenFileSchema,
  goldenLimits,
} from '@avow/contract';
import type { GoldenQuestion, GoldenStore } from '@avow/evaluation';
import { expectationToWire, mergeQuestions, readQuestions } from '@avow/evaluation';
import type { Clock, PackId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { ContentStore } from '../content/content-store.ts';
import type { GoldenSets } from './evaluation.ts';
import { suggestQuestions } from './suggestion/suggest-questions.ts';

export interface GoldenSetDependencies {
  readonly content: ContentStore;
  readonly golden: GoldenStore;
  readonly clock: Clock;
}

/** Operations on golden sets. */
export function createGoldenSets(parts: GoldenSetDependencies): GoldenSets {
  const { content, golden } = parts;
  const packExists = async (tenantId: TenantId, packId: PackId) =>
    (await content.getPack(tenantId, packId)) !== null;
  return {
    list: async (tenantId, packId, filter, page) =>
      (await packExists(tenantId, packId))
        ? await golden.listQuestions(tenantId, packId, filter, page)
        : null,
    get: (tenantId, packId, goldenId) => golden.getQuestion(tenantId, packId, goldenId),
    put: (tenantId, packId, given) => put(parts, { tenantId, packId }, { given, unknownIds: 'refused' }),
    importFile: (tenantId, packId, file) =>
      put(parts, { tenantId, packId }, { given: readGoldenFile(file), unknownIds: 'drawn' }),
    accept: (tenantId, packId, goldenIds) => accept(parts, { tenantId, packId }, goldenIds),
    remove: (tenantId, packId, goldenIds) => golden.removeQuestions(tenantId, packId, goldenIds),
    suggest: async (tenantId, packId, { count, isKept = true }) => {
      if (!(await packExists(tenantId, packId))) return null;
      const known = await readQuestions(golden, tenantId, packId);
      const room = Math.max(0, goldenLimits.questionsMax - known.length);
      const options = { count: Math.min(count, room), known };
      const suggested = await suggestQuestions(parts, { tenantId, packId }, options);
      if (isKept) await keep(parts, { tenantId, packId }, suggested);
      return suggested;
    },
    exportFile: async (tenantId, packId) =>
      (await packExists(tenantId, packId))
        ? fileOf(await readQuestions(golden, tenantId, packId, { state: 'accepted' }))
        : null,
    getGate: (tenantId, packId) => golden.getGate(tenantId, packId),
    setGate: (tenantId, packId, gate) => golden.setGate(tenantId, packId, gate),
  };
}

interface PackRef {
  readonly tenantId: TenantId;
  readonly packId: PackId;
}

async function put(
  parts: GoldenSetDependencies,
  place: PackRef,
  { given, unknownIds }: { readonly given: readonly GoldenGiven[]; readonly unknownIds: 'refused' | 'drawn' },
): Promise<GoldenQuestion[] | null> {
  const { tenantId, packId } = place;
  if ((await parts.content.getPack(tenantId, packId)) === null) return null;
  const known = await readQuestions(parts.golden, tenantId, packId);
  const placed = mergeQuestions(given, { known, unknownIds, nowMs: parts.clock.nowMs() });
  if (placed.kind === 'faulty')
    throw new AppError('validation_failed', {
      detail: 'Some golden questions are not valid. None was stored.',
      errors: placed.faults,
    });
  return (await keep(parts, place, placed.questions)) ? placed.questions : null;
}

/** False: the pack no longer exists. */
async function keep(
  { golden }: GoldenSetDependencies,
  { tenantId, packId }: PackRef,
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
  parts: GoldenSetDependencies,
  place: PackRef,
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

/** Throws `validation_failed` with every fault and its location. */
function readGoldenFile(file: unknown): GoldenGiven[] {
  const parsed = goldenFileSchema.safeParse(file);
  if (parsed.success) return parsed.data.questions;
  throw new AppError('validation_failed', {
    detail: 'The file is not a golden set.',
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

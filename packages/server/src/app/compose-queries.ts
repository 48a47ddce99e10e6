import { createHashPrompt } from '../access/hash-prompt.ts';
import { createScoring } from '../confidence/create-scoring.ts';
import { createAllowance } from '../guardrails/checks/policy-allowance.ts';
import { type CompiledSchema, compileSchema } from '../guardrails/json-schema/compile-schema.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { RecordStore, RecordUpkeep } from '../interfaces/record-store.ts';
import { createAnsweringSteps } from '../knowledge/create-answering-steps.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import { type AnswerCache, createAnswerCache } from '../query/create-answer-cache.ts';
import { createQueries, type Queries } from '../query/create-queries.ts';
import type { QueriesParts } from '../query/queries-parts.ts';
import { createRefiner } from '../refining/create-refiner.ts';
import { createQuestionTranslator } from '../refining/translate-question.ts';
import { traceReader } from '../telemetry/trace-reader.ts';
import { createGrounder } from '../writing/create-grounder.ts';
import { createWriter } from '../writing/write-answer.ts';
import type { AppParts } from './app-parts.ts';

/** What answers questions in this installation. */
export type AnsweringAppParts = Pick<AppParts, 'config' | 'data' | 'encoder' | 'reader' | 'log'> &
  Required<Pick<AppParts, 'clock' | 'tiers' | 'refinement'>>;

/** Where questions are answered from, and where their records go. */
export interface AnsweringPlace extends Pick<QueriesParts, 'inFlight' | 'telemetry' | 'guards' | 'budgets'> {
  readonly records: RecordStore;
  readonly upkeep: RecordUpkeep;
  readonly knowledge: KnowledgeStore;
  readonly whole: WholeSearch;
  /** How long an answer is remembered; 0: none is. */
  readonly answerCacheMs: number;
}

/** A schema that came with a question: it is followed in bounded time, or refused. */
function compileAnswerSchema(schema: Readonly<Record<string, unknown>>): CompiledSchema {
  return compileSchema(schema, createAllowance());
}

function faultOfSchema(schema: Readonly<Record<string, unknown>>): string | null {
  const compiled = compileAnswerSchema(schema);
  return compiled.kind === 'faulty' ? compiled.message : null;
}

/** An answer takes some kilobytes. */
const answersKeptMax = 2_000;

/** The path of a query, from its parts. */
export function composeQueries(
  { config, data, encoder, reader, log, clock, tiers, refinement }: AnsweringAppParts,
  { whole, answerCacheMs, ...place }: AnsweringPlace,
): Queries & Pick<AnswerCache, 'forgetTenant'> {
  const { knowledge } = place;
  const cache = createAnswerCache({
    keepMs: answerCacheMs,
    answersMax: answersKeptMax,
    clock,
    models: JSON.stringify([reader?.name, encoder?.name, ...tiers.map(({ model }) => model.name)]),
  });
  const traced = reader === null ? null : traceReader(reader, place.telemetry);
  const queries = createQueries({
    ...place,
    clock,
    hashPrompt: createHashPrompt(data.pepper),
    reviewsMax: config.reviewsMax,
    faultOfSchema,
    cache,
    steps: createAnsweringSteps({
      ...{ knowledge, search: whole, encoder, reader: traced },
      refine: createRefiner({ model: refinement }),
      translateQuestion: createQuestionTranslator({ refinement, tiers }),
      writer: createWriter({
        tiers,
        knowledge,
        compileSchema: compileAnswerSchema,
        judge: traced,
        grounder: createGrounder({ reader: traced }),
      }),
    }),
    scoring: createScoring({ calibrations: data.store.learning, clock }),
    limits: {
      deadlineMs: config.queryDeadlineMs,
      idempotencyKeepMs: config.idempotencyKeepMs,
      queuedMax: config.queuedMax,
      reviewWaitMs: config.reviewWaitMs,
    },
    onBackgroundFailure: (error, messageId) =>
      log.error({ err: error, message_id: messageId }, 'message failed'),
  });
  return { ...queries, forgetTenant: cache.forgetTenant };
}

import {
  createAnsweringSteps,
  createGrounder,
  createQuestionTranslator,
  createRefiner,
  createScoring,
  createSearchPlanner,
  createSecondJudge,
  createWriter,
} from '@avow/answering';
import type { CompiledSchema } from '@avow/guardrails';
import { compileSchema, createAllowance } from '@avow/guardrails';
import type { QueriesContext } from '../features/evaluation/scratch/with-scratch-queries.ts';
import { createEmbeddingWatch } from '../features/publication/indexing/create-embedding-watch.ts';
import { createHashPrompt } from '../path/admission/hash-prompt.ts';
import { type AnswerCache, createAnswerCache } from '../path/memory/create-answer-cache.ts';
import { createTextMemory } from '../path/memory/create-text-memory.ts';
import { createQueries, type Queries } from '../path/waiting/create-queries.ts';
import { traceReader } from '../telemetry/trace-reader.ts';
import type { AppParts } from './app-parts.ts';
import { rememberSettings } from './remember-settings.ts';

/** The parts that answer questions in this installation. */
export type AnsweringAppParts = Pick<
  AppParts,
  'config' | 'data' | 'encoder' | 'reader' | 'grounder' | 'verification' | 'log'
> &
  Required<Pick<AppParts, 'clock' | 'tiers' | 'refinement'>>;

/** A schema that came with a question is compiled in bounded time, or refused. */
function compileAnswerSchema(schema: Readonly<Record<string, unknown>>): CompiledSchema {
  return compileSchema(schema, createAllowance());
}

function faultOfSchema(schema: Readonly<Record<string, unknown>>): string | null {
  const compiled = compileAnswerSchema(schema);
  return compiled.kind === 'faulty' ? compiled.message : null;
}

/** An answer takes a few kilobytes. */
const cachedAnswersMax = 2_000;

/** Composes the path of a query. */
export function composeQueries(
  parts: Omit<AnsweringAppParts, 'clock'>,
  { packSearch, answerCacheMs, keepScreened = () => undefined, ...context }: QueriesContext,
): Queries & Pick<AnswerCache, 'forgetTenant'> {
  const { config, data, encoder, reader, log, tiers, refinement, verification = null } = parts;
  const { content, clock } = context;
  const cache = createAnswerCache({
    keepMs: answerCacheMs,
    answersMax: cachedAnswersMax,
    clock,
    models: JSON.stringify([
      ...[reader?.name, encoder?.name, verification?.model.name],
      ...tiers.map(({ model }) => model.name),
    ]),
  });
  const memory = createTextMemory();
  const traced = reader === null ? null : traceReader(reader, context.telemetry);
  const queries = createQueries({
    ...context,
    hashPrompt: createHashPrompt(data.pepper),
    faultOfSchema,
    cache,
    memory,
    steps: createAnsweringSteps({
      ...{ content, search: packSearch, encoder, reader: traced, keepScreened },
      embedding: encoder && createEmbeddingWatch({ search: data.search, encoder: encoder.name }),
      refine: createRefiner({ model: refinement }),
      translateQuestion: createQuestionTranslator({ refinement, tiers }),
      planner: createSearchPlanner(tiers),
      writer: createWriter({
        tiers,
        content,
        compileSchema: compileAnswerSchema,
        judge: traced,
        grounder: parts.grounder ?? createGrounder({ reader: traced }),
        secondJudge: verification && createSecondJudge(verification),
      }),
    }),
    scoring: createScoring({
      calibrations: {
        currentCalibration: rememberSettings(data.nodes, data.store.feedback.currentCalibration).read,
      },
      clock,
    }),
    limits: {
      deadlineMs: config.queryDeadlineMs,
      idempotencyKeepMs: config.idempotencyKeepMs,
      queuedMax: config.queuedMax,
      reviewsMax: config.reviewsMax,
      reviewWaitMs: config.reviewWaitMs,
    },
    onBackgroundFailure: (error, messageId) =>
      log.error({ err: error, message_id: messageId }, 'message failed'),
  });
  return {
    ...queries,
    forgetTenant: (tenantId) => {
      cache.forgetTenant(tenantId);
      memory.forgetTenant(tenantId);
    },
  };
}

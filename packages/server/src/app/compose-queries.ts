import { createAnsweringSteps } from '@avow/answering';
import { createSearchPlanner } from '@avow/answering/retrieve';
import { createScoring } from '@avow/answering/score';
import { createQuestionTranslator, createRefiner } from '@avow/answering/understand';
import { createGrounder, createSecondJudge, createWriter } from '@avow/answering/write';
import type { CompiledSchema } from '@avow/guardrails';
import { compileSchema, createAllowance } from '@avow/guardrails';
import { createKnowledge } from '../features/mcp/create-knowledge.ts';
import type { Knowledge } from '../features/mcp/knowledge.ts';
import { createEmbeddingWatch } from '../features/publication/indexing/create-embedding-watch.ts';
import { createReviews, type ReviewQueue } from '../features/review/create-reviews.ts';
import { noRules } from '../features/rules/rules.ts';
import { createDeadlines } from '../path/admission/deadlines.ts';
import { createHashPrompt } from '../path/admission/hash-prompt.ts';
import { type AnswerCache, createAnswerCache } from '../path/memory/create-answer-cache.ts';
import { createTextMemory } from '../path/memory/create-text-memory.ts';
import type { PathDependencies } from '../path/path-dependencies.ts';
import { createSourceNames, noSourceNames } from '../path/recording/create-source-names.ts';
import type { QueriesContext } from '../path/scratch/with-scratch-queries.ts';
import { createJournals } from '../path/streaming/create-journals.ts';
import { createQueries, type Queries } from '../path/waiting/create-queries.ts';
import { createRunning } from '../path/waiting/create-running.ts';
import { traceReader } from '../telemetry/trace-reader.ts';
import type { Installation } from './installation.ts';
import { rememberSettings } from './remember-settings.ts';

/** The parts that answer questions in this installation. */
export type AnsweringInstallation = Pick<
  Installation,
  'config' | 'data' | 'encoder' | 'reader' | 'grounder' | 'verification' | 'log'
> &
  Required<Pick<Installation, 'clock' | 'tiers' | 'refinement'>>;

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

export interface ComposedQueries extends Queries, Pick<AnswerCache, 'forgetTenant'> {
  /** The answers of the path that a person decides on. */
  readonly reviews: ReviewQueue;
  /** What the path answers from, for agents that read it themselves. */
  readonly knowledge: Knowledge;
}

/** Composes the path of a query. */
export function composeQueries(
  installation: Omit<AnsweringInstallation, 'clock'>,
  { packSearch, answerCacheMs, keepScreened = () => undefined, rules = noRules, ...context }: QueriesContext,
): ComposedQueries {
  const { config, data, encoder, reader, log } = installation;
  const { content, clock } = context;
  const cache = createAnswerCache({
    keepMs: answerCacheMs,
    answersMax: cachedAnswersMax,
    clock,
    models: () =>
      JSON.stringify([
        ...[reader?.name, encoder?.name, installation.verification?.model.name],
        ...installation.tiers.map(({ model }) => model.name),
      ]),
  });
  const memory = createTextMemory();
  const embedding = encoder && createEmbeddingWatch({ search: data.search, encoder: encoder.name });
  const traced = reader === null ? null : traceReader(reader, context.telemetry);
  const composeSteps = ({ tiers, refinement, verification = null }: Answering) =>
    createAnsweringSteps({
      ...{ content, search: packSearch, encoder, reader: traced, keepScreened, embedding },
      refine: createRefiner({ model: refinement }),
      translateQuestion: createQuestionTranslator({ refinement, tiers }),
      planner: createSearchPlanner(tiers),
      writer: createWriter({
        tiers,
        content,
        compileSchema: compileAnswerSchema,
        judge: traced,
        grounder: installation.grounder ?? createGrounder({ reader: traced }),
        secondJudge: verification && createSecondJudge(verification),
      }),
    });
  const stepsNow = rememberByModels(installation, composeSteps);
  const path: PathDependencies = {
    ...context,
    ...{ deadlines: createDeadlines(), journals: createJournals(context), running: createRunning() },
    hashPrompt: createHashPrompt(data.pepper),
    faultOfSchema,
    ...{ cache, memory, rules },
    // What is asked for a trial is not recorded.
    sources: rules === noRules ? noSourceNames : createSourceNames(content),
    get steps() {
      return stepsNow();
    },
    scoring: createScoring({
      calibrations: {
        currentCalibration: rememberSettings(data.nodes, data.store.feedback.currentCalibration).read,
      },
      guarantees: {
        currentGuarantee: rememberSettings(data.nodes, data.store.feedback.currentGuarantee).read,
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
  };
  return {
    ...createQueries(path),
    reviews: createReviews(path),
    knowledge: createKnowledge(path),
    forgetTenant: (tenantId) => {
      cache.forgetTenant(tenantId);
      memory.forgetTenant(tenantId);
    },
  };
}

type Answering = Pick<AnsweringInstallation, 'tiers' | 'refinement' | 'verification'>;

/** What is made of the language models, made again once others serve. */
function rememberByModels<Made>(installation: Answering, make: (models: Answering) => Made): () => Made {
  let known: { readonly models: Answering; readonly made: Made } | null = null;
  return () => {
    const { tiers, refinement, verification = null } = installation;
    const isSame =
      known !== null &&
      known.models.tiers === tiers &&
      known.models.refinement === refinement &&
      known.models.verification === verification;
    if (known !== null && isSame) return known.made;
    const models = { tiers, refinement, verification };
    known = { models, made: make(models) };
    return known.made;
  };
}

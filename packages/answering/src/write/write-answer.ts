import { noCurrency } from '@avow/contract/values';
import type { ModelCost, ModelSettings, ModelTier, Reader } from '@avow/inference';
import { foreignLanguage, questionLanguage } from '@avow/text/languages';
import type { AnsweringSteps } from '../answering-steps.ts';
import type { WrittenFound } from '../found.ts';
import type { Question } from '../question.ts';
import type { Grounder } from '../verify/grounder.ts';
import { gatherSources, type SourceTexts } from './gather-sources.ts';
import { openWriting } from './read-writing.ts';
import { openSecondJudging, type SecondJudging } from './second-judge/open-second-judging.ts';
import type { SecondJudge } from './second-judge/second-judge.ts';
import { translateDraft } from './translation/translate-draft.ts';
import { type CompileSchema, writeJsonAnswer } from './write-json-answer.ts';
import { writeJsonTask, writeTask } from './write-task.ts';
import { writeTextAnswer } from './write-text-answer.ts';

/** A tier, and what of the operator's settings decides how it is asked. */
interface WriterTier extends ModelTier {
  readonly settings: Pick<ModelSettings, 'outputTokensMax' | 'sourceCharactersMax' | 'price'> &
    Partial<Pick<ModelSettings, 'givesWay' | 'quotes'>>;
}

export interface WriterDependencies {
  /** Best first. */
  readonly tiers: readonly WriterTier[];
  readonly grounder: Grounder;
  /** Says whether an answer addresses its question; null: nobody does. */
  readonly judge: Pick<Reader, 'judge' | 'read'> | null;
  /** A language model that is asked about what the grounder is not sure of. Left out: there is none. */
  readonly secondJudge?: SecondJudge | null;
  readonly content: SourceTexts;
  readonly compileSchema: CompileSchema;
}

type Write = AnsweringSteps['write'];
type WriteCall = Parameters<Write>;

/** Answers by language models: of what they write, what the sources support. */
export function createWriter(parts: WriterDependencies): Pick<AnsweringSteps, 'tiers' | 'write'> {
  return {
    tiers: parts.tiers.map(({ tier, model, settings: { givesWay = true } }) => ({
      ...{ tier, givesWay, name: model.name },
    })),
    write: async (...call) => {
      const [, , { tier: wanted }] = call;
      const tier = parts.tiers.find((each) => each.tier === wanted);
      if (tier === undefined) throw new Error('The tier that is asked has no model');
      return await writeAnswer(parts, tier, call);
    },
  };
}

async function writeAnswer(
  { grounder, judge, secondJudge = null, content, compileSchema }: WriterDependencies,
  { model, settings }: WriterTier,
  [question, retrieved, { options, limits }]: WriteCall,
): ReturnType<Write> {
  const without = (found: WrittenFound) => ({ found, cost: noCost(settings) });
  // Nothing it writes could be used, so it is not asked.
  if (grounder.judge === null && !options.allowUnverified) return without({ kind: 'failed', code: 'failed' });
  const compiled = options.schema === null ? null : compileSchema(options.schema);
  if (compiled?.kind === 'faulty') return without({ kind: 'failed', code: 'not_understood' });
  const admitted = options.beforeSending();
  admitted.catch(() => {});
  const sources = await gatherSources(content, question, {
    retrieved,
    filterTexts: options.filterTexts,
    unitsMax: settings.sourceCharactersMax,
  });
  if (sources.length === 0) return without({ kind: 'not_covered' });
  if (limits.leftMs() <= 0 || options.signal.aborted) return without({ kind: 'failed', code: 'timeout' });

  const foreign = foreignLanguage(
    sources.map(({ text }) => text),
    { wanted: question.language },
  );
  const { outputTokensMax, quotes: withQuotes = false } = settings;
  // In the language of the sources, every sentence can be compared with them.
  const inTheirLanguage = foreign === null ? question : { ...question, language: foreign };
  const facts = { question: inTheirLanguage, sources, outputTokensMax, withQuotes };
  const task =
    options.schema === null ? writeTask(facts, options.format) : writeJsonTask(facts, options.schema);
  const { instructions } = task;
  // A grounder that hears no second judge asks none.
  const second =
    secondJudge === null || grounder.confirm === undefined
      ? null
      : openSecondJudging(secondJudge, { question, sources, signal: options.signal, limits });
  const writingFacts = {
    ...{ question, sources, grounder, second, limits, instructions, withQuotes },
    judge: isAskedIn(question, foreign) ? judge : null,
    // A draft that is to be translated is not streamed before it is.
    options: foreign === null ? options : { ...options, onDraft: null },
  };
  await admitted;
  const writing = openWriting(model, task, { signal: options.signal, limits });
  let found: WrittenFound;
  let ended: Awaited<ReturnType<typeof writing.close>>;
  try {
    found =
      compiled === null
        ? await writeTextAnswer(writingFacts, writing)
        : await writeJsonAnswer(writingFacts, writing, compiled.conforms);
  } finally {
    ended = await writing.close();
  }
  const cost = addCosts(ended.cost, second?.cost() ?? null);
  found = withSecondJudge(withLogProbability(found, ended.logProbability), second);
  const { language } = question;
  if (foreign === null || language === null || found.kind !== 'drafted' || found.draft.json !== null)
    return { found, cost };
  const translating = { model, outputTokensMax, signal: options.signal, limits };
  const translated = await translateDraft(translating, found.draft, { from: foreign, into: language });
  return { found: { ...found, draft: translated.draft }, cost: addCosts(cost, translated.cost) };
}

/** How sure the model was is known once all is written. */
function withLogProbability(found: WrittenFound, logProbability: number | null): WrittenFound {
  if (found.kind !== 'drafted') return found;
  const { draft } = found;
  return { ...found, draft: { ...draft, found: { ...draft.found, logProbability } } };
}

/** A judge reads a question and its answer together: in two languages it cannot. */
function isAskedIn({ text }: Question, foreign: string | null): boolean {
  const spoken = foreign === null ? null : questionLanguage({ given: null, text });
  return spoken === null || spoken === foreign;
}

function withSecondJudge(found: WrittenFound, second: SecondJudging | null): WrittenFound {
  if (found.kind !== 'drafted' || second === null || second.cost() === null) return found;
  return { ...found, draft: { ...found.draft, secondJudge: second.hasJudged() ? second.name : null } };
}

/** A models file has one currency, and models without a price have none. */
function addCosts(one: ModelCost, other: ModelCost | null): ModelCost {
  if (other === null) return one;
  const [first, second] = one.amount > 0 || other.amount === 0 ? [one, other] : [other, one];
  return {
    currency: first.currency,
    amount: first.amount + (second.currency === first.currency ? second.amount : 0),
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function noCost({ price }: WriterTier['settings']): ModelCost {
  return { currency: price?.currency ?? noCurrency, amount: 0, inputTokens: 0, outputTokens: 0 };
}

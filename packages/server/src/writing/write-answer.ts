import { noCurrency } from '@avow/contract';
import type { AnsweringSteps, Question, WrittenFound } from '../interfaces/answering.ts';
import type { ModelCost, ModelTier } from '../interfaces/language-model.ts';
import type { ModelSettings } from '../interfaces/model-settings.ts';
import type { Reader } from '../interfaces/reader.ts';
import { foreignLanguage } from '../languages/foreign-language.ts';
import { questionLanguage } from '../languages/question-language.ts';
import { gatherSources, type SourceTexts } from './gather-sources.ts';
import type { Grounder } from './grounder.ts';
import { createDataMarks } from './mark-data.ts';
import { openWriting } from './read-writing.ts';
import { translateDraft } from './translating/translate-draft.ts';
import { type CompileSchema, writeJsonAnswer } from './write-json-answer.ts';
import { writeJsonTask, writeTask } from './write-task.ts';
import { writeTextAnswer } from './write-text-answer.ts';

/** A tier, and what of the operator's settings decides how it is asked. */
interface WriterTier extends ModelTier {
  readonly settings: Pick<ModelSettings, 'datamarking' | 'outputTokensMax' | 'price'>;
}

export interface WriterParts {
  /** Best first. */
  readonly tiers: readonly WriterTier[];
  readonly grounder: Grounder;
  /** Says whether an answer addresses its question; null: nobody does. */
  readonly judge: Pick<Reader, 'judge'> | null;
  readonly knowledge: SourceTexts;
  readonly compileSchema: CompileSchema;
}

type Write = AnsweringSteps['write'];
type Asked = Parameters<Write>;

/** Answers by language models: of what they write, what the sources bear out. */
export function createWriter(parts: WriterParts): Pick<AnsweringSteps, 'tiers' | 'write'> {
  return {
    tiers: parts.tiers.map(({ tier, model }) => ({ tier, name: model.name })),
    write: async (...asked) => {
      const [, , { tier: wanted }] = asked;
      const tier = parts.tiers.find((each) => each.tier === wanted);
      if (tier === undefined) throw new Error('The tier that is asked has no model');
      return await writeAnswer(parts, tier, asked);
    },
  };
}

async function writeAnswer(
  { grounder, judge, knowledge, compileSchema }: WriterParts,
  { model, settings }: WriterTier,
  [question, retrieved, { wish, limits }]: Asked,
): ReturnType<Write> {
  const without = (found: WrittenFound) => ({ found, cost: noCost(settings) });
  // Nothing could stand: it is not asked for.
  if (grounder.judge === null && !wish.mayGoUnjudged) return without({ kind: 'failed', code: 'failed' });
  const compiled = wish.schema === null ? null : compileSchema(wish.schema);
  if (compiled?.kind === 'faulty') return without({ kind: 'failed', code: 'not_understood' });
  const admitted = wish.beforeSending();
  admitted.catch(() => {});
  const sources = await gatherSources(knowledge, question, { retrieved, sift: wish.sift });
  if (sources.length === 0) return without({ kind: 'not_covered' });
  if (limits.leftMs() <= 0 || wish.signal.aborted) return without({ kind: 'failed', code: 'timeout' });

  const foreign = foreignLanguage(
    sources.map(({ text }) => text),
    { wanted: question.language },
  );
  const marks = createDataMarks([question.text, ...sources.map(wordsOf)], settings.datamarking);
  const { outputTokensMax } = settings;
  // In the language of the sources, every sentence can be held against them.
  const told = foreign === null ? question : { ...question, language: foreign };
  const asked = { question: told, sources, marks, outputTokensMax };
  const task = wish.schema === null ? writeTask(asked, wish.format) : writeJsonTask(asked, wish.schema);
  const { instructions } = task;
  const facts = {
    ...{ question, sources, grounder, limits, marks, instructions },
    judge: isAskedIn(question, foreign) ? judge : null,
    // What is to be put into another language is told once it is.
    wish: foreign === null ? wish : { ...wish, onSoFar: null },
  };
  await admitted;
  const writing = openWriting(model, task, { signal: wish.signal, limits });
  let found: WrittenFound;
  let ended: Awaited<ReturnType<typeof writing.close>>;
  try {
    found =
      compiled === null
        ? await writeTextAnswer(facts, writing)
        : await writeJsonAnswer(facts, writing, compiled.conforms);
  } finally {
    ended = await writing.close();
  }
  const { cost, logProbability } = ended;
  found = withLogProbability(found, logProbability);
  const { language } = question;
  if (foreign === null || language === null || found.kind !== 'drafted' || found.draft.json !== null)
    return { found, cost };
  const translating = { model, outputTokensMax, signal: wish.signal, limits };
  const translated = await translateDraft(translating, found.draft, { from: foreign, into: language });
  return { found: { ...found, draft: translated.draft }, cost: together(cost, translated.cost) };
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

/** Of one model, and so in one currency. */
function together(one: ModelCost, other: ModelCost | null): ModelCost {
  if (other === null) return one;
  return {
    currency: one.currency,
    amount: one.amount + other.amount,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function wordsOf({ title, context, text }: { title: string; context: string; text: string }): string {
  return `${title} ${context} ${text}`;
}

function noCost({ price }: WriterTier['settings']): ModelCost {
  return { currency: price?.currency ?? noCurrency, amount: 0, inputTokens: 0, outputTokens: 0 };
}

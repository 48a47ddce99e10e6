import type { Retrieved, TranslatedQuestion } from '@avow/answering';
import { foreignLanguage, questionLanguage } from '@avow/text';
import { tiersFrom } from '../answering/model-tiers.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import type { UnderstoodQuery } from '../query.ts';

/** A model on a processor takes seconds to read its task alone. */
const translateTimeoutMs = 10_000;
/** Of the time that is left. */
const translateShare = 0.25;

/** The question in the language of what was found. Null: it is in that language already, or no language model may be asked. */
export async function translateQuestion(
  { steps, telemetry }: PathDependencies,
  query: UnderstoodQuery,
  { documents, curated }: Retrieved,
): Promise<TranslatedQuestion | null> {
  const { question, timeLimit } = query;
  const [first] = tiersFrom(steps, query);
  if (first === undefined) return null;
  const passages = documents.length > 0 ? documents : curated;
  const texts = passages.map(({ text }) => text);
  const into = foreignLanguage(texts, { wanted: question.language });
  if (into === null) return null;
  // The language to answer in may differ from that of the question.
  if (questionLanguage({ given: null, text: question.text }) === into) return null;
  await query.admissionRecord.commit();
  timeLimit.signal.throwIfAborted();
  const timeoutMs = Math.floor(Math.min(translateTimeoutMs, timeLimit.leftMs() * translateShare));
  const translating = telemetry.step('translate_question', () =>
    steps.translateQuestion(question, { into, tier: first.tier, timeoutMs }, timeLimit.signal),
  );
  query.tally.addCost(translating.then(({ cost }) => cost));
  const translated = await translating;
  timeLimit.signal.throwIfAborted();
  return translated;
}

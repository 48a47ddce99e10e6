import type { Draft, Question, Retrieved, Searched, TranslatedQuestion } from '@avow/answering';
import { foreignLanguage, questionLanguage } from '@avow/text';
import { tiersFrom } from './answering/try-tiers.ts';
import { addRetrieved, addSupport } from './relied-on.ts';
import { type FindingParts, needsModel, type Search } from './search.ts';

/** What was retrieved, and for which question. */
interface LookedUp {
  /** As it was looked up: translated, if the content is in another language. */
  readonly question: Question;
  /** The language model that translated the question; null: it was not translated. */
  readonly translator: string | null;
  readonly retrieved: Searched;
  /** A curated pair that asks the same. */
  readonly similar: Draft | 'stale' | null;
  readonly isDegraded: boolean;
}

/** A model on a processor takes seconds to read its task alone. */
const translateTimeoutMs = 10_000;
/** Of the time that is left. */
const translateShare = 0.25;

/**
 * Looks a question up. If the content found is in another language and a language model may be asked, the question is
 * translated and looked up once more: neither shared words nor the encoder are reliable across languages.
 */
export async function lookUp(parts: FindingParts, search: Search): Promise<LookedUp> {
  const { question } = search;
  const first = await retrieve(parts, search, question);
  const untranslated = { ...first, question, translator: null, isDegraded: first.retrieved.isDegraded };
  if (first.similar !== null) return untranslated;
  const translated = await translate(parts, search, first.retrieved);
  if (translated === null) return untranslated;
  if (translated.text === null) return { ...untranslated, isDegraded: true };
  const inTheirLanguage = { ...question, text: translated.text };
  const second = await retrieve(parts, search, inTheirLanguage);
  return {
    ...second,
    question: inTheirLanguage,
    translator: translated.model,
    isDegraded: second.retrieved.isDegraded,
  };
}

async function retrieve(
  { steps, telemetry }: FindingParts,
  search: Search,
  question: Question,
): Promise<Pick<LookedUp, 'retrieved' | 'similar'>> {
  const { timeLimit } = search;
  const { signal } = timeLimit;
  const retrieved = await telemetry.step('retrieve', () => steps.retrieve(question, timeLimit));
  addRetrieved(search.reliedOn, retrieved);
  signal.throwIfAborted();
  const similar = needsModel(search)
    ? null
    : await telemetry.step('match_similar', () => steps.matchSimilar(question, retrieved));
  if (similar !== null && similar !== 'stale') addSupport(search.reliedOn, similar);
  signal.throwIfAborted();
  return { retrieved, similar };
}

/** Null: the question is in that language already, or no language model may be asked. */
async function translate(
  { steps, telemetry }: FindingParts,
  search: Search,
  { documents, curated }: Retrieved,
): Promise<TranslatedQuestion | null> {
  const { question, timeLimit, writing, onCost } = search;
  const [first] = tiersFrom(steps, search);
  if (first === undefined) return null;
  const passages = documents.length > 0 ? documents : curated;
  const texts = passages.map(({ text }) => text);
  const into = foreignLanguage(texts, { wanted: question.language });
  if (into === null) return null;
  // The language to answer in may differ from that of the question.
  if (questionLanguage({ given: null, text: question.text }) === into) return null;
  await writing.beforeSending();
  timeLimit.signal.throwIfAborted();
  const timeoutMs = Math.floor(Math.min(translateTimeoutMs, timeLimit.leftMs() * translateShare));
  const translating = telemetry.step('translate_question', () =>
    steps.translateQuestion(question, { into, tier: first.tier, timeoutMs }, timeLimit.signal),
  );
  onCost(translating.then(({ cost }) => cost));
  const translated = await translating;
  timeLimit.signal.throwIfAborted();
  return translated;
}

import type { Draft, Question, Retrieved } from '../interfaces/answering.ts';
import { foreignLanguage } from '../languages/foreign-language.ts';
import { questionLanguage } from '../languages/question-language.ts';
import { rungsFrom } from './climb-ladder.ts';
import type { FindingParts, Search } from './search.ts';

/** What was found, and for which question. */
interface LookedUp {
  readonly question: Question;
  readonly found: Retrieved;
  /** A curated pair that asks the same. */
  readonly similar: Draft | 'stale' | null;
  /** The question in the language of what was found, and the model that put it so; null: as it was asked. */
  readonly lookedUpAs: { readonly text: string; readonly model: string } | null;
  readonly isDegraded: boolean;
}

const retrieveTimeoutMs = 20_000;
const translateTimeoutMs = 4_000;
/** Of the time that is left. */
const translateShare = 0.25;

/**
 * Looks a question up. Where what is found is in another language, and a language model may be asked, the question is put
 * into that language and looked up once more: words in common tell little over languages, and neither does the encoder.
 */
export async function lookUp(parts: FindingParts, search: Search): Promise<LookedUp> {
  const { question } = search;
  const first = await retrieve(parts, search, question);
  const asItWas = { ...first, question, lookedUpAs: null, isDegraded: first.found.isDegraded };
  if (first.similar !== null) return asItWas;
  const translated = await translate(parts, search, first.found);
  if (translated === null) return asItWas;
  const { text, model } = translated;
  if (text === null) return { ...asItWas, isDegraded: true };
  const again = { ...question, text };
  const second = await retrieve(parts, search, again);
  const { isDegraded } = second.found;
  return { ...second, question: again, lookedUpAs: { text, model }, isDegraded };
}

async function retrieve(
  { steps, telemetry }: FindingParts,
  { request, timeLimit }: Search,
  question: Question,
): Promise<Pick<LookedUp, 'found' | 'similar'>> {
  const { signal } = timeLimit;
  const found = await telemetry.step('retrieve', () =>
    steps.retrieve(question, { timeoutMs: retrieveTimeoutMs }),
  );
  signal.throwIfAborted();
  const similar = request.needsModel
    ? null
    : await telemetry.step('match_similar', () => steps.matchSimilar(question, found));
  signal.throwIfAborted();
  return { found, similar };
}

/** Null: it is in that language already, or nobody may be asked. */
async function translate(
  { steps, telemetry }: FindingParts,
  search: Search,
  { documents, curated }: Retrieved,
) {
  const { question, timeLimit, beforeSending, onCost } = search;
  const [rung] = rungsFrom(steps, search);
  if (rung === undefined) return null;
  const passages = documents.length > 0 ? documents : curated;
  const texts = passages.map(({ text }) => text);
  const into = foreignLanguage(texts, { wanted: question.language });
  if (into === null) return null;
  // The language to answer in need not be the one that is asked in.
  if (questionLanguage({ given: null, text: question.text }) === into) return null;
  await beforeSending();
  timeLimit.signal.throwIfAborted();
  const timeoutMs = Math.floor(Math.min(translateTimeoutMs, timeLimit.leftMs() * translateShare));
  const translating = telemetry.step('translate_question', () =>
    steps.translateQuestion(question, { into, tier: rung.tier, timeoutMs }, timeLimit.signal),
  );
  onCost(translating.then(({ cost }) => cost));
  const translated = await translating;
  timeLimit.signal.throwIfAborted();
  return translated;
}

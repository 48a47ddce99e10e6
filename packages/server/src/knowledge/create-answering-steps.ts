import type {
  AnswerFound,
  AnsweringSteps,
  Draft,
  Question,
  Retrieved,
  TimeLeft,
} from '../interfaces/answering.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { ServedView } from '../interfaces/knowledge-store.ts';
import type { PassageHit, PassageQuery } from '../interfaces/passage-search.ts';
import type { Reader } from '../interfaces/reader.ts';
import { curatedKey } from '../text/normalise-question.ts';
import { addDisagreement } from './add-disagreement.ts';
import { answerByWords } from './answer-by-words.ts';
import { answerFromSimilar } from './answer-from-similar.ts';
import { curatedChoices } from './curated-choices.ts';
import { agreedMatch, curatedDraft } from './curated-draft.ts';
import { findRestricted } from './find-restricted.ts';
import type { WholeSearch } from './keep-search-whole.ts';
import { answerByReading } from './reading/answer-by-reading.ts';
import { limitReader } from './reading/limit-reader.ts';
import { splitQuestion } from './reading/split-question.ts';

export interface AnsweringParts {
  readonly knowledge: ServedView;
  readonly search: WholeSearch;
  /** Null: the operator wants none, and the search goes by words alone. */
  readonly encoder: Encoder | null;
  /** Null: the operator wants none, and answers are chosen by their words. */
  readonly reader: Reader | null;
  readonly refine: AnsweringSteps['refine'];
  readonly translateQuestion: AnsweringSteps['translateQuestion'];
  /** The operator's language models. */
  readonly writer: Pick<AnsweringSteps, 'tiers' | 'write'>;
}

const documentsMax = 32;
const curatedMax = 32;
const encodeTimeoutMs = 1500;

/** Answers in stored words: curated pairs, what is quoted from documents, and what language models write and quotes bear out. */
export function createAnsweringSteps(parts: AnsweringParts): AnsweringSteps {
  const { knowledge } = parts;
  const vectorOf = createVectors(parts.encoder);
  return {
    refine: parts.refine,
    translateQuestion: parts.translateQuestion,
    ...parts.writer,
    matchCurated: async (question) => {
      const { tenantId, text, packIds, groups, nowMs } = question;
      const matches = await knowledge.findCurated(tenantId, {
        key: curatedKey(text),
        packIds,
        groups,
        nowMs,
      });
      const match = agreedMatch(matches);
      return match === null ? null : curatedDraft(match, { kind: 'curated_exact' }, 1);
    },
    listPacks: (question) => servedPacks(knowledge, question),
    retrieve: async (question, { timeoutMs }) => {
      const packs = await servedPacks(knowledge, question);
      if (packs.length === 0) return { packs, curated: [], documents: [], further: [], isDegraded: false };
      const vector = await vectorOf(question);
      const further = await Promise.all(
        furtherQuestions(parts, question).map(async (part) => ({
          text: part.text,
          vector: await vectorOf(part),
        })),
      );
      const found = await findPassages(parts, question, { packs, vector, further, timeoutMs });
      // Where the operator has an encoder, a question that it could not take is looked up by less than was meant, and
      // the answer says so. Passages that still wait for their vectors do not count: they are found by their words,
      // and how far they are is told of the pack, not of each answer.
      const wentWithoutMeaning = parts.encoder !== null && vector === null;
      return { ...found, isDegraded: found.isDegraded || wentWithoutMeaning };
    },
    matchSimilar: (question, retrieved) => answerFromSimilar(knowledge, question, retrieved),
    read: (question, retrieved, limits) => answerFromDocuments(parts, question, retrieved, limits),
    findRestricted: async (question, { sift, limits }) =>
      await findRestricted(
        {
          search: parts.search,
          reader: parts.reader === null ? null : limitReader(parts.reader, limits),
          listPacks: () => servedPacks(knowledge, question),
        },
        question,
        { vector: await vectorOf(question), sift },
      ),
    addDisagreement: (question, about) => addDisagreement(knowledge, question, about),
    readSupport: async ({ tenantId, groups, nowMs }, { kind, sourceType, support }) => {
      // A curated answer was read from the store itself a moment ago; passages come from the index, which may lag.
      if (kind === 'quoted' && sourceType === 'qna') return support.map(({ quote }) => quote);
      return await Promise.all(
        support.map(({ documentId, start, end }) =>
          knowledge.readQuote(tenantId, { documentId, start, end, groups, nowMs }),
        ),
      );
    },
  };
}

/** The vector of each question, made once however often it is looked up. */
function createVectors(encoder: Encoder | null): (question: Question) => Promise<Float32Array | null> {
  const vectors = new WeakMap<Question, Promise<Float32Array | null>>();
  return (question) => {
    if (encoder === null) return Promise.resolve(null);
    const known = vectors.get(question);
    if (known !== undefined) return known;
    const vector = encoder.encodeQuestion(question.text, { timeoutMs: encodeTimeoutMs });
    vectors.set(question, vector);
    return vector;
  };
}

async function servedPacks(
  knowledge: Pick<ServedView, 'listServed'>,
  { tenantId, packIds }: Question,
): Promise<PackVersion[]> {
  const served = await knowledge.listServed(tenantId);
  return packIds === null ? served : served.filter(({ packId }) => packIds.includes(packId));
}

async function findPassages(
  { search, knowledge }: AnsweringParts,
  question: Question,
  {
    further,
    ...wanted
  }: Pick<PassageQuery, 'packs' | 'vector' | 'timeoutMs'> & {
    readonly further: readonly Pick<PassageQuery, 'text' | 'vector'>[];
  },
): Promise<Retrieved> {
  const { tenantId, text, groups, nowMs } = question;
  const inDocuments = { ...wanted, kind: 'document', groups, nowMs, limit: documentsMax } as const;
  const found = await search.find(
    tenantId,
    [
      { ...wanted, kind: 'curated', text, groups, nowMs, limit: curatedMax },
      { ...inDocuments, text },
      ...further.map((part) => ({ ...inDocuments, ...part })),
    ],
    // A version that is gone may have been replaced since it was listed.
    () => servedPacks(knowledge, question),
  );
  const [curated = [], documents = [], ...rest] = found.hits;
  // "And where is it sent?" does not say of what: the passages for all that was asked may answer it as well.
  const looked = further.map((part, position) => ({
    asked: part.text,
    documents: takeInTurns(rest[position] ?? [], documents),
  }));
  return { packs: found.packs, curated, documents, further: looked, isDegraded: !found.isWhole };
}

/** Of each list the best first, and every passage once. */
function takeInTurns(one: readonly PassageHit[], other: readonly PassageHit[]): PassageHit[] {
  const inTurns = Array.from({ length: Math.max(one.length, other.length) }, (_, position) => [
    one[position],
    other[position],
  ]);
  const byPlace = new Map<string, PassageHit>();
  for (const hit of inTurns.flat()) {
    const place = hit === undefined ? '' : `${hit.documentId} ${hit.ordinal}`;
    if (hit !== undefined && !byPlace.has(place)) byPlace.set(place, hit);
  }
  return [...byPlace.values()];
}

/** Each of several things that are asked at once is looked up by itself: only a reader can put them together. */
function furtherQuestions({ reader }: AnsweringParts, question: Question): Question[] {
  const parts = reader === null ? [] : splitQuestion(question.text);
  return parts.length < 2 ? [] : parts.map((text) => ({ ...question, text }));
}

/** By reading where there is a reader; where it could not in its time, by words, and the answer says so. */
async function answerFromDocuments(
  { knowledge, reader }: AnsweringParts,
  question: Question,
  retrieved: Retrieved,
  limits: TimeLeft,
): Promise<AnswerFound> {
  const curated = await curatedChoices(knowledge, question, retrieved);
  if (reader === null) return withoutModels(await answerByWords(knowledge, question, retrieved), curated);
  const read = await answerByReading({ knowledge, reader: limitReader(reader, limits) }, question, retrieved);
  // What people have asked before goes before headings.
  if (read !== 'unread') return curated.length < 2 ? read : { ...read, choices: curated };
  const byWords = withoutModels(await answerByWords(knowledge, question, retrieved), curated);
  return { ...byWords, isDegraded: true };
}

function withoutModels(found: Draft | 'stale' | null, choices: readonly string[]): AnswerFound {
  const models = { answering: null, judging: null };
  return found === 'stale'
    ? { draft: null, isStale: true, isDegraded: false, models, choices }
    : { draft: found, isStale: false, isDegraded: false, models, choices };
}

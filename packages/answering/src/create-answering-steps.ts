import type { PackVersion } from '@avow/foundation';
import type { Encoder, Reader } from '@avow/inference';
import { embeddedLanguages } from '@avow/inference';
import type { PassageHit, PassageQuery } from '@avow/search';
import { asQuestion, curatedKey } from '@avow/text';
import { otherLanguage } from '@avow/text/languages';
import type { AnsweringSteps } from './answering-steps.ts';
import { answerFromSimilar } from './curated/answer-from-similar.ts';
import { curatedChoices } from './curated/curated-choices.ts';
import { agreedMatch, curatedDraft } from './curated/curated-draft.ts';
import type { Draft } from './draft.ts';
import type { AnswerFound, Retrieved, TimeLeft } from './found.ts';
import type { Question } from './question.ts';
import { addDisagreement } from './read/add-disagreement.ts';
import { answerByReading } from './read/answer-by-reading.ts';
import { answerByWords } from './read/answer-by-words.ts';
import { limitReader } from './read/limit-reader.ts';
import { splitQuestion } from './read/split-question.ts';
import { findRestricted } from './retrieve/find-restricted.ts';
import { readRelated } from './retrieve/read-related.ts';
import type { ServedContent } from './served-content.ts';
import type { EmbeddedShare, ServedSearch } from './served-search.ts';

export interface AnsweringDependencies {
  readonly content: ServedContent;
  readonly search: ServedSearch;
  /** Null: the operator has disabled it, and only keyword search is used. */
  readonly encoder: Encoder | null;
  /** Null: there is no encoder. */
  readonly embedding: EmbeddedShare | null;
  /** Null: the operator has disabled it, and answers are chosen by keywords. */
  readonly reader: Reader | null;
  readonly refine: AnsweringSteps['refine'];
  readonly translateQuestion: AnsweringSteps['translateQuestion'];
  /** The operator's language models. */
  readonly writer: Pick<AnsweringSteps, 'tiers' | 'write'>;
  readonly planner: Pick<AnsweringSteps, 'planSearches' | 'rankPassages'>;
  readonly keepScreened: AnsweringSteps['keepScreened'];
}

const documentsMax = 32;
const curatedMax = 32;
/** Of the time that is left. What it counts may wait for the thread that stages a large version. */
const countShare = 0.25;
/** Of the time that is left, for reading curated pairs: a busy machine takes long, and passages are read after them. */
const pairsShare = 0.25;

/** Answers from stored words: curated pairs, quotes from documents, and text of language models that quotes support. */
export function createAnsweringSteps(parts: AnsweringDependencies): AnsweringSteps {
  const { content } = parts;
  const vectorOf = createVectors(parts.encoder);
  /** Until they are searched: a question whose answer is not cached needs them twice within a moment. */
  const listed = new WeakMap<Question, PackVersion[]>();
  const listPacks = async (question: Question) => {
    const packs = await servedPacks(content, question);
    listed.set(question, packs);
    return packs;
  };
  const takePacks = async (question: Question) => {
    const packs = listed.get(question) ?? (await servedPacks(content, question));
    listed.delete(question);
    return packs;
  };
  return {
    refine: parts.refine,
    translateQuestion: parts.translateQuestion,
    keepScreened: parts.keepScreened,
    ...parts.writer,
    ...parts.planner,
    matchCurated: async (question) => {
      const { tenantId, text, packIds, groups, nowMs } = question;
      const matches = await content.findCurated(tenantId, {
        key: curatedKey(text),
        packIds,
        groups,
        nowMs,
      });
      const match = agreedMatch(matches);
      return match === null ? null : curatedDraft(match, { kind: 'curated_exact' }, 1);
    },
    listPacks,
    retrieve: async (question, limits) => {
      const packs = await takePacks(question);
      if (packs.length === 0) return { ...nothing, packs };
      const counting =
        parts.embedding?.shareOf(question.tenantId, packs, limits.leftMs() * countShare) ?? null;
      const vector = await vectorOf(question, limits);
      const withVectors = (questions: readonly Question[]) =>
        Promise.all(questions.map(async (one) => ({ text: one.text, vector: await vectorOf(one, limits) })));
      const further = await withVectors(furtherQuestions(parts, question));
      const [inContext = null] = await withVectors(
        question.inContext === undefined ? [] : [{ ...question, text: question.inContext }],
      );
      const timeoutMs = limits.leftMs();
      const found = await findPassages(parts, question, { packs, vector, further, inContext, timeoutMs });
      // If there is an encoder and it failed, or content was just published and waits for its vectors, semantic search was
      // left out in whole or in part, and the answer says so.
      const lacksVector = parts.encoder !== null && vector === null;
      const embeddedShare = await counting;
      const isWaiting = embeddedShare !== null && embeddedShare < 1;
      return { ...found, embeddedShare, isDegraded: found.isDegraded || lacksVector || isWaiting };
    },
    matchSimilar: (question, retrieved, limits) =>
      answerFromSimilar(content, question, {
        retrieved,
        reader:
          parts.reader === null
            ? null
            : {
                ...limitReader(parts.reader, question, limits),
                readMs: limits.leftMs() * pairsShare,
              },
      }),
    read: (question, retrieved, limits) => answerFromDocuments(parts, question, retrieved, limits),
    findRestricted: async (question, { filterTexts, limits }) =>
      await findRestricted(
        {
          search: parts.search,
          reader: parts.reader === null ? null : limitReader(parts.reader, question, limits),
          listPacks: () => servedPacks(content, question),
        },
        question,
        { vector: await vectorOf(question, limits), filterTexts, limits },
      ),
    addDisagreement: (question, about) => addDisagreement(content, question, about),
    readRelated: (question, near) => readRelated(content, question, near),
    readSupport: async ({ tenantId, groups, nowMs }, { kind, sourceType, support }) => {
      // A curated answer was just read from the store; passages come from the index, which may lag behind.
      if (kind === 'quoted' && sourceType === 'qna') return support.map(({ quote }) => quote);
      return await Promise.all(
        support.map(({ documentId, start, end }) =>
          content.readQuote(tenantId, { documentId, start, end, groups, nowMs }),
        ),
      );
    },
  };
}

const nothing = { curated: [], documents: [], further: [], embeddedShare: null, isDegraded: false } as const;

/** The vector of each question, computed once even if it is looked up several times. */
function createVectors(
  encoder: Encoder | null,
): (question: Question, limits: TimeLeft) => Promise<Float32Array | null> {
  const vectors = new WeakMap<Question, Promise<Float32Array | null>>();
  return (question, limits) => {
    if (encoder === null) return Promise.resolve(null);
    const known = vectors.get(question);
    if (known !== undefined) return known;
    const vector = encoder.encodeQuestion(asQuestion(question.text), {
      timeoutMs: limits.leftMs(),
      owner: question.tenantId,
    });
    vectors.set(question, vector);
    return vector;
  };
}

async function servedPacks(
  content: Pick<ServedContent, 'listServed'>,
  { tenantId, packIds }: Question,
): Promise<PackVersion[]> {
  const served = await content.listServed(tenantId);
  return packIds === null ? served : served.filter(({ packId }) => packIds.includes(packId));
}

async function findPassages(
  { search, content }: AnsweringDependencies,
  question: Question,
  {
    further,
    inContext,
    ...wanted
  }: Pick<PassageQuery, 'packs' | 'vector' | 'timeoutMs'> & {
    readonly further: readonly Pick<PassageQuery, 'text' | 'vector'>[];
    readonly inContext: Pick<PassageQuery, 'text' | 'vector'> | null;
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
      ...(inContext === null ? [] : [{ ...inDocuments, ...inContext }]),
    ],
    // A missing version may have been replaced since it was listed.
    () => servedPacks(content, question),
  );
  const [curated = [], asked = [], ...rest] = found.hits;
  const documents = inContext === null ? asked : interleave(rest.at(-1) ?? [], asked).slice(0, documentsMax);
  // "And where is it sent?" does not name its subject: the passages for the whole question may answer it as well.
  const furtherParts = further.map((part, position) => ({
    asked: part.text,
    documents: interleave(rest[position] ?? [], documents),
  }));
  return { packs: found.packs, curated, documents, further: furtherParts, isDegraded: !found.isComplete };
}

/** Alternates between two lists, best first, with every passage once. */
function interleave(one: readonly PassageHit[], other: readonly PassageHit[]): PassageHit[] {
  const alternating = Array.from({ length: Math.max(one.length, other.length) }, (_, position) => [
    one[position],
    other[position],
  ]);
  const byPlace = new Map<string, PassageHit>();
  for (const hit of alternating.flat()) {
    const place = hit === undefined ? '' : `${hit.documentId} ${hit.ordinal}`;
    if (hit !== undefined && !byPlace.has(place)) byPlace.set(place, hit);
  }
  return [...byPlace.values()];
}

/** Each part of a compound question is looked up by itself. Only a reader can combine their answers. */
function furtherQuestions({ reader }: AnsweringDependencies, question: Question): Question[] {
  const parts = reader === null ? [] : splitQuestion(asQuestion(question.text));
  return parts.length < 2 ? [] : parts.map((text) => ({ ...question, text }));
}

/** By reading if there is a reader; if it could not in time, by keywords, and the answer says so. */
async function answerFromDocuments(
  { content, reader }: AnsweringDependencies,
  question: Question,
  retrieved: Retrieved,
  limits: TimeLeft,
): Promise<AnswerFound> {
  const curated = await curatedChoices(content, question, retrieved);
  if (reader === null) return withoutModels(await answerByWords(content, question, retrieved), curated);
  const read = await answerByReading(
    { content, reader: limitReader(reader, question, limits), limits },
    question,
    retrieved,
  );
  if (read !== 'unread') {
    // What the reader makes of a language that it does not know says little: the same words say more.
    const quoted =
      read.draft === null && otherLanguage(question.text, embeddedLanguages) !== null
        ? await answerByWords(content, question, retrieved)
        : null;
    if (quoted !== null && quoted !== 'stale') return { ...read, draft: quoted };
    // Questions that people have curated take precedence over headings.
    return curated.length === 0 ? read : { ...read, choices: curated };
  }
  const byWords = withoutModels(await answerByWords(content, question, retrieved), curated);
  return { ...byWords, isDegraded: true };
}

function withoutModels(found: Draft | 'stale' | null, choices: readonly string[]): AnswerFound {
  const models = { answering: null, judging: null };
  return found === 'stale'
    ? { draft: null, isStale: true, isDegraded: false, models, choices }
    : { draft: found, isStale: false, isDegraded: false, models, choices };
}

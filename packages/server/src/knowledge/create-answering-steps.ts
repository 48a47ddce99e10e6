import { codePointLength } from '@avow/contract';
import type { AnsweringSteps, Draft, Found, Question, Retrieved } from '../interfaces/answering.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { CuratedId, DocumentId, PackVersion } from '../interfaces/identity.ts';
import type { CuratedMatch, KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { PassageHit, PassageQuery } from '../interfaces/passage-search.ts';
import { curatedKey } from '../text/normalise-question.ts';
import { extractAnswer } from './extract-answer.ts';
import type { WholeSearch } from './keep-search-whole.ts';
import { curatedSimilarity, curatedSimilarityMin } from './match-curated.ts';
import { refineQuestion } from './refine-question.ts';

export interface AnsweringParts {
  readonly knowledge: KnowledgeStore;
  readonly search: WholeSearch;
  /** Null: the operator wants none, and the search goes by words alone. */
  readonly encoder: Encoder | null;
}

const documentsMax = 32;
const curatedMax = 16;
const encodeTimeoutMs = 1500;

/** Answers without any language model: curated pairs, and words quoted from documents. */
export function createAnsweringSteps(parts: AnsweringParts): AnsweringSteps {
  const { knowledge } = parts;
  const vectorOf = createVectors(parts.encoder);
  return {
    refine: refineQuestion,
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
    retrieve: async (question, { timeoutMs }) => {
      const [packs, vector] = await Promise.all([servedPacks(knowledge, question), vectorOf(question)]);
      const found = await findPassages(parts, question, { packs, vector, timeoutMs });
      // Where the operator has an encoder, a question that it could not take is looked up by less than was meant, and
      // the answer says so. Passages that still wait for their vectors do not count: they are found by their words,
      // and how far they are is told of the pack, not of each answer.
      const wentWithoutMeaning = parts.encoder !== null && vector === null && packs.length > 0;
      return { ...found, isDegraded: found.isDegraded || wentWithoutMeaning };
    },
    answer: async (question, retrieved) =>
      (await answerFromSimilar(knowledge, question, retrieved)) ??
      (await answerFromDocuments(knowledge, question, retrieved)),
    readSupport: async ({ tenantId, groups, nowMs }, { sourceType, support }) => {
      // A curated answer was read from the store itself a moment ago; passages come from the index, which may lag.
      if (sourceType === 'qna') return support.map(({ quote }) => quote);
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
  knowledge: KnowledgeStore,
  { tenantId, packIds }: Question,
): Promise<PackVersion[]> {
  const served = await knowledge.listServed(tenantId);
  return packIds === null ? served : served.filter(({ packId }) => packIds.includes(packId));
}

async function findPassages(
  { search, knowledge }: AnsweringParts,
  question: Question,
  wanted: Pick<PassageQuery, 'packs' | 'vector' | 'timeoutMs'>,
): Promise<Retrieved> {
  const { tenantId, text, groups, nowMs } = question;
  const found = await search.find(
    tenantId,
    [
      { ...wanted, kind: 'curated', text, groups, nowMs, limit: curatedMax },
      { ...wanted, kind: 'document', text, groups, nowMs, limit: documentsMax },
    ],
    // A version that is gone may have been replaced since it was listed.
    () => servedPacks(knowledge, question),
  );
  const [curated = [], documents = []] = found.hits;
  return { packs: found.packs, curated, documents, isDegraded: !found.isWhole };
}

/** Several pairs under one question may answer it only if they all say the same. */
function agreedMatch(matches: readonly CuratedMatch[]): CuratedMatch | null {
  const [first] = matches;
  if (first === undefined || matches.some(({ pair }) => pair.answer !== first.pair.answer)) return null;
  return first;
}

function curatedDraft({ pair, pack }: CuratedMatch, found: Found, score: number): Draft {
  const { curatedId, question, answer, source, url } = pair;
  const support = {
    documentId: curatedId,
    pack,
    source,
    title: question,
    url,
    quote: answer,
    start: 0,
    end: codePointLength(answer),
    score,
  };
  return { text: answer, sourceType: 'qna', found, support: [support] };
}

/** A curated pair whose question asks the same in other words. Pairs that are as near and say something else rule it out. */
async function answerFromSimilar(
  knowledge: KnowledgeStore,
  { tenantId, text, groups, nowMs }: Question,
  { curated }: Retrieved,
): Promise<Draft | 'stale' | null> {
  const near = curated
    .map((hit) => ({ hit, similarity: curatedSimilarity(text, hit.text) }))
    .filter(({ similarity }) => similarity >= curatedSimilarityMin);
  const similarity = Math.max(...near.map((one) => one.similarity));
  const ids = new Set(
    near.filter((one) => one.similarity === similarity).flatMap(({ hit }) => curatedIdsOf(hit)),
  );
  const found = await Promise.all(
    [...ids].map((id) => knowledge.getCurated(tenantId, id, { groups, nowMs })),
  );
  const current = found.filter((one) => one !== null);
  if (current.length < ids.size) return 'stale';
  const match = agreedMatch(current);
  return match === null ? null : curatedDraft(match, { kind: 'curated_similar', similarity }, similarity);
}

/** The pair that was found, and all others that are filed under the very same words. */
function curatedIdsOf(hit: PassageHit): CuratedId[] {
  return [hit, ...hit.alsoAt].map(({ documentId }) => documentId as CuratedId);
}

async function answerFromDocuments(
  knowledge: KnowledgeStore,
  { tenantId, text, groups, nowMs }: Question,
  { documents }: Retrieved,
): Promise<Draft | 'stale' | null> {
  const extracted = extractAnswer(text, documents);
  if (extracted === null) return null;
  const { hit, quote, start, end, coverage, margin } = extracted;
  const document = await knowledge.getDocument(tenantId, hit.documentId as DocumentId, { groups, nowMs });
  if (document === null) return 'stale';
  const { documentId, source, title, url } = document;
  const support = { documentId, pack: hit.pack, source, title, url, quote, start, end, score: coverage };
  return {
    text: quote,
    sourceType: 'document',
    found: { kind: 'document', coverage, margin },
    support: [support],
  };
}

import { codePointLength } from '@avow/contract';
import type { AnsweringSteps, Draft, Found, Question, Retrieved } from '../interfaces/answering.ts';
import type { CuratedId, DocumentId } from '../interfaces/identity.ts';
import type { CuratedMatch, KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { PassageHit, PassageSearch } from '../interfaces/passage-search.ts';
import { curatedKey } from '../text/normalise-question.ts';
import { extractAnswer } from './extract-answer.ts';
import { curatedSimilarity, curatedSimilarityMin } from './match-curated.ts';
import { refineQuestion } from './refine-question.ts';

export interface AnsweringParts {
  readonly knowledge: KnowledgeStore;
  readonly search: PassageSearch;
}

const passagesMax = 32;

/** Answers without any model: curated pairs, and words quoted from documents. */
export function createAnsweringSteps(parts: AnsweringParts): AnsweringSteps {
  const { knowledge, search } = parts;
  return {
    refine: refineQuestion,
    matchCurated: async ({ tenantId, text, packIds }) => {
      const matches = await knowledge.findCurated(tenantId, { key: curatedKey(text), packIds });
      const match = agreedMatch(matches);
      return match === null ? null : curatedDraft(match, { kind: 'curated_exact' }, 1);
    },
    retrieve: async ({ tenantId, text, packIds }, { timeoutMs }) => {
      const published = await knowledge.listPacks(tenantId);
      const packs = published
        .filter(({ packId, version }) => version > 0 && (packIds === null || packIds.includes(packId)))
        .map(({ packId, version }) => ({ packId, version }));
      const hits =
        packs.length === 0
          ? []
          : await search.search(tenantId, { text, packs, limit: passagesMax, timeoutMs });
      return { packs, hits };
    },
    answer: async (question, retrieved) =>
      (await answerFromSimilar(knowledge, question, retrieved)) ??
      (await answerFromDocuments(knowledge, question, retrieved)),
    readSupport: async (tenantId, { sourceType, support }) => {
      // A curated answer was read from the store itself a moment ago; passages come from the index, which may lag.
      if (sourceType === 'qna') return support.map(({ quote }) => quote);
      return await Promise.all(support.map((one) => knowledge.readQuote(tenantId, one)));
    },
  };
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
  question: Question,
  { hits }: Retrieved,
): Promise<Draft | null> {
  const near = hits
    .filter((hit) => hit.kind === 'curated')
    .map((hit) => ({ hit, similarity: curatedSimilarity(question.text, hit.text) }))
    .filter(({ similarity }) => similarity >= curatedSimilarityMin);
  const similarity = Math.max(...near.map((one) => one.similarity));
  const ids = new Set(
    near.filter((one) => one.similarity === similarity).map(({ hit }) => hit.documentId as CuratedId),
  );
  const found = await Promise.all([...ids].map((id) => knowledge.getCurated(question.tenantId, id)));
  const match = agreedMatch(found.filter((one) => one !== null));
  return match === null ? null : curatedDraft(match, { kind: 'curated_similar', similarity }, similarity);
}

async function answerFromDocuments(
  knowledge: KnowledgeStore,
  question: Question,
  { hits }: Retrieved,
): Promise<Draft | null> {
  const documents: PassageHit[] = hits.filter((hit) => hit.kind === 'document');
  const extracted = extractAnswer(question.text, documents);
  if (extracted === null) return null;
  const { hit, quote, start, end, coverage, margin } = extracted;
  const document = await knowledge.getDocument(question.tenantId, hit.documentId as DocumentId);
  if (document === null) return null;
  const { documentId, source, title, url } = document;
  const support = { documentId, pack: hit.pack, source, title, url, quote, start, end, score: coverage };
  return {
    text: quote,
    sourceType: 'document',
    found: { kind: 'document', coverage, margin },
    support: [support],
  };
}

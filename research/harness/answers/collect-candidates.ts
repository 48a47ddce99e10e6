import { join } from 'node:path';
import type { Question } from '@avow/answering';
import {
  type AnswerShape,
  answerShape,
  draftQuote,
  type JudgedAnswer,
  judgeAnswer,
  type ReadCandidate,
  type ReadingFeatures,
  readPassages,
} from '@avow/answering/testing/reading';
import type { Encoder, Reader } from '@avow/inference';
import { loadConfig, openDataFolder } from '@avow/server';
import { workThrough } from '../work-through.ts';
import { isPage } from './choose-pages.ts';
import { type AnswerMark, markAnswer } from './mark-answer.ts';
import type { AnswerQuestion } from './question-file.ts';

/** A passage read for a question, the quote from it, and whether the quote is the answer. */
export interface CandidateRow {
  readonly corpus: string;
  readonly question: AnswerQuestion;
  readonly shape: AnswerShape;
  /** Its rank in the search results, from 0. */
  readonly rank: number;
  readonly features: ReadingFeatures;
  readonly judged: JudgedAnswer;
  /** The mark of the quote alone; yes or no is added later. */
  readonly mark: AnswerMark;
}

const limits = { timeoutMs: 60_000 };
const passagesFound = 32;

/** Reads and judges every passage that the service may read for these questions; one row per passage. */
export async function collectCandidates(
  folder: string,
  {
    corpus,
    questions,
    ...models
  }: {
    readonly corpus: string;
    readonly questions: readonly AnswerQuestion[];
    readonly encoder: Encoder | null;
    readonly reader: Reader;
  },
): Promise<CandidateRow[]> {
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: join(folder, 'data'), AVOW_PORT: '0' }));
  try {
    const [tenant] = await data.store.access.listTenants();
    if (tenant === undefined) throw new Error(`there is no tenant in ${folder}`);
    const { tenantId } = tenant;
    const packs = await data.store.content.listServed(tenantId);
    const rows = await workThrough(questions, { label: corpus, atOnce: 1 }, async (question) => {
      const text = question.question;
      const asked: Question = {
        tenantId,
        text,
        packIds: null,
        groups: [],
        language: null,
        nowMs: Date.now(),
      };
      const vector = (await models.encoder?.encodeQuestion(text, { ...limits, owner: tenantId })) ?? null;
      const hits = await data.search.search(tenantId, {
        ...{ kind: 'document', text, vector, packs, groups: [], nowMs: asked.nowMs },
        ...{ limit: passagesFound, timeoutMs: limits.timeoutMs },
      });
      const read = await readPassages(models.reader, { question: text, hits }, { ...limits, extent: 'all' });
      if (read?.isWhole !== true) throw new Error(`${corpus} ${question.id} could not be read for`);
      const parts = { content: data.store.content, reader: models.reader };
      const found: CandidateRow[] = [];
      // One after the other: those that wait for the model would run out of time.
      for (const candidate of read.candidates) {
        const quoted = await judgeQuote(parts, asked, candidate);
        if (quoted === null) continue;
        const rank = hits.indexOf(candidate.hit);
        const { features } = candidate;
        const { judged, shape } = quoted;
        found.push({ corpus, question, shape, rank, features, judged, mark: markQuote(question, quoted) });
      }
      return found;
    });
    return rows.flat();
  } finally {
    await data.close();
  }
}

async function judgeQuote(
  { content, reader }: { readonly content: Parameters<typeof draftQuote>[0]; readonly reader: Reader },
  question: Question,
  candidate: ReadCandidate,
) {
  const shape = answerShape(question.text);
  const quoted = await draftQuote(content, question, { candidate, asked: question.text, shape });
  if (quoted === null || quoted === 'stale') return null;
  const judged = await judgeAnswer(reader, { question: question.text, quoted: [quoted] }, limits);
  if (judged === null) throw new Error(`an answer to "${question.text}" could not be judged`);
  return { ...quoted, judged };
}

function markQuote(
  { verdict: _, ...question }: AnswerQuestion,
  { support }: { readonly support: ReadonlyArray<{ readonly quote: string; readonly source: string }> },
): AnswerMark {
  const text = support.map(({ quote }) => quote).join('\n\n');
  const sources = question.sources.filter((id) => support.some(({ source }) => isPage(source, id)));
  // A quote from another page may be right by chance, so it is not used for fitting.
  return sources.length === 0 ? 'wrong' : markAnswer(question, { kind: 'answered', text, sources });
}

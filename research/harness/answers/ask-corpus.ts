import type { QueryResponse } from '@avow/contract/query';
import type { Encoder, Reader } from '@avow/inference';
import { corpora } from '../corpora.ts';
import { type ModelFacts, type TrainingStatus, trainingStatus } from '../read-model-facts.ts';
import { workThrough } from '../work-through.ts';
import { isPage } from './choose-pages.ts';
import { type AnswerMark, markAnswer, type ObservedAnswer } from './mark-answer.ts';
import { type CorpusService, openCorpusService, prepareCorpus } from './open-corpus-service.ts';
import { markSection } from './outside/mark-section.ts';
import type { EvaluatedCorpus, SetQuestion } from './question-sets.ts';
import type { ShownAnswer } from './report.ts';

interface AskingModels {
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly facts: ModelFacts;
  /** How often a question is asked again that the service answered without a model: on a busy machine time is short. */
  readonly retries: number;
}

/** Every question in turn, as one person would ask: what other requests do meanwhile does not count towards a latency. */
export async function askCorpus(
  indexFolder: string,
  { corpus, pages, packPerFolder = false, questions }: EvaluatedCorpus,
  { facts, retries, ...models }: AskingModels,
): Promise<ShownAnswer[]> {
  const status = statusOf(corpus, facts);
  const path = await prepareCorpus(indexFolder, { corpus, pages, encoder: models.encoder, packPerFolder });
  const service = await openCorpusService(path, models);
  try {
    // The models start with the first question, which is nobody's.
    await service.ask('What is this about?');
    return await workThrough(questions, { label: corpus, atOnce: 1 }, async (question) => {
      const { response, timeMs } = await askUntilWhole(service, question, retries);
      const mark = markQuestion(question, given(question, response));
      const isDegraded = response?.processing.degraded_mode ?? false;
      return { corpus, status, question, timeMs, response, mark, isDegraded };
    });
  } finally {
    await service.close();
  }
}

/** Manifests speak of the corpora of documentation alone; the outside set asks some of them in another way. */
function statusOf(corpus: string, facts: ModelFacts): TrainingStatus {
  const part = corpora.find((name) => name === `corpus_${corpus.replace(/^outside_/, '')}`);
  return part === undefined ? 'not said' : trainingStatus(facts, { pool: 'corpora', part });
}

async function askUntilWhole(service: CorpusService, question: SetQuestion, retries: number) {
  let answer = await askInThread(service, question);
  for (let left = retries; left > 0 && answer.response?.processing.degraded_mode === true; left -= 1)
    answer = await askInThread(service, question);
  return answer;
}

/** Of a follow-up, the second answer alone counts, and its time. */
export async function askInThread(service: CorpusService, { question, follows, packs }: SetQuestion) {
  if (follows === undefined) return await service.ask(question, { packs });
  const { response } = await service.ask(follows);
  return await service.ask(question, { threadId: response?.thread_id });
}

export function markQuestion({ sections, ...question }: SetQuestion, answer: ObservedAnswer): AnswerMark {
  if (sections === undefined) return markAnswer(question, answer);
  return markSection({ sources: question.sources, sections }, answer);
}

/** The answer as it is marked: citations are by file, and questions name pages. */
export function given({ sources }: SetQuestion, response: QueryResponse | null): ObservedAnswer {
  if (response === null) return { kind: 'failed' };
  if (response.source_type === 'none') return { kind: 'refused' };
  const cited = sources.filter((id) => response.citations.some(({ source }) => isPage(source, id)));
  return { kind: 'answered', text: response.answer, sources: cited };
}

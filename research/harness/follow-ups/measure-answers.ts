import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '@avow/answering';
import type { Encoder, Reader } from '@avow/inference';
import { z } from 'zod';
import { chosenPages, isPage, type Page } from '../answers/choose-pages.ts';
import { type CorpusService, openCorpusService, prepareCorpus } from '../answers/open-corpus-service.ts';
import { halfOf } from '../half-of.ts';
import type { Refine } from './measure-refining.ts';
import type { Conversation, Part } from './read-conversations.ts';

/** MTRAG-UN, a checkout of the repository IBM/mt-rag-benchmark (Apache-2.0) in the data folder. Only ever read, never copied. */
const setFile = 'mtrag/mtragun-human/generation_tasks/reference.jsonl';
const turnsMax = 4;

export interface AnswerCounts {
  right: number;
  wrong: number;
  none: number;
}

interface Models {
  readonly indexFolder: string;
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
}

type Methods = Readonly<Record<string, Refine>>;

const taskSchema = z.object({
  task_id: z.string(),
  Collection: z.string(),
  answerability: z.array(z.string()),
  'Multi-Turn': z.array(z.string()),
  contexts: z.array(z.object({ document_id: z.string(), text: z.string(), title: z.string().nullish() })),
  input: z.array(z.object({ speaker: z.string(), text: z.string() })),
});
type Task = z.output<typeof taskSchema>;

export function hasTasks(dataFolder: string): boolean {
  return existsSync(join(dataFolder, setFile));
}

const countsOf = (methods: Methods): Record<string, AnswerCounts> =>
  Object.fromEntries(Object.keys(methods).map((name) => [name, { right: 0, wrong: 0, none: 0 }]));

async function refineLast(refine: Refine, turns: readonly string[]): Promise<string> {
  const history: Turn[] = [];
  for (const text of turns) {
    const question = await refine(text, history.slice(0, turnsMax));
    history.unshift({ prompt: text, question, wasAnswered: true });
  }
  return history[0]?.question ?? '';
}

/** Each text is asked once, whatever methods made it. */
function remember(service: CorpusService) {
  const asked = new Map<string, ReturnType<CorpusService['ask']>>();
  return async (text: string) => {
    const asking = asked.get(text) ?? service.ask(text);
    asked.set(text, asking);
    return (await asking).response;
  };
}

/** A bank with the first question of each conversation, and the one that its follow-up means: which of them is answered. */
export async function measurePairs(
  models: Models,
  methods: Methods,
  conversations: readonly Conversation[],
): Promise<Record<string, AnswerCounts>> {
  const followUps = conversations.filter(({ set, expected }) => set !== 'languages' && expected !== null);
  const questions = new Set(followUps.flatMap(({ turns, expected }) => [turns[0] ?? '', expected ?? '']));
  const answerTo = (question: string | null) => `The answer to: ${question}`;
  const content = JSON.stringify(
    [...questions].map((question) => ({ question, answer: answerTo(question) })),
  );
  const fingerprint = createHash('sha256').update(content).digest('hex');
  const pages = { files: [{ name: 'questions.qna.json', content }], passages: questions.size, fingerprint };
  const counts = countsOf(methods);
  await withService(models, { corpus: 'follow_up_pairs', pages }, async (ask) => {
    for (const { turns, expected } of followUps)
      for (const [name, refine] of Object.entries(methods)) {
        const response = await ask(await refineLast(refine, turns));
        const isRight = response?.answer === answerTo(expected);
        count(counts[name], response?.source_type === 'none' ? 'none' : isRight ? 'right' : 'wrong');
      }
  });
  return counts;
}

/** Follow-ups of conversations that others held, over the passages that these rest on: right if one of its own is cited. */
export async function measureTasks(
  dataFolder: string,
  models: Models,
  {
    methods,
    part,
    count: countMax,
  }: { readonly methods: Methods; readonly part: Part; readonly count: number },
): Promise<Record<string, AnswerCounts>> {
  const lines = readFileSync(join(dataFolder, setFile), 'utf8').trim().split('\n');
  const tasks = lines.map((line) => taskSchema.parse(JSON.parse(line)));
  const counts = countsOf(methods);
  for (const [collection, all] of Map.groupBy(tasks, (task) => task.Collection)) {
    const pages = new Map(all.flatMap(pagesOf).map((page) => [page.id, page]));
    const chosen = all
      .filter(
        ({ 'Multi-Turn': kinds, answerability }) => kinds[0] !== 'N/A' && answerability[0] === 'ANSWERABLE',
      )
      .filter(({ task_id }) => halfOf(task_id) === part)
      .slice(0, countMax);
    const corpus = { corpus: `mtrag_${collection}`, pages: chosenPages([...pages.values()]) };
    await withService(models, corpus, async (ask) => {
      for (const task of chosen)
        for (const [name, refine] of Object.entries(methods)) {
          const turns = task.input.filter(({ speaker }) => speaker === 'user').map(({ text }) => text.trim());
          const response = await ask(await refineLast(refine, turns));
          const isRight = pagesOf(task).some(({ id }) =>
            response?.citations.some(({ source }) => isPage(source, id)),
          );
          count(counts[name], response?.source_type === 'none' ? 'none' : isRight ? 'right' : 'wrong');
        }
    });
  }
  return counts;
}

function pagesOf({ contexts }: Task): Page[] {
  return contexts.map(({ document_id, title, text }) => ({
    id: `${createHash('sha256').update(document_id).digest('hex').slice(0, 16)}.md`,
    title: title || 'Page',
    text,
  }));
}

function count(counts: AnswerCounts | undefined, mark: keyof AnswerCounts): void {
  if (counts !== undefined) counts[mark] += 1;
}

async function withService(
  { indexFolder, encoder, reader }: Models,
  corpus: Pick<Parameters<typeof prepareCorpus>[1], 'corpus' | 'pages'>,
  use: (ask: ReturnType<typeof remember>) => Promise<void>,
): Promise<void> {
  const folder = await prepareCorpus(indexFolder, { ...corpus, encoder });
  const service = await openCorpusService(folder, { encoder, reader });
  try {
    await use(remember(service));
  } finally {
    await service.close();
  }
}

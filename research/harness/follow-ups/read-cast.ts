import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** TREC CAsT, a checkout of the repository daltonj/treccastweb (MIT licence) in the data folder. Only ever read, never copied. */
const setName = 'trec_cast';

interface CastTurn {
  readonly asked: string;
  /** The question as people made it standalone. */
  readonly expected: string;
  /** As the rewriter of the track made it (GPT-2 in 2020, T5 in 2021), where there is one. */
  readonly automatic: string | null;
}
export type CastTopic = readonly CastTurn[];

const text = z.string().transform((written) => written.trim());
const topicsSchema = z.array(
  z.object({
    number: z.union([z.number(), z.string()]),
    turn: z.array(
      z.object({
        number: z.union([z.number(), z.string()]),
        raw_utterance: text.optional(),
        utterance: text.optional(),
        manual_rewritten_utterance: text.nullish(),
        automatic_rewritten_utterance: text.nullish(),
      }),
    ),
  }),
);

/** The years after the first, with the file of each. */
export const laterYears = {
  2020: '2020/2020_manual_evaluation_topics_v1.0.json',
  2021: '2021/2021_manual_evaluation_topics_v1.0.json',
  2022: '2022/2022_evaluation_topics_flattened_duplicated_v1.0.json',
} as const;

export function hasCast(dataFolder: string): boolean {
  return existsSync(join(dataFolder, setName));
}

/** 2019: every topic whose questions all have a resolved version. */
export function readFirstYear(dataFolder: string): CastTopic[] {
  return [
    ['evaluation/evaluation_topics_v1.0.json', 'evaluation/evaluation_topics_annotated_resolved_v1.0.tsv'],
    ['training/train_topics_v1.0.json', 'training/train_topic_sample_annotated_resolved_v1.0.tsv'],
  ].flatMap(([topics = '', resolved = '']) => {
    const rows = read(dataFolder, `2019/data/${resolved}`).split('\n');
    const versions = new Map(rows.map((row) => row.split('\t') as [string, string | undefined]));
    return readTopics(dataFolder, `2019/data/${topics}`, (id) => versions.get(id)?.trim());
  });
}

export function readLaterYear(dataFolder: string, year: keyof typeof laterYears): CastTopic[] {
  return readTopics(dataFolder, laterYears[year], () => undefined);
}

function readTopics(
  dataFolder: string,
  path: string,
  versionOf: (id: string) => string | undefined,
): CastTopic[] {
  return topicsSchema.parse(JSON.parse(read(dataFolder, path))).flatMap(({ number, turn: turns }) => {
    const read = turns.map((turn) => ({
      asked: turn.raw_utterance ?? turn.utterance ?? '',
      expected: turn.manual_rewritten_utterance ?? versionOf(`${number}_${turn.number}`) ?? '',
      automatic: turn.automatic_rewritten_utterance ?? null,
    }));
    return read.every(({ asked, expected }) => asked !== '' && expected !== '') ? [read] : [];
  });
}

function read(dataFolder: string, path: string): string {
  return readFileSync(join(dataFolder, setName, path), 'utf8');
}

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const questionKinds = [
  'fact',
  'yes_no',
  'definition',
  'procedure',
  'list',
  'table',
  'comparison',
  /** Two things at once, from one page or two. */
  'multi_part',
  /** About a topic that the corpus covers, but not this of it. Has no answer, like those off its topics. */
  'near_miss',
  'off_topic',
  'follow_up',
] as const;

const written = z
  .string()
  .max(1_000)
  .refine((text) => text.trim() !== '' && text === text.trim(), 'must have words, and no space around them');

export const questionSchema = z
  .strictObject({
    id: z.string().regex(/^[\w.-]{1,80}$/),
    kind: z.enum(questionKinds),
    /** `tune`: may be examined while improving the product. `report`: for figures only. */
    part: z.enum(['tune', 'report']),
    question: written,
    /** Whether the corpus answers it. */
    answerable: z.boolean(),
    /** Pages of the corpus, one of which must be cited. */
    sources: z.array(written).max(20),
    /** The facts of a right answer; for each, any of its alternatives. */
    facts: z.array(z.array(written).min(1).max(20)).max(20),
    verdict: z.enum(['yes', 'no']).optional(),
    why: written,
  })
  .superRefine(({ kind, answerable, sources, facts, verdict }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message });
    if (!answerable && (sources.length > 0 || facts.length > 0 || verdict !== undefined))
      fault('what cannot be answered has no sources, facts or verdict');
    if (answerable && sources.length === 0) fault('what can be answered names a source');
    if (answerable && facts.length === 0 && verdict === undefined) fault('an answer says something');
    if (answerable && kind === 'yes_no' && verdict === undefined) fault('yes or no: which?');
    if (answerable && (kind === 'near_miss' || kind === 'off_topic')) fault(`a ${kind} has no answer`);
    if (kind !== 'yes_no' && verdict !== undefined) fault('a verdict is for yes_no alone');
  });

export type AnswerQuestion = z.output<typeof questionSchema>;

const fileSchema = z.array(questionSchema).max(1_000);

export interface QuestionFile {
  /** The name of its corpus, without `corpus_`. */
  readonly corpus: string;
  readonly questions: readonly AnswerQuestion[];
}

const shippedFolder = fileURLToPath(new URL('questions', import.meta.url));

/** Reads all question files in the order of their names. Fails with the file and position if one is invalid. */
export function readQuestionFiles(folder: string = shippedFolder): QuestionFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => ({
    corpus: name.replace(/\.json$/, ''),
    questions: readQuestionFile(join(folder, name)),
  }));
}

export function readQuestionFile(path: string): readonly AnswerQuestion[] {
  const parsed = fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${basename(path)}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const partSchema = z.enum(['tune', 'report']);
const conversationSchema = z.strictObject({
  part: partSchema,
  /** `guide`: about the pages of the demonstration, so that its passages can be searched. */
  set: z.enum(['guide', 'everyday', 'languages']),
  language: z.string().optional(),
  /** Questions in the order they are asked; the last is the one to measure. */
  turns: z.array(z.string().min(1)).min(2).max(3),
  /** The last question as a standalone question; null: it already is one. */
  expected: z.string().min(1).nullable(),
});
const languageQuestionSchema = z.strictObject({
  part: partSchema,
  language: z.string(),
  text: z.string().min(1),
});

export type Part = z.output<typeof partSchema>;
export type Conversation = z.output<typeof conversationSchema>;
export type LanguageQuestion = z.output<typeof languageQuestionSchema>;

/** Conversations written for this measurement: half for tuning, half for reporting. */
export function readConversations(): Conversation[] {
  return readLines('conversations.jsonl').map((row) => conversationSchema.parse(row));
}

/** Short questions in four languages, split in the same halves. */
export function readLanguageQuestions(): LanguageQuestion[] {
  return readLines('questions-by-language.jsonl').map((row) => languageQuestionSchema.parse(row));
}

function readLines(name: string): unknown[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

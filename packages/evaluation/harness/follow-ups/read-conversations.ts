import { readFileSync } from 'node:fs';
import { z } from 'zod';

const partSchema = z.enum(['tune', 'report']);
const conversationSchema = z.strictObject({
  part: partSchema,
  /** `guide`: about the demonstration's own pages, so that its passages can be looked up. */
  set: z.enum(['guide', 'everyday', 'languages']),
  language: z.string().optional(),
  /** Questions in the order they are asked; the last is the one that counts. */
  turns: z.array(z.string().min(1)).min(2).max(3),
  /** The last question as it stands on its own; null: as it was asked. */
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

/** Conversations written for this measurement: half of them to work with, half held apart. */
export function readConversations(): Conversation[] {
  return readLines('conversations.jsonl').map((row) => conversationSchema.parse(row));
}

/** Questions of a few words in four languages, halved in the same way. */
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

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const languages = ['de', 'fr'] as const;
export type QuestionLanguage = (typeof languages)[number];

const fileSchema = z.array(z.strictObject({ id: z.string(), de: z.string().min(1), fr: z.string().min(1) }));

/** Questions of the tuning parts in another language, by the id of the row. The pages stay in English. */
export function readTranslatedQuestions(language: QuestionLanguage): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('./translated-questions.json', import.meta.url), 'utf8');
  return new Map(fileSchema.parse(JSON.parse(text)).map((question) => [question.id, question[language]]));
}

export function languageOf(given: string): QuestionLanguage {
  const language = languages.find((one) => one === given);
  if (language === undefined) throw new Error(`--language must be one of ${languages.join(', ')}`);
  return language;
}

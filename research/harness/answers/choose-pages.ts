import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { splitMarkdown } from '@avow/documents';
import { readRows } from '../data-sets.ts';
import { takeSample } from '../take-sample.ts';
import { readAskedFiles, readAskedFollowUps } from './asked-files.ts';
import { readQuestionFiles } from './question-file.ts';

export interface Page {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The pages of a corpus that are loaded. */
export interface ChosenPages {
  readonly files: ReadonlyArray<{ readonly name: string; readonly content: string }>;
  readonly passages: number;
  /** Of what the splitter makes of them: with another, they must be loaded anew. */
  readonly fingerprint: string;
}

/**
 * The pages that questions of any set name as their sources, and of the others as many as wanted; null: all. They are the
 * same in every run and in every measurement, so that what was loaded once serves them all. A source that the corpus does
 * not have is a fault of the question.
 */
export function choosePages(
  dataFolder: string,
  corpus: string,
  { others, seed }: { readonly others: number | null; readonly seed: number },
): ChosenPages {
  const pages = readPages(dataFolder, corpus);
  const asked = [
    ...readQuestionFiles(),
    ...readAskedFiles(dataFolder),
    ...readAskedFollowUps(dataFolder),
  ].filter((file) => file.corpus === corpus);
  const named = new Set(asked.flatMap(({ questions }) => questions.flatMap(({ sources }) => sources)));
  const known = new Set(pages.map(({ id }) => id));
  const missing = [...named].filter((source) => !known.has(source));
  if (missing.length > 0) throw new Error(`corpus_${corpus} has no page ${missing.join(', ')}`);
  const unnamed = pages.filter(({ id }) => !named.has(id));
  const sampled = new Set(takeSample(unnamed, { count: others, seed }));
  return chosenPages(pages.filter((page) => named.has(page.id) || sampled.has(page)));
}

export function readPages(dataFolder: string, corpus: string): Page[] {
  return readRows<Page>(dataFolder, `corpus_${corpus}/docs`);
}

export function chosenPages(pages: readonly Page[]): ChosenPages {
  const files = pages.map((page) => ({ name: fileNameOf(page.id), content: contentOf(page) }));
  const hash = createHash('sha256');
  let passages = 0;
  for (const { name, content } of files) {
    const cut = splitMarkdown(content);
    passages += cut.length;
    hash.update(JSON.stringify([name, cut]));
  }
  return { files, passages, fingerprint: hash.digest('hex') };
}

/** Whatever a page once was, its text is Markdown. */
const ending = '.md';
const fileNameOf = (id: string) => (id.endsWith(ending) ? id : `${id}${ending}`);

/** Whether a citation of this file is one of this page. A page of a small set has the name of its file. */
export function isPage(file: string, id: string): boolean {
  return file === fileNameOf(id) || file === id;
}

function contentOf({ title, text }: Page): string {
  return text.trimStart().startsWith('# ') ? text : `# ${title}\n\n${text}\n`;
}

export function writeChosenPages(folder: string, { files }: ChosenPages): void {
  for (const { name, content } of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

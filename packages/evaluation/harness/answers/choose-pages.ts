import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { splitMarkdown } from '@avow/documents';
import { readRows } from '../data-sets.ts';
import { takeSample } from '../take-sample.ts';
import type { QuestionFile } from './question-file.ts';

interface Page {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The pages of a corpus to load. */
export interface ChosenPages {
  readonly files: ReadonlyArray<{ readonly name: string; readonly content: string }>;
  readonly passages: number;
  /** A hash of the pages and the splitter: if it changes, the pages must be loaded again. */
  readonly fingerprint: string;
}

/**
 * The pages that questions name as sources, plus a fixed sample of the others; null: all of them. Fails if a source is
 * missing from the corpus.
 */
export function choosePages(
  dataFolder: string,
  { corpus, questions }: QuestionFile,
  { others, seed }: { readonly others: number | null; readonly seed: number },
): ChosenPages {
  const pages = readRows<Page>(dataFolder, `corpus_${corpus}/docs`);
  const named = new Set(questions.flatMap(({ sources }) => sources));
  const known = new Set(pages.map(({ id }) => id));
  const missing = [...named].filter((source) => !known.has(source));
  if (missing.length > 0) throw new Error(`corpus_${corpus} has no page ${missing.join(', ')}`);
  const unnamed = pages.filter(({ id }) => !named.has(id));
  const chosen = [
    ...pages.filter(({ id }) => named.has(id)),
    ...takeSample(unnamed, { count: others, seed }),
  ];
  const files = chosen.map((page) => ({ name: fileNameOf(page.id), content: contentOf(page) }));
  const hash = createHash('sha256');
  let passages = 0;
  for (const { name, content } of files) {
    const cut = splitMarkdown(content);
    passages += cut.length;
    hash.update(JSON.stringify([name, cut]));
  }
  return { files, passages, fingerprint: hash.digest('hex') };
}

/** The text of a page is Markdown, whatever its original format. */
const ending = '.md';
const fileNameOf = (id: string) => (id.endsWith(ending) ? id : `${id}${ending}`);

/** Whether a cited file is this page. */
export function isPage(file: string, id: string): boolean {
  return file === fileNameOf(id);
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

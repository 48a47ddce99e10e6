import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitMarkdown } from '@avow/documents';
import { readQuestionFile } from './question-file.ts';
import type { EvaluatedCorpus } from './question-sets.ts';

const shippedFolder = fileURLToPath(new URL('small', import.meta.url));

/**
 * Small sets of everyday files: tables, a few pages, and curated pairs that a person wrote for what they do not answer. All of a
 * set is for tuning, or all of it for reporting: pages that were looked at would give away their questions.
 */
export function readSmallSets(folder: string = shippedFolder): EvaluatedCorpus[] {
  return readdirSync(folder)
    .sort()
    .map((corpus) => ({
      corpus,
      pages: readPages(join(folder, corpus, 'content')),
      questions: readQuestionFile(join(folder, corpus, 'questions.json')).map((question) => ({
        ...question,
        set: 'small',
      })),
    }));
}

function readPages(folder: string): EvaluatedCorpus['pages'] {
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }));
  const hash = createHash('sha256');
  let passages = 0;
  for (const file of files) {
    const cut = file.name.endsWith('.md') ? splitMarkdown(file.content) : [file.content];
    passages += cut.length;
    hash.update(JSON.stringify([file, cut]));
  }
  return { files, passages, fingerprint: hash.digest('hex') };
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitMarkdown } from '@avow/documents';
import type { Encoder } from '@avow/inference';
import { encodeCached } from '../encode-cached.ts';
import { openSetSearch } from '../retrieval/open-set-search.ts';
import { encodedText } from '../retrieval/ranked-set.ts';

const folder = fileURLToPath(new URL('../../../../docs/guide', import.meta.url));
const questionTimeoutMs = 60_000;

export interface GuideSearch {
  /** The positions of the best passages, best first. */
  find(question: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}

/** The product's search over the pages of the demonstration. */
export async function openGuideSearch(encoder: Encoder | null): Promise<GuideSearch> {
  const files = globSync('*.md', { cwd: folder }).toSorted();
  const passages = files.flatMap((file, document) =>
    splitMarkdown(readFileSync(join(folder, file), 'utf8')).map((passage, ordinal) => ({
      ...passage,
      document,
      ordinal,
    })),
  );
  const texts = passages.map(({ headings, text }) => encodedText({ title: headings, text }));
  const vectors = encoder && (await encodeCached(encoder, { label: 'guide', as: 'passage', texts }));
  const search = await openSetSearch(passages, vectors);
  return {
    async find(question, limit) {
      const vector = encoder && (await encoder.encodeQuestion(question, { timeoutMs: questionTimeoutMs }));
      const hits = await search.find({ text: question, vector, limit });
      return hits.map(({ document, ordinal }) => `${files[document]} ${ordinal}`);
    },
    close: () => search.close(),
  };
}

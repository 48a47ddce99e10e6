import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitMarkdown } from '@avow/documents';
import type { Encoder } from '@avow/inference';
import { encodeCached } from '../encode-cached.ts';
import { openSetSearch } from '../retrieval/open-set-search.ts';
import { encodedText } from '../retrieval/ranked-set.ts';

const folder = fileURLToPath(new URL('../../../docs/guide', import.meta.url));
const questionTimeoutMs = 60_000;

export interface FoundPassage {
  readonly page: string;
  /** The position within the page. */
  readonly ordinal: number;
}

export interface PageSearch {
  /** Best first. */
  find(question: string, limit: number): Promise<FoundPassage[]>;
  close(): Promise<void>;
}

interface PageText {
  readonly id: string;
  readonly text: string;
}

/** The pages of the demonstration. */
export function readGuide(): PageText[] {
  const files = globSync('*.md', { cwd: folder }).toSorted();
  return files.map((id) => ({ id, text: readFileSync(join(folder, id), 'utf8') }));
}

/** The product's search over these pages. */
export async function openPageSearch(
  { label, pages }: { readonly label: string; readonly pages: readonly PageText[] },
  encoder: Encoder | null,
): Promise<PageSearch> {
  const passages = pages.flatMap(({ text }, document) =>
    splitMarkdown(text).map((passage, ordinal) => ({ ...passage, document, ordinal })),
  );
  const texts = passages.map(({ headings, text }) => encodedText({ title: headings, text }));
  const vectors = encoder && (await encodeCached(encoder, { label, as: 'passage', texts }));
  const search = await openSetSearch(passages, vectors);
  return {
    async find(question, limit) {
      const vector =
        encoder && (await encoder.encodeQuestion(question, { timeoutMs: questionTimeoutMs, owner: label }));
      const hits = await search.find({ text: question, vector, limit });
      return hits.map(({ document, ordinal }) => ({ page: pages[document]?.id ?? '', ordinal }));
    },
    close: () => search.close(),
  };
}

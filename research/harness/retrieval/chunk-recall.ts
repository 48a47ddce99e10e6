import { splitMarkdown } from '@avow/documents';
import type { Encoder } from '@avow/inference';
import { readRows } from '../data-sets.ts';
import { encodeCached } from '../encode-cached.ts';
import { meanOf } from './measures.ts';
import { openSetSearch, type SetHit, type SetPassage, type SetSearch } from './open-set-search.ts';
import { encodedText } from './ranked-set.ts';

interface Reference {
  readonly start_index: number;
  readonly end_index: number;
}

export const chunkDepth = 5;

export interface ChunkFigures {
  /** The share of the answer text that the first passages cover. */
  readonly recall: number;
  /** The share of those passages that is answer text. */
  readonly precision: number;
}

/** A question and its answer spans in one document. */
export interface ChunkQuestion {
  readonly text: string;
  readonly vector: Float32Array | null;
  readonly document: number;
  readonly references: readonly Reference[];
}

/** Questions about five long texts, split as the product splits them, and the product's search over all of them. */
export async function openChunkSearch(
  dataFolder: string,
  encoder: Encoder | null,
): Promise<{ readonly search: SetSearch; readonly questions: readonly ChunkQuestion[] }> {
  const corpora = readRows<{ corpus: string; text: string }>(dataFolder, 'chunking_eval/corpora');
  const questions = readRows<{ question: string; corpus: string; references: readonly Reference[] }>(
    dataFolder,
    'chunking_eval/queries',
  );
  const passages: SetPassage[] = corpora.flatMap(({ text }, document) =>
    splitMarkdown(text).map((passage, ordinal) => ({ ...passage, document, ordinal })),
  );
  const texts = passages.map(({ headings, text }) => encodedText({ title: headings, text }));
  const asked = questions.map(({ question }) => question);
  const vectors = encoder && {
    passages: await encodeCached(encoder, { label: 'chunks', as: 'passage', texts }),
    questions: await encodeCached(encoder, { label: 'chunk questions', as: 'question', texts: asked }),
  };
  return {
    search: await openSetSearch(passages, vectors?.passages ?? null),
    questions: questions.map(({ question, corpus, references }, at) => ({
      text: question,
      vector: vectors?.questions[at] ?? null,
      document: corpora.findIndex((one) => one.corpus === corpus),
      references,
    })),
  };
}

/** Measures splitting and ranking together, by questions with exact answer spans in five long texts. */
export async function measureChunks(
  dataFolder: string,
  encoder: Encoder | null,
): Promise<Readonly<Record<'words' | 'meaning' | 'both', ChunkFigures | null>>> {
  const { search, questions } = await openChunkSearch(dataFolder, encoder);
  const measure = async (mode: 'words' | 'meaning' | 'both') => {
    if (mode !== 'words' && encoder === null) return null;
    const figures: ChunkFigures[] = [];
    for (const question of questions) {
      const text = mode === 'meaning' ? '' : question.text;
      const vector = mode === 'words' ? null : question.vector;
      figures.push(coverage(await search.find({ text, vector, limit: chunkDepth }), question));
    }
    return {
      recall: meanOf(figures.map(({ recall }) => recall)),
      precision: meanOf(figures.map(({ precision }) => precision)),
    };
  };
  const result = {
    words: await measure('words'),
    meaning: await measure('meaning'),
    both: await measure('both'),
  };
  await search.close();
  return result;
}

/** Passages do not overlap, so their coverage can be added up. Answer spans may be listed twice but count once. */
export function coverage(
  hits: readonly SetHit[],
  wanted: Pick<ChunkQuestion, 'document' | 'references'>,
): ChunkFigures {
  const wantedPlaces = new Set<number>();
  for (const { start_index: start, end_index: end } of wanted.references)
    for (let place = start; place < end; place += 1) wantedPlaces.add(place);
  let covered = 0;
  let length = 0;
  for (const hit of hits) {
    length += hit.end - hit.start;
    if (hit.document !== wanted.document) continue;
    for (let place = hit.start; place < hit.end; place += 1) if (wantedPlaces.has(place)) covered += 1;
  }
  return { recall: covered / wantedPlaces.size, precision: length === 0 ? 0 : covered / length };
}

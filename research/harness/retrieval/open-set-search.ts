import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Passage, PassageHit } from '@avow/search';
import { openPassageSearch } from '@avow/search';

const tenantId = 'ten_evaluation';
const pack = { packId: 'pack_evaluation', version: 1 } as const;
const batchSize = 1000;
const timeoutMs = 60_000;

/** A passage of a document to index. */
export type SetPassage = Pick<Passage, 'ordinal' | 'headings' | 'text' | 'start' | 'end'> & {
  readonly document: number;
};

export interface SetHit extends PassageHit {
  /** The position of its document in the set. */
  readonly document: number;
}

export interface SetSearch {
  readonly find: (asked: {
    readonly text: string;
    readonly vector: Float32Array | null;
    readonly limit: number;
  }) => Promise<SetHit[]>;
  close(): Promise<void>;
}

/** The product's search over these passages, in a temporary folder. `vectors` are in the same order. */
export async function openSetSearch(
  passages: readonly SetPassage[],
  vectors: ReadonlyArray<Float32Array | undefined> | null,
): Promise<SetSearch> {
  const directory = mkdtempSync(join(tmpdir(), 'avow-evaluation-'));
  const search = await openPassageSearch({ directory });
  const version = { pack, base: null, removed: [], added: batchesOf(passages) };
  await search.stageVersion(tenantId, version, () => undefined);
  if (vectors !== null) {
    const encoder = 'evaluation';
    // Passages with the same text are listed once; their vectors are the same.
    const byWords = new Map(passages.map((one, at) => [wordsOf(`${one.headings} ${one.text}`), vectors[at]]));
    for (;;) {
      const waiting = await search.listWaiting(tenantId, { pack, encoder, limit: batchSize });
      if (waiting.length === 0) break;
      const given = waiting.map(({ key, text }) => {
        const vector = byWords.get(wordsOf(text));
        if (vector === undefined) throw new Error('a passage waits for its vector that was never given');
        return { key, vector };
      });
      await search.addVectors(tenantId, { pack, encoder, vectors: given });
    }
  }
  return {
    async find(asked) {
      const query = { ...asked, packs: [pack], groups: [], nowMs: Date.now(), timeoutMs } as const;
      const hits = await search.search(tenantId, { ...query, kind: 'document' });
      return hits.map((hit) => ({ ...hit, document: Number(hit.documentId.slice('doc_'.length)) }));
    },
    async close() {
      await search.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const wordsOf = (text: string) => text.replace(/[\s›]+/g, ' ').trim();

async function* batchesOf(passages: readonly SetPassage[]): AsyncGenerator<Passage[]> {
  for (let start = 0; start < passages.length; start += batchSize) {
    yield passages.slice(start, start + batchSize).map(({ document, ...passage }) => ({
      ...passage,
      kind: 'document',
      documentId: `doc_${document}`,
      revision: 1,
      groups: [],
      validFromMs: null,
      validUntilMs: null,
    }));
  }
}

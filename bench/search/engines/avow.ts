import type { Passage, PassageSearch } from '@avow/search';
import { openPassageSearch } from '@avow/search';
import type { Asked, BuildInput, OpenEngine, SearchEngine } from '../search-engine.ts';

const tenantId = 'ten_bench';
const pack = { packId: 'pack_bench', version: 1 } as const;
const encoder = 'bench';
const passagesPerDocument = 8;
const batchSize = 2000;
const waitingMax = 10_000;
const timeoutMs = 60_000;

export const avow: SearchEngine = {
  settings: 'as it comes',
  async build(input) {
    const search = await openPassageSearch({ directory: input.folder });
    await fillSearch(search, input);
    return engineOn(search);
  },
  open: async (folder) => engineOn(await openPassageSearch({ directory: folder })),
};

/** Files all passages as one version, and gives each its vector. */
export async function fillSearch(search: PassageSearch, input: BuildInput): Promise<void> {
  const version = { pack, base: null, removed: [], added: passagesOf(input.passages) };
  await search.stageVersion(tenantId, version, () => undefined);
  await addAllVectors(search, input);
}

async function* passagesOf(lines: readonly string[]): AsyncGenerator<Passage[]> {
  for (let start = 0; start < lines.length; start += batchSize) {
    yield lines.slice(start, start + batchSize).map((text, at) => {
      const row = start + at;
      return {
        kind: 'document',
        documentId: `doc_${Math.floor(row / passagesPerDocument)}`,
        revision: 1,
        ordinal: row % passagesPerDocument,
        headings: '',
        text,
        start: 0,
        end: [...text].length,
        groups: [],
        validFromMs: null,
        validUntilMs: null,
      };
    });
  }
}

async function addAllVectors(search: PassageSearch, { passages, vectors }: BuildInput): Promise<void> {
  const rows = new Map(passages.map((text, row) => [text, row]));
  for (;;) {
    const waiting = await search.listWaiting(tenantId, { pack, encoder, limit: waitingMax });
    if (waiting.length === 0) return;
    const found = waiting.map(({ key, text }) => {
      const row = rows.get(text);
      if (row === undefined)
        throw new Error('a passage waits for its vector under words that were never given');
      return { key, vector: vectors.row(row) };
    });
    await search.addVectors(tenantId, { pack, encoder, vectors: found });
  }
}

export function engineOn(search: PassageSearch): OpenEngine {
  const find = async (asked: Pick<Asked, 'text' | 'limit'> & { readonly vector: Float32Array | null }) => {
    const hits = await search.search(tenantId, {
      ...asked,
      kind: 'document',
      packs: [pack],
      groups: [],
      nowMs: Date.now(),
      timeoutMs,
    });
    return hits.map(
      ({ documentId, ordinal }) => Number(documentId.slice('doc_'.length)) * passagesPerDocument + ordinal,
    );
  };
  return {
    byWords: (asked) => find({ ...asked, vector: null }),
    byMeaning: (asked) => find({ ...asked, text: '' }),
    byBoth: find,
    close: () => search.close(),
  };
}

import { z } from 'zod';
import type { DatasetItem, OpenDataset } from './dataset.ts';
import { createDatasetClient, type DatasetClient } from './dataset-client.ts';
import { joinChunks } from './join-chunks.ts';

const listed = z.array(
  z.object({ document_id: z.string(), semantic_id: z.string(), link: z.string().nullish() }),
);
const size = z.object({ num_chunks: z.number().int().min(0).max(100_000) });
const chunk = z.object({ content: z.string() });

/**
 * The API of Onyx, with the chunks of documents joined in order: those that its ingestion API lists, or those of a connector.
 * It has no datasets, and says nothing of access: everything that the key may read is imported.
 */
export const openOnyx: OpenDataset = async (options) => {
  const client = createDatasetClient(options);
  const { dataset: connector } = options;
  const path =
    connector === null ? '/onyx-api/ingestion' : `/onyx-api/connector-docs/${encodeURIComponent(connector)}`;
  return {
    ...{ name: connector === null ? 'onyx' : `onyx-${connector}`, description: '' },
    async *items() {
      for (const { document_id: id, semantic_id: name, link } of await client.json(path, listed)) {
        const text = await textOf(client, id);
        yield (
          text === null
            ? { kind: 'skipped', name, reason: 'is not in the index, or hidden from this key' }
            : { kind: 'text', name, url: link ?? null, text }
        ) satisfies DatasetItem;
      }
    },
  };
};

/** Null: a part of it cannot be read. */
async function textOf(client: DatasetClient, id: string): Promise<string | null> {
  const named = `document_id=${encodeURIComponent(id)}`;
  const found = await client.find(`/document/document-size-info?${named}`, size);
  if (found === null) return null;
  const pieces: string[] = [];
  for (let place = 0; place < found.num_chunks; place++) {
    const piece = await client.find(`/document/chunk-info?${named}&chunk_id=${place}`, chunk);
    if (piece === null) return null;
    pieces.push(piece.content);
  }
  return joinChunks(pieces);
}

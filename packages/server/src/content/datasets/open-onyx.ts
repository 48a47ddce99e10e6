import { z } from 'zod';
import type { DatasetItem, OpenDataset } from './dataset.ts';
import { createDatasetClient, type DatasetClient } from './dataset-client.ts';

const listed = z.array(
  z.object({ document_id: z.string(), semantic_id: z.string(), link: z.string().nullish() }),
);
const size = z.object({ num_chunks: z.number().int().min(0).max(100_000) });
const chunk = z.object({ content: z.string() });

/**
 * The API of Onyx: the documents that its ingestion API lists, with their chunks joined in order. It has no datasets, and
 * says nothing of access: everything that the key may read is imported.
 */
export const openOnyx: OpenDataset = async (options) => {
  const client = createDatasetClient(options);
  return {
    ...{ name: 'onyx', description: '' },
    async *items() {
      for (const { document_id: id, semantic_id: name, link } of await client.json(
        '/onyx-api/ingestion',
        listed,
      ))
        yield { kind: 'text', name, url: link ?? null, text: await textOf(client, id) } satisfies DatasetItem;
    },
  };
};

async function textOf(client: DatasetClient, id: string): Promise<string> {
  const named = `document_id=${encodeURIComponent(id)}`;
  const { num_chunks: count } = await client.json(`/document/document-size-info?${named}`, size);
  const pieces: string[] = [];
  for (let place = 0; place < count; place++)
    pieces.push((await client.json(`/document/chunk-info?${named}&chunk_id=${place}`, chunk)).content);
  return pieces.join('\n\n');
}

import { z } from 'zod';
import type { DatasetItem, OpenDataset } from './dataset.ts';
import { chooseDataset, createDatasetClient, type DatasetClient, readPages } from './dataset-client.ts';

const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ data: z.array(entry), has_more: z.boolean() });
const datasets = pageOf(z.object({ id: z.string(), name: z.string(), description: z.string().nullish() }));
const documents = pageOf(
  z.object({ id: z.string(), name: z.string(), enabled: z.boolean(), archived: z.boolean().nullish() }),
);
const segments = z.object({
  data: z.array(
    z.object({
      position: z.number(),
      content: z.string(),
      answer: z.string().nullish(),
      enabled: z.boolean(),
    }),
  ),
  has_more: z.boolean(),
  doc_form: z.string().nullish(),
});

const perPage = 100;

/**
 * The Knowledge API of Dify. It gives the segments of documents, not the files: they are joined in order. Segments of
 * question-and-answer documents become curated pairs. What is disabled or archived is left out.
 */
export const openDify: OpenDataset = async (options) => {
  const client = createDatasetClient(options);
  const all = listAll(client, '/datasets', datasets);
  const chosen = await chooseDataset(options.dataset, all);
  const path = `/datasets/${encodeURIComponent(chosen.id)}/documents`;
  return {
    ...{ name: chosen.name, description: chosen.description ?? '' },
    async *items() {
      for await (const { id, name, enabled, archived } of listAll(client, path, documents))
        if (enabled && archived !== true)
          yield* itemsOf(client, `${path}/${encodeURIComponent(id)}/segments`, name);
    },
  };
};

function listAll<Entry>(
  client: DatasetClient,
  path: string,
  schema: z.ZodType<{ data: Entry[]; has_more: boolean }>,
): AsyncGenerator<Entry> {
  return readPages(async (page) => {
    const { data, has_more: hasMore } = await client.json(`${path}?page=${page}&limit=${perPage}`, schema);
    return { entries: data, hasMore };
  });
}

async function* itemsOf(client: DatasetClient, path: string, name: string): AsyncGenerator<DatasetItem> {
  const found: { readonly position: number; readonly text: string }[] = [];
  for (let page = 1; ; page++) {
    const read = await client.json(`${path}?page=${page}&limit=${perPage}`, segments);
    for (const { position, content, answer, enabled } of read.data) {
      if (!enabled) continue;
      if (read.doc_form === 'qa_model' && answer) yield { kind: 'pair', question: content, answer };
      else found.push({ position, text: content });
    }
    if (!read.has_more || read.data.length === 0) break;
  }
  const text = found.sort((one, other) => one.position - other.position).map((one) => one.text);
  if (text.length > 0) yield { kind: 'text', name, url: null, text: text.join('\n\n') };
}

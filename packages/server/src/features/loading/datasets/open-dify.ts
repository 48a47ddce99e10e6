import { z } from 'zod';
import type { DatasetItem, OpenDataset } from './dataset.ts';
import {
  chooseDataset,
  createDatasetClient,
  type DatasetClient,
  readNumberedPages,
} from './dataset-client.ts';
import { joinChunks } from './join-chunks.ts';

const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ data: z.array(entry), has_more: z.boolean() });
const datasets = pageOf(z.object({ id: z.string(), name: z.string(), description: z.string().nullish() }));
const documentSchema = z.object({
  ...{ id: z.string(), name: z.string(), enabled: z.boolean().nullish(), archived: z.boolean().nullish() },
  indexing_status: z.string().nullish(),
  data_source_type: z.string().nullish(),
  data_source_info: z.unknown().optional(),
});
const documents = pageOf(documentSchema);
const crawled = z.object({ url: z.string() });
const segments = z.object({
  data: z.array(
    z.object({
      id: z.string(),
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
 * question-and-answer documents become curated pairs. Segments that have children contain their text. What is disabled or
 * archived is left out, and so is what has not been indexed to its end.
 */
export const openDify: OpenDataset = async (options) => {
  const client = createDatasetClient(options);
  const all = listAll(client, '/datasets', datasets);
  const chosen = await chooseDataset(options.dataset, all);
  const path = `/datasets/${encodeURIComponent(chosen.id)}/documents`;
  return {
    ...{ name: chosen.name, description: chosen.description ?? '' },
    async *items() {
      for await (const document of listAll(client, path, documents)) {
        const { id, name, enabled, archived, indexing_status: status } = document;
        if (enabled === false || archived === true) continue;
        if (status !== undefined && status !== null && status !== 'completed')
          yield { kind: 'skipped', name, reason: `is not indexed to its end (${status})` };
        else yield* itemsOf(client, `${path}/${encodeURIComponent(id)}/segments`, document);
      }
    },
  };
};

function listAll<Entry extends { readonly id: string }>(
  client: DatasetClient,
  path: string,
  schema: z.ZodType<{ data: Entry[]; has_more: boolean }>,
): AsyncGenerator<Entry> {
  return readNumberedPages(async (page) => {
    const { data, has_more: hasMore } = await client.json(`${path}?page=${page}&limit=${perPage}`, schema);
    return { entries: data, hasMore };
  });
}

async function* itemsOf(
  client: DatasetClient,
  path: string,
  document: z.output<typeof documentSchema>,
): AsyncGenerator<DatasetItem> {
  const found: { readonly position: number; readonly text: string }[] = [];
  let isPairs = false;
  const all = readNumberedPages(async (page) => {
    const read = await client.json(`${path}?page=${page}&limit=${perPage}`, segments);
    isPairs ||= read.doc_form === 'qa_model';
    return { entries: read.data, hasMore: read.has_more };
  });
  for await (const { position, content, answer, enabled } of all) {
    if (!enabled) continue;
    if (isPairs && answer) yield { kind: 'pair', question: content, answer };
    else found.push({ position, text: content });
  }
  const text = found.sort((one, other) => one.position - other.position).map((one) => one.text);
  if (text.length > 0)
    yield { kind: 'text', name: document.name, url: addressOf(document), text: joinChunks(text) };
}

/** Where a page of a website was read. */
function addressOf(document: z.output<typeof documentSchema>): string | null {
  if (document.data_source_type !== 'website_crawl') return null;
  return crawled.safeParse(document.data_source_info).data?.url ?? null;
}

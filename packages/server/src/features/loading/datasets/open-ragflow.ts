import { UserError } from '@avow/foundation';
import { z } from 'zod';
import type { DatasetItem, OpenDataset } from './dataset.ts';
import {
  chooseDataset,
  createDatasetClient,
  type DatasetClient,
  parseOrUndefined,
  readNumberedPages,
} from './dataset-client.ts';

const envelope = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() });
const datasets = z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullish() }));
const documents = z.object({
  docs: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.union([z.string(), z.number()]).nullish() }),
  ),
});
/** Of a document that is switched off: versions differ in whether it is a text or a number. */
const disabled = '0';

const perPage = 30;

/** The HTTP API of RAGFlow, which gives documents as they were uploaded. What is disabled is left out. */
export const openRagflow: OpenDataset = async (options) => {
  const client = createDatasetClient(options);
  const all = readNumberedPages(async (page) => {
    const entries = await read(client, `/api/v1/datasets?page=${page}&page_size=${perPage}`, datasets);
    return { entries, hasMore: entries.length === perPage };
  });
  const chosen = await chooseDataset(options.dataset, all);
  const path = `/api/v1/datasets/${encodeURIComponent(chosen.id)}/documents`;
  return {
    ...{ name: chosen.name, description: chosen.description ?? '' },
    async *items() {
      const listed = readNumberedPages(async (page) => {
        const { docs } = await read(client, `${path}?page=${page}&page_size=${perPage}`, documents);
        return { entries: docs, hasMore: docs.length === perPage };
      });
      for await (const { id, name, status } of listed)
        if (String(status) !== disabled)
          yield await fetchFile(client, `${path}/${encodeURIComponent(id)}`, name);
    },
  };
};

/** A file comes as an attachment. What is missing or empty is answered with 200 too, and an envelope that says so. */
async function fetchFile(client: DatasetClient, path: string, name: string): Promise<DatasetItem> {
  const found = await client.download(path);
  if (found === null) return { kind: 'skipped', name, reason: 'was deleted, or hidden, meanwhile' };
  const failure = found.isAttachment ? undefined : envelope.safeParse(parseOrUndefined(found.bytes)).data;
  if (failure === undefined || failure.code === 0) return { kind: 'file', name, bytes: found.bytes };
  return { kind: 'skipped', name, reason: `RAGFlow said: ${failure.message ?? `code ${failure.code}`}` };
}

/** Failures are answered with 200 and a code of their own. */
async function read<Data extends z.ZodType>(
  client: DatasetClient,
  path: string,
  schema: Data,
): Promise<z.output<Data>> {
  const { code, message, data } = await client.json(path, envelope);
  if (code !== 0) throw new UserError(`RAGFlow refused ${path}: ${message ?? `code ${code}`}.`);
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new UserError(`RAGFlow did not answer ${path} as expected.`);
}

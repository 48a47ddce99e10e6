import { UserError } from '@avow/foundation';
import { z } from 'zod';
import type { OpenDataset } from './dataset.ts';
import { chooseDataset, createDatasetClient, type DatasetClient, readPages } from './dataset-client.ts';

const envelope = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() });
const datasets = z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullish() }));
const documents = z.object({ docs: z.array(z.object({ id: z.string(), name: z.string() })) });

const perPage = 30;

/** The HTTP API of RAGFlow, which gives documents as they were uploaded. */
export const openRagflow: OpenDataset = async (options) => {
  const client = createDatasetClient(options);
  const all = readPages(async (page) => {
    const entries = await read(client, `/api/v1/datasets?page=${page}&page_size=${perPage}`, datasets);
    return { entries, hasMore: entries.length === perPage };
  });
  const chosen = await chooseDataset(options.dataset, all);
  const path = `/api/v1/datasets/${encodeURIComponent(chosen.id)}/documents`;
  return {
    ...{ name: chosen.name, description: chosen.description ?? '' },
    async *items() {
      const listed = readPages(async (page) => {
        const { docs } = await read(client, `${path}?page=${page}&page_size=${perPage}`, documents);
        return { entries: docs, hasMore: docs.length === perPage };
      });
      for await (const { id, name } of listed)
        yield { kind: 'file', name, bytes: await client.bytes(`${path}/${encodeURIComponent(id)}`) };
    },
  };
};

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

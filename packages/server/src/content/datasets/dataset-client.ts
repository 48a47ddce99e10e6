import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '@avow/foundation';
import type { z } from 'zod';
import type { DatasetOptions } from './dataset.ts';

const timeoutMs = 60_000;
const triesMax = 4;
const bytesMax = 64 * 1024 * 1024;
const waitMaxMs = 60_000;

/** Reads from the API of another product. Redirects are not followed, since the key would go along. */
export interface DatasetClient {
  json<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  bytes(path: string): Promise<Uint8Array>;
}

export function createDatasetClient({ url, key }: Pick<DatasetOptions, 'url' | 'key'>): DatasetClient {
  async function read(path: string): Promise<Uint8Array> {
    for (let tries = 1; ; tries++) {
      const response = await request(path);
      if (response.ok) return await readBounded(path, response);
      await response.body?.cancel();
      const mayPass = response.status === 429 || response.status >= 500;
      if (!mayPass || tries === triesMax) throw refusal(path, response.status);
      const asked = Number(response.headers.get('retry-after')) * 1000;
      await sleep(Math.min(waitMaxMs, Number.isFinite(asked) && asked > 0 ? asked : 500 * 2 ** tries));
    }
  }

  async function request(path: string): Promise<Response> {
    try {
      return await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw new UserError(`${url}${path} cannot be read: check the address.`, { cause: error });
    }
  }

  return {
    bytes: read,
    json: async (path, schema) => {
      const text = Buffer.from(await read(path)).toString('utf8');
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        throw new UserError(`${url}${path} did not answer with JSON: check the address.`);
      }
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw new UserError(
        `${url}${path} did not answer as expected (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}).`,
      );
    },
  };
}

function refusal(path: string, status: number): UserError {
  if (status === 401 || status === 403) return new UserError(`The key was refused (${status}) for ${path}.`);
  return new UserError(`${path} was answered with ${status}.`);
}

async function readBounded(path: string, response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > bytesMax) throw new UserError(`${path} is larger than ${bytesMax} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Entries of all pages; a server that repeats itself for ever is stopped. */
export async function* readPages<Entry>(
  readPage: (page: number) => Promise<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }>,
): AsyncGenerator<Entry> {
  for (let page = 1; page <= pagesMax; page++) {
    const { entries, hasMore } = await readPage(page);
    yield* entries;
    if (!hasMore || entries.length === 0) return;
  }
  throw new UserError(`There are more than ${pagesMax} pages.`);
}

const pagesMax = 10_000;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The dataset with this id, or the only one. */
export async function chooseDataset<Entry extends Named>(
  wanted: string | null,
  all: AsyncGenerator<Entry>,
): Promise<Entry> {
  const found: Entry[] = [];
  for await (const entry of all) {
    if (entry.id === wanted) return entry;
    found.push(entry);
  }
  const [only] = found;
  if (wanted === null && only !== undefined && found.length === 1) return only;
  const names = found.slice(0, 20).map(({ id, name }) => `\n  ${id}  ${name}`);
  throw new UserError(
    wanted === null
      ? `Choose a dataset with --dataset:${names.join('')}`
      : `There is no dataset ${wanted}:${names.join('')}`,
  );
}

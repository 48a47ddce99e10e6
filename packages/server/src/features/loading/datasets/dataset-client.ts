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
  /** Null: there is no such thing, or it is hidden from this key. */
  find<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null>;
  /** Null: there is no such file. */
  download(path: string): Promise<DownloadedFile | null>;
}

interface DownloadedFile {
  readonly bytes: Uint8Array;
  /** Whether it came as a file, with a name of its own. */
  readonly isAttachment: boolean;
}

export function createDatasetClient({
  url,
  key,
  waitMs = 500,
}: Pick<DatasetOptions, 'url' | 'key'> & {
  /** Doubled before each further try. */
  readonly waitMs?: number;
}): DatasetClient {
  async function read(path: string): Promise<DownloadedFile | null> {
    for (let tries = 1; ; tries++) {
      const response = await request(path);
      const usualMs = waitMs * 2 ** tries;
      if (response.ok) {
        const isAttachment = /^\s*attachment\b/i.test(response.headers.get('content-disposition') ?? '');
        try {
          return { bytes: await readBounded(path, response), isAttachment };
        } catch (error) {
          if (error instanceof UserError) throw error;
          if (tries === triesMax)
            throw new UserError(`${url}${path} was cut off before its end, ${tries} times.`, {
              cause: error,
            });
        }
        await sleep(usualMs);
        continue;
      }
      await response.body?.cancel();
      if (response.status === 404) return null;
      const mayPass = response.status === 429 || response.status >= 500;
      if (!mayPass || tries === triesMax) throw refusal(path, response.status);
      const asked = Number(response.headers.get('retry-after')) * 1000;
      await sleep(Math.min(waitMaxMs, Number.isFinite(asked) && asked > 0 ? asked : usualMs));
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

  async function find<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema> | null> {
    const found = await read(path);
    if (found === null) return null;
    const value = parseOrUndefined(found.bytes);
    if (value === undefined)
      throw new UserError(`${url}${path} did not answer with JSON: check the address.`);
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new UserError(
      `${url}${path} did not answer as expected (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}).`,
    );
  }

  return {
    find,
    download: read,
    json: async (path, schema) => {
      const found = await find(path, schema);
      if (found === null) throw refusal(path, 404);
      return found;
    },
  };
}

/** Undefined: it is not JSON. */
export function parseOrUndefined(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function refusal(path: string, status: number): UserError {
  if (status === 401 || status === 403) return new UserError(`The key was refused (${status}) for ${path}.`);
  return new UserError(`${path} was answered with ${status}: check the address.`);
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

/** Entries of all pages, each once: what is added meanwhile moves others to the next page. A server that repeats itself for ever is stopped. */
export async function* readNumberedPages<Entry extends { readonly id: string }>(
  readPage: (page: number) => Promise<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }>,
): AsyncGenerator<Entry> {
  const seen = new Set<string>();
  for (let page = 1; page <= pagesMax; page++) {
    const { entries, hasMore } = await readPage(page);
    for (const entry of entries) {
      if (seen.has(entry.id)) continue;
      seen.add(entry.id);
      yield entry;
    }
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

import { hash } from 'node:crypto';
import { UserError } from '@avow/foundation';
import { AwsClient } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import type { BackupTarget } from './backup-target.ts';

export interface S3Settings {
  /** Null: that of Amazon, in the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const requestMs = 120_000;
const retries = 4;

/** A bucket of Amazon S3 or of a service that speaks its protocol. `prefix` is empty or ends with a slash. */
export function openS3Target(
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  settings: S3Settings,
): BackupTarget {
  const { region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  // Also for Amazon the bucket is in the path, where every compatible service understands it.
  const root = `${settings.endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`;
  const name = `s3://${bucket}/${prefix}`;
  const send = async (method: string, path: string, body?: Uint8Array) => {
    const signal = AbortSignal.timeout(requestMs);
    // The hash is signed, so that the service refuses a body that was changed on the way.
    const headers = { 'x-amz-content-sha256': hash('sha256', body ?? '') };
    const options = { method, signal, headers, redirect: 'error' as const };
    const response = await client
      .fetch(`${root}${path}`, body === undefined ? options : { ...options, body: Buffer.from(body) })
      .catch((error: unknown) => {
        throw new UserError(`${name} cannot be reached: ${reasonOf(error)}.`, { cause: error });
      });
    if (response.ok) return response;
    const { code } = readXml(await response.text());
    if (response.status === 404 && code !== 'NoSuchBucket') return null;
    throw new UserError(
      `${name} refused a request (${method}) with status ${response.status}${code && `: ${code}`}.`,
    );
  };
  return {
    name,
    isReadable: true,
    list: async (below) => {
      const found: Array<{ name: string; bytes: number }> = [];
      let token: string | null = null;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${below}` });
        if (token !== null) query.set('continuation-token', token);
        const response: Response | null = await send('GET', `?${query}`);
        const page = readXml((await response?.text()) ?? '');
        for (const { key, bytes } of page.objects) found.push({ name: key.slice(prefix.length), bytes });
        token = page.next;
      } while (token !== null);
      return found;
    },
    read: async (object) => {
      const response = await send('GET', `/${prefix}${object}`);
      return response === null ? null : new Uint8Array(await response.arrayBuffer());
    },
    write: async (object, bytes) => {
      const response = await send('PUT', `/${prefix}${object}`, bytes);
      await response?.body?.cancel();
      if (response === null) throw new UserError(`${name} has not kept ${object}.`);
    },
    remove: async (object) => {
      const response = await send('DELETE', `/${prefix}${object}`);
      await response?.body?.cancel();
    },
    close: async () => undefined,
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

interface Answer {
  readonly objects: ReadonlyArray<{ readonly key: string; readonly bytes: number }>;
  readonly next: string | null;
  /** Of an error. */
  readonly code: string;
}

/** A page of a list of objects, or an error. */
function readXml(xml: string): Answer {
  const objects: Array<{ key: string; bytes: number }> = [];
  const texts = new Map<string, string>();
  let open = '';
  const parser = new Parser(
    {
      onopentagname: (name) => {
        open = name;
        texts.set(name, '');
      },
      ontext: (text) => texts.set(open, `${texts.get(open) ?? ''}${text}`),
      onclosetag: (name) => {
        open = '';
        if (name === 'Contents')
          objects.push({ key: texts.get('Key') ?? '', bytes: Number(texts.get('Size')) });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const next = texts.get('NextContinuationToken') ?? '';
  return { objects, next: next === '' ? null : next, code: texts.get('Code') ?? '' };
}

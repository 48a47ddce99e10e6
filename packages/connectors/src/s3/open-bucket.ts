import { FetchFault } from '@avow/documents/fetching';
import { AwsV4Signer } from 'aws4fetch';
import type { Connector, ConnectorDependencies, ReadOptions, SourceItem } from '../connector.ts';
import { toItemPath } from '../item-path.ts';
import { SourceFault } from '../source-fault.ts';
import { expectSuccess, itemReason, requestWhole, type SourceResponse } from '../source-http.ts';
import { childrenOf, parseXml, textOf } from '../xml.ts';

export interface BucketOptions {
  /** Null: that of AWS in the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  /** Null: the bucket is public. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string | null;
  } | null;
}

interface StoredObject {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
}

const what = 'The bucket';
const objectsMax = 100_000;

/** A bucket of S3, or of a service that is compatible with it. An object is read again if its ETag has changed. */
export function openBucket(parts: ConnectorDependencies, options: BucketOptions): Connector {
  return {
    async *read({ known, signal }: ReadOptions) {
      let count = 0;
      for await (const object of listObjects(parts, options, signal)) {
        signal.throwIfAborted();
        if (object.key.endsWith('/')) continue;
        count += 1;
        if (count > objectsMax) {
          yield { kind: 'fault', key: null, path: '.', reason: `it has more than ${objectsMax} objects` };
          break;
        }
        if (known.get(object.key)?.version === object.etag) yield { kind: 'unchanged', key: object.key };
        else yield await readObject(parts, options, { object, signal });
      }
      return { mode: 'full', cursor: null };
    },
  };
}

async function readObject(
  { http, accepts, fileBytesMax }: ConnectorDependencies,
  options: BucketOptions,
  { object, signal }: { readonly object: StoredObject; readonly signal: AbortSignal },
): Promise<SourceItem> {
  const { key, etag } = object;
  const path = pathOf(key, options.prefix);
  if (!accepts(path)) return { kind: 'skipped', path, reason: 'is not a supported file type' };
  const fault = (reason: string): SourceItem => ({ kind: 'fault', key, path, reason });
  if (object.bytes > fileBytesMax) return fault(`is larger than ${fileBytesMax} bytes`);
  let response: SourceResponse;
  try {
    const { url, headers } = await sign(options, objectUrl(options, key));
    response = await http.request(url, { signal, headers, bytesMax: fileBytesMax });
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    return fault(error.message);
  }
  // Deleted since it was listed: the next listing does not have it.
  if (response.status === 404) return fault('was deleted while the bucket was read');
  if (response.status !== 200) return fault(itemReason(response));
  const plain = { title: null, url: null, readers: null, notes: '' };
  return { kind: 'file', key, path, version: etag, bytes: response.bytes, ...plain };
}

function pathOf(key: string, prefix: string): string {
  const folder = prefix.endsWith('/') ? prefix : prefix.slice(0, prefix.lastIndexOf('/') + 1);
  return toItemPath(key.slice(folder.length).split('/'));
}

async function* listObjects(
  { http }: ConnectorDependencies,
  options: BucketOptions,
  signal: AbortSignal,
): AsyncGenerator<StoredObject> {
  for (let token: string | null = null; ; ) {
    const list = new URL(objectUrl(options, ''));
    list.searchParams.set('list-type', '2');
    list.searchParams.set('max-keys', '1000');
    if (options.prefix !== '') list.searchParams.set('prefix', options.prefix);
    if (token !== null) list.searchParams.set('continuation-token', token);
    const { url, headers } = await sign(options, list.href);
    const response = expectSuccess(await requestWhole(http, url, { what, signal, headers }), what);
    const root = parseXml(response.bytes.toString('utf8'));
    if (root?.name !== 'listbucketresult')
      throw new SourceFault('invalid', 'The endpoint does not answer as S3 does.');
    for (const entry of childrenOf(root, 'contents')) {
      const key = childrenOf(entry, 'key')[0]?.text ?? '';
      const etag = textOf(entry, 'etag') ?? '';
      if (key !== '') yield { key, etag, bytes: Number(textOf(entry, 'size') ?? 0) };
    }
    const next: string | null = textOf(root, 'nextcontinuationtoken');
    if (textOf(root, 'istruncated') !== 'true' || next === null || next === token) return;
    token = next;
  }
}

/** By path, which every compatible service understands; AWS does too. */
function objectUrl({ endpoint, region, bucket }: BucketOptions, key: string): string {
  const base = endpoint ?? `https://s3.${region}.amazonaws.com`;
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
  return `${base.replace(/\/+$/, '')}/${path}`;
}

async function sign(
  { region, credentials }: BucketOptions,
  url: string,
): Promise<{ url: string; headers: Record<string, string> }> {
  if (credentials === null) return { url, headers: {} };
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signer = new AwsV4Signer({
    ...{ url, method: 'GET', service: 's3', region, accessKeyId, secretAccessKey },
    ...(sessionToken === null ? {} : { sessionToken }),
  });
  const signed = await signer.sign();
  return { url: signed.url.href, headers: Object.fromEntries(signed.headers.entries()) };
}

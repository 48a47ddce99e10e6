import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { AddressPolicy } from './address-policy.ts';
import { FetchFault } from './fetch-fault.ts';
import { sendRequest } from './send-request.ts';

export type Fetched =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'body'; readonly bytes: Buffer; readonly contentType: string | undefined };

export interface RequestBounds {
  readonly policy: AddressPolicy;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

const requestHeaders = { accept: '*/*', 'accept-encoding': 'identity' };
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const inflaters = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** One request, over a new connection, to an address that the policy allows. */
export async function requestOnce(url: URL, parts: RequestBounds): Promise<Fetched> {
  const { policy, signal } = parts;
  const response = await sendRequest(url, { policy, signal, headers: requestHeaders });
  const { statusCode = 0, headers } = response;
  if (redirectStatuses.has(statusCode) && headers.location !== undefined) {
    response.destroy();
    return { kind: 'redirect', location: headers.location };
  }
  if (statusCode !== 200) {
    response.destroy();
    throw new FetchFault('refused', `${url.host} answered with status ${statusCode}`);
  }
  const bytes = await readBody(response, url, parts);
  return { kind: 'body', bytes, contentType: headers['content-type'] };
}

/** All of a response, inflated if need be, within the limit. */
export async function readBody(
  response: IncomingMessage,
  url: URL,
  parts: Pick<RequestBounds, 'bytesMax' | 'signal'>,
): Promise<Buffer> {
  return await inflateWithin(
    await readSent(response, url, parts),
    response.headers['content-encoding'],
    parts,
  );
}

async function readSent(
  response: IncomingMessage,
  url: URL,
  { bytesMax, signal }: Pick<RequestBounds, 'bytesMax' | 'signal'>,
): Promise<Buffer> {
  const tooLarge = () =>
    new FetchFault('too_large', `the response of ${url.host} is larger than ${bytesMax} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (Number(response.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytesMax) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (signal.aborted || error instanceof FetchFault) throw error;
    throw new FetchFault('broken_off', `${url.host} broke off before the end`, { cause: error });
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}

/** Some servers compress a response unasked; the limit also applies to its inflated size. */
async function inflateWithin(
  bytes: Buffer,
  encoding: string | undefined,
  { bytesMax }: Pick<RequestBounds, 'bytesMax'>,
): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return bytes;
  if (!isKnownEncoding(name))
    throw new FetchFault('refused', 'the response has an unsupported content encoding');
  try {
    return await inflaters[name](bytes, { maxOutputLength: bytesMax });
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError;
    throw isTooLarge
      ? new FetchFault('too_large', `it is larger than ${bytesMax} bytes when inflated`, { cause })
      : new FetchFault('broken_off', 'it cannot be inflated', { cause });
  }
}

function isKnownEncoding(name: string): name is keyof typeof inflaters {
  return Object.hasOwn(inflaters, name);
}

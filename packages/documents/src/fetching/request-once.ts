import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { FetchFault } from './fetch-fault.ts';

/** Where requests may go. */
export interface FetchPolicy {
  isAllowedAddress(address: string): boolean;
  isAllowedPort(port: number): boolean;
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
}

export type Fetched =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'body'; readonly bytes: Buffer; readonly contentType: string | undefined };

export interface RequestParts {
  readonly policy: FetchPolicy;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

const headerBytesMax = 16 * 1024;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const inflaters = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** One request, over a new connection, to an address that the policy allows. */
export async function requestOnce(url: URL, parts: RequestParts): Promise<Fetched> {
  const response = await send(url, parts);
  const { statusCode = 0, headers } = response;
  if (redirectStatuses.has(statusCode) && headers.location !== undefined) {
    response.destroy();
    return { kind: 'redirect', location: headers.location };
  }
  if (statusCode !== 200) {
    response.destroy();
    throw new FetchFault('refused', `${url.host} answered with status ${statusCode}`);
  }
  const bytes = await inflateWithin(await readBody(response, url, parts), headers['content-encoding'], parts);
  return { kind: 'body', bytes, contentType: headers['content-type'] };
}

/** Checks the addresses that a name resolves to and connects to one of exactly these. */
function checkedLookup({ policy }: RequestParts): LookupFunction {
  return (hostname, options, callback) => {
    policy.resolve(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => policy.isAllowedAddress(address));
        const [first] = allowed;
        if (first === undefined) callback(notAllowed(hostname), '', 4);
        else if (options.all === true) callback(null, [...allowed]);
        else callback(null, first.address, first.family);
      },
      (cause: unknown) =>
        callback(new FetchFault('unreachable', `there is no host ${hostname}`, { cause }), '', 4),
    );
  };
}

function notAllowed(host: string): FetchFault {
  return new FetchFault('not_allowed', `${host} is not on the public internet, and may not be fetched from`);
}

function send(url: URL, parts: RequestParts): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not resolved.
  if (isIP(host) !== 0 && !parts.policy.isAllowedAddress(host)) throw notAllowed(host);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, {
      // A new connection, without the proxies of the environment.
      agent: false,
      lookup: checkedLookup(parts),
      signal: parts.signal,
      maxHeaderSize: headerBytesMax,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Avow' },
    })
      .once('response', resolve)
      .once('error', (error: NodeJS.ErrnoException) => reject(asFault(error, url)))
      .end();
  });
}

function asFault(error: NodeJS.ErrnoException, url: URL): Error {
  if (error instanceof FetchFault || error.name === 'AbortError') return error;
  const { code = 'unknown error' } = error;
  const isCertificate = /CERT|TLS|SSL|SIGNATURE/.test(code);
  const what = isCertificate ? 'has no certificate that can be trusted' : 'does not answer';
  return new FetchFault('unreachable', `${url.host} ${what} (${code})`, { cause: error });
}

async function readBody(
  response: IncomingMessage,
  url: URL,
  { bytesMax, signal }: RequestParts,
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
  { bytesMax }: RequestParts,
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

import type { IncomingHttpHeaders } from 'node:http';
import { type AddressPolicy, checkUrl, FetchFault, readBody, sendRequest } from '@avow/documents/fetching';
import { SourceFault } from './source-fault.ts';

interface SourceRequest {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with POST; without one, the method is GET. */
  readonly body?: string | Uint8Array;
  readonly bytesMax?: number;
  /** The body contains a secret: it is not sent to where a redirect leads. */
  readonly isSecret?: boolean;
  /** Whether a response asks for patience, beside those whose status says so. Its error is read for this. */
  readonly isBusy?: (response: SourceResponse) => boolean;
}

export interface SourceResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty unless the status is a success; with `isBusy`, also the error, if it is short. */
  readonly bytes: Buffer;
  /** After redirects, without a fragment. */
  readonly url: string;
  /** How it came to another address; null: it did not. */
  readonly redirect: 'permanent' | 'temporary' | null;
}

/** Requests to a source, under the rules for addresses. Redirects are followed; credentials stay with the first origin. */
export interface SourceHttp {
  /** Rejects with a `FetchFault`, or with the reason of the signal. Any status is a response. */
  request(url: string, options: SourceRequest): Promise<SourceResponse>;
}

export interface SourceHttpOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const redirectsMax = 5;
const errorBytesMax = 64 * 1024;
const triesMax = 3;
const retryMs = 1_000;
/** A source that asks for more patience than this is tried again by the next sync. */
const retryAfterMsMax = 30_000;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const permanentStatuses = new Set([301, 308]);
const busyStatuses = new Set([429, 502, 503, 504]);
const secretHeaders = new Set(['authorization', 'cookie', 'x-amz-security-token']);

export function createSourceHttp(parts: SourceHttpOptions): SourceHttp {
  return {
    async request(text, options) {
      const { signal } = options;
      for (let tries = 1; ; tries += 1) {
        signal.throwIfAborted();
        const response = await follow(parts, text, options).catch((error: unknown) => {
          signal.throwIfAborted();
          if (tries >= triesMax || !isPassing(error)) throw error;
          return null;
        });
        if (response !== null && (tries >= triesMax || !isBusy(response, options))) return response;
        await parts.sleep(waitOf(response, tries), signal);
      }
    },
  };
}

function isBusy(response: SourceResponse, options: SourceRequest): boolean {
  return busyStatuses.has(response.status) || options.isBusy?.(response) === true;
}

function isPassing(error: unknown): boolean {
  return error instanceof FetchFault && ['unreachable', 'timed_out', 'broken_off'].includes(error.code);
}

function waitOf(response: SourceResponse | null, tries: number): number {
  const said = response?.headers['retry-after'] ?? '';
  const asked = /^\d+$/.test(said) ? Number(said) * 1_000 : retryMs * tries;
  return Math.min(asked, retryAfterMsMax);
}

async function follow(
  { policy, timeoutMs, bytesMax: usualBytesMax }: SourceHttpOptions,
  text: string,
  { signal, headers = {}, body, bytesMax = usualBytesMax, ...options }: SourceRequest,
): Promise<SourceResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const limits = { policy, bytesMax, signal: AbortSignal.any([signal, timeout]) };
  let sent: { headers: Readonly<Record<string, string>>; body?: string | Uint8Array } = {
    headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
    ...(body === undefined ? {} : { body }),
  };
  let redirect: SourceResponse['redirect'] = null;
  try {
    let url = checkUrl(text, policy);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const response = await sendRequest(url, { ...limits, ...sent });
      const { statusCode: status = 0, headers: received } = response;
      if (redirectStatuses.has(status) && received.location !== undefined && options.isSecret !== true) {
        response.destroy();
        const next = nextUrl(url, received.location, policy);
        if (next.origin !== url.origin) sent = { ...sent, headers: withoutSecrets(sent.headers) };
        if (status === 303 || (sent.body !== undefined && status < 303)) sent = { headers: sent.headers };
        if (redirect !== 'temporary') redirect = permanentStatuses.has(status) ? 'permanent' : 'temporary';
        url = next;
        continue;
      }
      const isSuccess = status >= 200 && status <= 299;
      const bytes = isSuccess
        ? await readBody(response, url, limits)
        : options.isBusy === undefined
          ? Buffer.alloc(0)
          : await readBody(response, url, { ...limits, bytesMax: errorBytesMax }).catch(() =>
              Buffer.alloc(0),
            );
      if (!isSuccess) response.destroy();
      return { status, headers: received, bytes, url: withoutFragment(url), redirect };
    }
    throw new FetchFault('too_many_redirects', `it redirects more than ${redirectsMax} times`);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted)
      throw new FetchFault('timed_out', `it took longer than ${timeoutMs / 1000} seconds`, { cause: error });
    throw error;
  }
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !secretHeaders.has(name.toLowerCase())),
  );
}

function withoutFragment(url: URL): string {
  const shown = new URL(url);
  shown.hash = '';
  return shown.href;
}

function nextUrl(from: URL, location: string, policy: AddressPolicy): URL {
  if (!URL.canParse(location, from.href))
    throw new FetchFault('refused', `${from.host} redirects to something that is not an address`);
  const next = checkUrl(new URL(location, from.href).href, policy);
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new FetchFault(
      'not_allowed',
      `${from.host} redirects to an address that is not protected by https`,
    );
  return next;
}

/** The response if it is a success. Otherwise throws the fault of the source as a whole. */
export function expectSuccess(response: SourceResponse, what: string): SourceResponse {
  const { status, url } = response;
  if (status >= 200 && status <= 299) return response;
  const { host } = new URL(url);
  const said = `${host} answered with status ${status}`;
  if (status === 401 || status === 403)
    throw new SourceFault('unauthorized', `${what}: access was refused (${said}). Check the credentials.`);
  if (status === 404 || status === 410)
    throw new SourceFault('not_found', `${what} was not found (${said}).`);
  throw new SourceFault('unreachable', `${what} could not be read (${said}).`);
}

/** Requests what the source cannot be read without. */
export async function requestWhole(
  http: SourceHttp,
  url: string,
  options: SourceRequest & { readonly what: string },
): Promise<SourceResponse> {
  const { what, ...request } = options;
  try {
    return await http.request(url, request);
  } catch (error) {
    throw error instanceof FetchFault ? wholeFault(error, what) : error;
  }
}

export function wholeFault(error: FetchFault, what: string): SourceFault {
  const code =
    error.code === 'not_allowed' || error.code === 'too_large' ? error.code : ('unreachable' as const);
  return new SourceFault(code, `${what} could not be read: ${error.message}.`, { cause: error });
}

/** Why one item could not be read: a status, or what went wrong on the way. */
export function itemReason(response: SourceResponse): string {
  return `${new URL(response.url).host} answered with status ${response.status}`;
}

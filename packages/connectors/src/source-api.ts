import { FetchFault } from '@avow/documents/fetching';
import { parseAnswer } from './json.ts';
import { SourceFault } from './source-fault.ts';
import {
  expectSuccess,
  itemReason,
  requestWhole,
  type SourceHttp,
  type SourceResponse,
} from './source-http.ts';

/** What became of a request for one item. */
type ItemResponse =
  | { readonly kind: 'read'; readonly response: SourceResponse }
  /** There is no such item, or it may not be seen. */
  | { readonly kind: 'missing'; readonly status: number }
  | { readonly kind: 'fault'; readonly reason: string };

/** The interface of a service that answers in JSON, at one origin: credentials are sent nowhere else. */
export interface SourceApi {
  /** What the source cannot be read without. */
  get(url: string, signal: AbortSignal): Promise<unknown>;
  /** Of one item, or null if it does not exist or may not be seen. Other faults are those of the source. */
  find(url: string, signal: AbortSignal): Promise<unknown>;
  /** A file, or JSON of one item. Rejects only if the credentials are refused. */
  getItem(
    url: string,
    options: { readonly signal: AbortSignal; readonly bytesMax: number },
  ): Promise<ItemResponse>;
  /** Any status is a response. */
  send(url: string, options: SendOptions): Promise<SourceResponse>;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SourceApiOptions {
  readonly http: SourceHttp;
  /** As it is named at the beginning of a sentence. */
  readonly what: string;
  readonly origin: string;
  readonly authorize: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly isBusy?: (response: SourceResponse) => boolean;
}

const listBytesMax = 32 * 1024 * 1024;
const missingStatuses = new Set([403, 404, 410]);

export function createSourceApi({ http, what, origin, authorize, isBusy }: SourceApiOptions): SourceApi {
  const busy = isBusy === undefined ? {} : { isBusy };

  async function send(url: string, { signal, headers = {}, body }: SendOptions): Promise<SourceResponse> {
    if (!URL.canParse(url) || new URL(url).origin !== origin)
      throw new SourceFault('invalid', `${what} refers to an address that is not its own.`);
    const options = { ...busy, bytesMax: listBytesMax, ...(body === undefined ? {} : { body }) };
    const own = await authorize(signal);
    return await requestWhole(http, url, {
      ...{ what, signal, ...options, headers: { accept: 'application/json', ...headers, ...own } },
    });
  }

  const isStillBusy = (response: SourceResponse) => response.status > 299 && isBusy?.(response) === true;

  /** A service that asks for patience has not refused the credentials, whatever its status. */
  function expectPatience(response: SourceResponse): SourceResponse {
    if (isStillBusy(response))
      throw new SourceFault('unreachable', `${what} asks for fewer requests (status ${response.status}).`);
    return response;
  }

  return {
    send: async (url, options) => expectPatience(await send(url, options)),
    get: async (url, signal) => {
      const response = expectPatience(await send(url, { signal }));
      return parseAnswer(expectSuccess(response, what).bytes, what);
    },
    find: async (url, signal) => {
      const response = expectPatience(await send(url, { signal }));
      if (missingStatuses.has(response.status)) return null;
      return parseAnswer(expectSuccess(response, what).bytes, what);
    },
    getItem: async (url, { signal, bytesMax }) => {
      const headers = await authorize(signal);
      let response: SourceResponse;
      try {
        response = await http.request(url, { signal, headers, bytesMax, ...busy });
      } catch (error) {
        if (!(error instanceof FetchFault)) throw error;
        return { kind: 'fault', reason: error.message };
      }
      const { status } = response;
      if (status === 401) expectSuccess(response, what);
      if (isStillBusy(response))
        return { kind: 'fault', reason: `asks for fewer requests (status ${status})` };
      if (missingStatuses.has(status)) return { kind: 'missing', status };
      if (status !== 200) return { kind: 'fault', reason: itemReason(response) };
      return { kind: 'read', response };
    },
  };
}

import { Agent, type Dispatcher, fetch as fetchByUndici } from 'undici';
import { ModelFault } from '../model-fault.ts';

export type Fetch = typeof globalThis.fetch;

export interface OpenedFetch {
  readonly fetch: Fetch;
  /** The same connections, for requests that need no `fetch`. Left out: there are no connections. */
  readonly dispatcher?: Dispatcher;
  /** Closes all connections, including active ones. */
  close(): Promise<void>;
}

const keepAliveMs = 30_000;

/**
 * Pooled connections to a model provider. Only connecting has a timeout here; the caller limits the response time.
 */
export function openFetch({
  connectTimeoutMs,
}: {
  readonly connectTimeoutMs: number;
}): Required<OpenedFetch> {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // The types of undici and those of Node are two descriptions of one thing that do not know each other.
  const fetchByAgent = fetchByUndici as unknown as Fetch;
  const byAgent = { dispatcher: agent } as unknown as RequestInit;
  return {
    fetch: (input, init) => fetchByAgent(input, { ...init, ...byAgent }),
    dispatcher: agent,
    close: () => agent.destroy(),
  };
}

/**
 * A `fetch` that takes no more of a response than this, and follows no redirect: the text would go to a place that the
 * operator has not named. Pieces are passed on as they come.
 */
export function limitFetch(fetchWhole: Fetch, { bytesMax }: { readonly bytesMax: number }): Fetch {
  return async (input, init) => {
    const response = await fetchWhole(input, { ...init, redirect: 'manual' });
    const { status, headers, body } = response;
    // Some statuses allow no body at all, not even an empty one.
    return new Response(body === null ? null : body.pipeThrough(limitBytes(bytesMax)), { status, headers });
  };
}

/** Counted as it comes in, and after it is inflated: what a server says of its size may be wrong. */
function limitBytes(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      size += chunk.length;
      // An error here cancels the body, and with it the connection.
      if (size > bytesMax)
        throw new ModelFault('too_large', `the language model sent more than ${bytesMax} bytes`);
      controller.enqueue(chunk);
    },
  });
}

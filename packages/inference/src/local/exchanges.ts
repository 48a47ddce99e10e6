import type { LocalCall, LocalMessage, LocalRequest } from './local-messages.ts';

/** A request to the process, and its response. */
export interface Exchange {
  /** Rejects like a `fetch` whose connection breaks, or with the reason it is stopped for. */
  readonly response: Promise<Response>;
  /** Resolves when the process has nothing more to do for it. */
  readonly over: Promise<'end' | 'failed'>;
  readonly stop: (reason: unknown) => void;
}

interface Open {
  readonly hear: (message: LocalMessage) => void;
}

/** The requests that a process works on. */
export function openExchanges(send: (request: LocalRequest) => void) {
  const open = new Map<number, Open>();
  let lastId = 0;
  let isGone = false;

  const ask = (call: LocalCall): Exchange => {
    lastId += 1;
    const id = lastId;
    const response = Promise.withResolvers<Response>();
    // The caller may have left.
    response.promise.catch(() => undefined);
    const over = Promise.withResolvers<'end' | 'failed'>();
    const body = openBody(() => send({ kind: 'stop', id }));
    const fail = (reason: unknown) => {
      response.reject(reason);
      body.fail(reason);
    };
    const hear = (message: LocalMessage) => {
      switch (message.kind) {
        case 'head':
          response.resolve(responseOf(message, body.stream));
          return;
        case 'chunk':
          body.add(message.bytes);
          return;
        default:
          open.delete(id);
          over.resolve(message.kind);
          if (message.kind === 'end') body.end();
          // Without a head, nothing was answered.
          fail(brokenConnection());
      }
    };
    open.set(id, { hear });
    if (isGone) hear({ kind: 'failed', id });
    else send({ kind: 'ask', id, ...call });
    const stop = (reason: unknown) => {
      fail(reason);
      send({ kind: 'stop', id });
    };
    return { response: response.promise, over: over.promise, stop };
  };

  return {
    ask,
    hear: (message: LocalMessage) => open.get(message.id)?.hear(message),
    /** The process is gone, and with it all that it worked on. */
    endAll: () => {
      isGone = true;
      for (const [id, { hear }] of open) hear({ kind: 'failed', id });
    },
  };
}

/** As of a connection that broke, which is what callers know. */
const brokenConnection = () => new TypeError('terminated');

function responseOf(
  { status, headers }: Extract<LocalMessage, { readonly kind: 'head' }>,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  return new Response(stream, { status, headers: { ...headers } });
}

/** Bytes that arrive, for the reader; what comes after the end is dropped. */
function openBody(onCancel: () => void) {
  let isOpen = true;
  let controller: ReadableStreamDefaultController | null = null;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      isOpen = false;
      onCancel();
    },
  });
  const once = (act: (given: ReadableStreamDefaultController) => void) => {
    if (!isOpen || controller === null) return;
    isOpen = false;
    act(controller);
  };
  return {
    stream,
    add: (bytes: Uint8Array) => {
      if (isOpen) controller?.enqueue(bytes);
    },
    end: () => once((given) => given.close()),
    fail: (reason: unknown) => once((given) => given.error(reason)),
  };
}

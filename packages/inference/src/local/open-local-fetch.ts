import { createBackoff } from '../embedded/create-backoff.ts';
import { forkModelProcess } from '../embedded/fork-model-process.ts';
import type { ProcessEvent } from '../embedded/process-event.ts';
import { createModelTurns } from '../embedded/start-model-process.ts';
import { superviseModelProcess } from '../embedded/supervise-model-process.ts';
import type { Fetch, OpenedFetch } from '../language/open-fetch.ts';
import { ModelFault } from '../model-fault.ts';
import { type Exchange, openExchanges } from './exchanges.ts';
import type { LocalMessage, LocalModelToLoad } from './local-messages.ts';

export type LocalModelEvent = ProcessEvent<'local'>;

export interface LocalFetchOptions {
  readonly onEvent?: (event: LocalModelEvent) => void;
  readonly limits?: Partial<typeof limitsUsual>;
  /** The module that the process runs; tests pass another one. */
  readonly processUrl?: URL;
}

const limitsUsual = {
  /** Some GiB are read from a disk. */
  startMs: 180_000,
  /** For a request that is stopped to be over: one batch of tokens takes less. */
  stopMs: 10_000,
  backoffMs: 1_000,
  backoffMsMax: 300_000,
};

/** The library looks here for what the system is. */
const systemFolders = process.platform === 'linux' ? ['/lib', '/lib64', '/usr/lib', '/usr/lib64'] : [];

/**
 * A server of a language model that has no address: what is fetched is answered by a supervised process of this machine,
 * with the API of OpenAI. The process loads the model at once, and again when it is lost.
 */
export function openLocalFetch(
  toLoad: LocalModelToLoad,
  { onEvent = () => undefined, processUrl, ...options }: LocalFetchOptions = {},
): OpenedFetch {
  const limits = { ...limitsUsual, ...options.limits };
  const kept = superviseModelProcess({
    lane: 'local' as const,
    startProcess: () =>
      startLocalProcess(toLoad, {
        startMs: limits.startMs,
        processUrl: processUrl ?? new URL('./llama-process.ts', import.meta.url),
      }),
    stays: true,
    backoff: createBackoff({
      firstMs: limits.backoffMs,
      maxMs: limits.backoffMsMax,
      now: () => performance.now(),
    }),
    // A provider that cannot be reached at once is left for the next tier.
    lossesMax: 1,
    closedReason: 'the local model is closed',
    onEvent,
  });
  void kept.get();
  const fetchLocally: Fetch = async (input, init) => {
    const signal = init?.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const found = await raceAbort(kept.get(), signal);
    if (found.kind === 'unavailable') throw new ModelFault('unreachable', found.reason);
    const { process } = found;
    const exchange = process.ask({
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: String(init?.body ?? ''),
    });
    const stop = () => {
      exchange.stop(signal.reason);
      void loseIfDeaf(exchange, limits.stopMs, () =>
        kept.lose(process, { reason: 'hung', detail: `does not stop within ${limits.stopMs / 1000} s` }),
      );
    };
    signal.addEventListener('abort', stop, { once: true });
    void exchange.over.then((how) => {
      signal.removeEventListener('abort', stop);
      if (how === 'end') kept.praise();
    });
    return await exchange.response;
  };
  return { fetch: fetchLocally, close: kept.close };
}

function startLocalProcess(
  toLoad: LocalModelToLoad,
  { processUrl, startMs }: { readonly processUrl: URL; readonly startMs: number },
) {
  const forked = forkModelProcess({
    processUrl,
    argument: toLoad,
    readable: [toLoad.path, ...systemFolders],
    mayStartProcesses: true,
    urgency: 'waited_for',
  });
  const { hear, ask, endAll } = openExchanges(forked.send);
  forked.onMessage((message) => hear(message as LocalMessage));
  void forked.ended.then(endAll);
  const ready = createModelTurns<never>(forked)(startMs);
  return { processId: forked.processId, ready, ended: forked.ended, end: forked.end, ask };
}

async function loseIfDeaf({ over }: Exchange, stopMs: number, lose: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), stopMs);
  if ((await Promise.race([over, late.promise])) === 'late') await lose();
  clearTimeout(timer);
}

async function raceAbort<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([value, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

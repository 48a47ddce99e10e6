import { setTimeout as sleep } from 'node:timers/promises';

export interface BackgroundWork<Item> {
  /** What may have work left. */
  readonly listItems: () => Promise<readonly Item[]>;
  /** Changes whenever there may be work again: an item whose work was done is not looked at before. */
  readonly nameOf: (item: Item) => string;
  /** The newest is done first. */
  readonly newAtMs: (item: Item) => Promise<number>;
  /** True: it is done. False: it was stopped by the signal, or another node does it. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<boolean>;
  /** Whether other nodes may do it: what they do is looked at again after a while. */
  readonly isShared: boolean;
  /** Called with the item that failed, or without one if they could not be listed. */
  readonly onFailure: (error: unknown, item?: Item) => void;
}

export interface BackgroundLoop<Item> {
  /** Looks for new items immediately. */
  wake(): void;
  /** Looks at an item again that was done. */
  recheck(item: Item): void;
  stop(): Promise<void>;
}

/** What other processes begin is found by polling. */
const lookEveryMs = 10_000;
const backOffMs = { first: 1_000, most: 60_000 };
/** Queries have priority, but under constant load work must still make progress. */
const yieldMs = { step: 5, most: 1_000 };

/** Works on items in the background until it is stopped, newest first, and resumes after a restart. */
export function startBackgroundLoop<Item>(parts: BackgroundWork<Item>): BackgroundLoop<Item> {
  const { nameOf } = parts;
  const stopping = new AbortController();
  const complete = new Set<string>();
  /** Failed recently: an item that cannot be done must not block the others. */
  const postponed = new Set<string>();
  let awake = new AbortController();

  async function pause(ms: number): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, awake.signal]);
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    awake = new AbortController();
  }

  /** `worked`: look again, because there may be a newer item. */
  async function workNext(): Promise<'worked' | 'failed' | 'idle'> {
    const items = await parts.listItems();
    const names = new Set(items.map(nameOf));
    for (const name of complete) if (!names.has(name)) complete.delete(name);
    const waiting = items.filter((one) => !complete.has(nameOf(one)));
    const fresh = waiting.filter((one) => !postponed.has(nameOf(one)));
    if (fresh.length === 0) postponed.clear();
    const next = await newestOf(parts, fresh.length > 0 ? fresh : waiting);
    if (next === undefined) return 'idle';
    postponed.add(nameOf(next));
    try {
      const isDone = await parts.work(next, AbortSignal.any([stopping.signal, awake.signal]));
      if (isDone) complete.add(nameOf(next));
      else if (parts.isShared && !awake.signal.aborted) return fresh.length > 1 ? 'worked' : 'idle';
      else awake = new AbortController();
    } catch (error) {
      if (stopping.signal.aborted) return 'worked';
      // What was deleted or replaced in the meantime needs no work.
      const isWanted = (await parts.listItems()).some((one) => nameOf(one) === nameOf(next));
      if (isWanted) {
        parts.onFailure(error, next);
        return 'failed';
      }
    }
    postponed.delete(nameOf(next));
    return 'worked';
  }

  async function run(): Promise<void> {
    let backOff = backOffMs.first;
    while (!stopping.signal.aborted) {
      const outcome = await workNext().catch((error: unknown) => {
        if (!stopping.signal.aborted) parts.onFailure(error);
        return 'failed' as const;
      });
      if (outcome === 'failed') {
        await pause(backOff);
        backOff = Math.min(backOffMs.most, backOff * 2);
      } else {
        backOff = backOffMs.first;
        if (outcome === 'idle') await pause(lookEveryMs);
      }
    }
  }

  const running = run();
  return {
    wake: () => awake.abort(),
    recheck: (item) => {
      complete.delete(nameOf(item));
      awake.abort();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function newestOf<Item>(
  { newAtMs }: Pick<BackgroundWork<Item>, 'newAtMs'>,
  items: readonly Item[],
): Promise<Item | undefined> {
  let newest: { readonly one: Item; readonly atMs: number } | undefined;
  for (const one of items) {
    const atMs = await newAtMs(one);
    if (newest === undefined || atMs > newest.atMs) newest = { one, atMs };
  }
  return newest?.one;
}

/** Waits while there are questions, and not for ever. */
export async function yieldToQueries(hasQuestions: () => boolean): Promise<void> {
  const untilMs = performance.now() + yieldMs.most;
  while (hasQuestions() && performance.now() < untilMs) await sleep(yieldMs.step);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Node } from './cluster.ts';

/** What clients were promised. */
export interface Promised {
  /** The message of each request that was answered with 200 or accepted with 202, by its idempotency key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Streams that were begun, and those that came to a last event. */
  readonly streams: { begun: number; ended: number };
  /** Answers that no client should get. */
  readonly faults: readonly string[];
}

export interface Load extends Promised {
  /** Until that many more were acknowledged; rejects if that takes too long. */
  more(wanted: number): Promise<void>;
  /** Lets every request and every stream come to its end; rejects if that takes too long. */
  stop(): Promise<void>;
}

interface LoadParts {
  readonly nodes: readonly Node[];
  readonly apiKey: string;
  readonly clients: number;
}

const retryMs = 50;
const requestTimeoutMs = 20_000;
const progressTimeoutMs = 120_000;
/** What a client expects while a node or the database is out of order: it repeats the request under its key. */
const repeated = new Set([409, 429, 500, 502, 503, 504]);
const lastEvents = /^event: message\.(?:delivered|abstained|blocked|failed|cancelled)$/m;

/** Clients that ask in three ways: and wait, in the background, and as a stream that they follow to its end on any node. */
export function startLoad({ nodes, apiKey, clients }: LoadParts): Load {
  const stopping = new AbortController();
  const acknowledged = new Map<string, string>();
  const faults: string[] = [];
  const streams = { begun: 0, ended: 0 };
  let count = 0;

  /** Null: the node did not answer. */
  async function send(path: string, options: RequestInit): Promise<Response | null> {
    const up = nodes.filter(({ service }) => service !== null);
    const { url } = up[Math.floor(Math.random() * up.length)]?.service ?? { url: null };
    if (url === null) return null;
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const headers = { authorization: `Bearer ${apiKey}`, ...options.headers };
    return await fetch(`${url}${path}`, { ...options, headers, signal }).catch(() => null);
  }

  async function ask(key: string, more: Readonly<Record<string, string>>): Promise<string> {
    const body = JSON.stringify({ prompt: `Who approves travel, request ${key}?`, metadata: { key } });
    for (;;) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...more };
      const response = await send('/v1/query', { method: 'POST', headers, body });
      const text = await response?.text().catch(() => null);
      if (response?.ok && text != null) {
        const { message_id: messageId } = JSON.parse(text);
        acknowledged.set(key, messageId);
        return messageId;
      }
      if (response != null && !response.ok && !repeated.has(response.status))
        faults.push(`${key}: ${response.status} ${text}`);
      await sleep(retryMs);
    }
  }

  /** Follows a message from its last event on, on whichever node answers. */
  async function follow(messageId: string): Promise<void> {
    streams.begun += 1;
    for (let after = ''; ; ) {
      const headers = { accept: 'text/event-stream', ...(after === '' ? {} : { 'last-event-id': after }) };
      const response = await send(`/v1/messages/${messageId}/events`, { headers });
      const text = (await readWhatComes(response)) ?? '';
      after =
        text
          .match(/^id: (\S+)$/gm)
          ?.at(-1)
          ?.slice('id: '.length) ?? after;
      if (lastEvents.test(text)) break;
      await sleep(retryMs);
    }
    streams.ended += 1;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      count += 1;
      const key = `k${count}`;
      const isFollowed = count % 3 === 0;
      const messageId = await ask(key, isFollowed ? { prefer: 'respond-async' } : {});
      if (isFollowed) await follow(messageId);
    }
  }

  const working = Array.from({ length: clients }, work);
  return {
    ...{ acknowledged, streams, faults },
    async more(wanted) {
      const enough = acknowledged.size + wanted;
      for (const untilMs = performance.now() + progressTimeoutMs; acknowledged.size < enough; ) {
        if (performance.now() > untilMs) throw new Error(`no ${wanted} requests were answered in time`);
        await sleep(retryMs);
      }
    },
    async stop() {
      stopping.abort();
      const late = sleep(progressTimeoutMs, 'late', { ref: false });
      if ((await Promise.race([Promise.all(working), late])) === 'late')
        throw new Error(`${streams.begun - streams.ended} streams or requests did not end in time`);
    },
  };
}

/** A stream that is cut has shown something before. */
async function readWhatComes(response: Response | null): Promise<string | null> {
  if (response === null || !response.ok || response.body === null) {
    await response?.body?.cancel().catch(() => undefined);
    return null;
  }
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body) text += decoder.decode(chunk, { stream: true });
  } catch {
    // Its node has died, or is cut off from the database.
  }
  return text;
}

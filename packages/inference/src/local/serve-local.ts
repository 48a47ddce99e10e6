import { UserError } from '@avow/foundation';
import type { LocalCall, LocalMessage, LocalRequest } from './local-messages.ts';

export interface LocalReply {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** Resolves once it is on its way. */
  chunk(bytes: Uint8Array): Promise<void>;
}

/** Answers a request. Rejects if it cannot, which the caller sees as a broken connection. */
export type Respond = (call: LocalCall, reply: LocalReply, signal: AbortSignal) => Promise<void>;

/** Serves the parent process, several requests at once, until it disconnects. */
export async function serveLocal<ToLoad>(load: (toLoad: ToLoad) => Promise<Respond>): Promise<void> {
  const say = (message: object) =>
    new Promise<void>((resolve) => {
      process.send?.(message, undefined, undefined, () => resolve());
    });
  process.on('disconnect', () => process.exit());
  let respond: Respond;
  try {
    respond = await load(JSON.parse(process.argv[2] ?? '') as ToLoad);
  } catch (error) {
    await say({ kind: 'refused', reason: reasonOf(error) });
    return;
  }
  const running = new Map<number, AbortController>();
  const answer = async ({ id, ...call }: Extract<LocalRequest, { readonly kind: 'ask' }>): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const tell = (message: LocalMessage) => say(message);
    const reply: LocalReply = {
      head: (status, headers) => void tell({ kind: 'head', id, status, headers }),
      chunk: (bytes) => tell({ kind: 'chunk', id, bytes }),
    };
    const kind = await respond(call, reply, controller.signal).then(
      () => 'end' as const,
      () => 'failed' as const,
    );
    running.delete(id);
    await tell({ kind, id });
  };
  process.on('message', (request: LocalRequest) => {
    if (request.kind === 'stop') running.get(request.id)?.abort();
    else void answer(request);
  });
  await say({ kind: 'ready' });
}

/** Messages of the library name files and sizes; nothing was asked yet that they could repeat. */
function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return `the library cannot load it: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown error'}`;
}

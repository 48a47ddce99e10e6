import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to the database that can be cut. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** From now on connections are cut as soon as the client has sent this text, before or after the server got it. */
  cutAt(text: string, moment: 'before' | 'after'): void;
  /** How often the client has waited for an answer before it sent more, on any connection. */
  roundTrips(): number;
  /** Cuts all connections; new ones are accepted. */
  cutAll(): void;
  /** From now on everything takes that much longer, in both directions. */
  delay(ms: number): void;
  /** Nothing passes, in either direction, until the returned function is called; then everything does. */
  hold(): () => void;
  /** The same from the moment at which the server has got this text from a client. Resolves then. */
  holdAt(text: string): Promise<() => void>;
  close(): Promise<void>;
}

/** How long the server has for what it still got. */
const deliveredMs = 200;

/** Sockets that are destroyed say so, and there is nobody to listen. The end of one passes as data does. */
function pair(client: Socket, upstream: Socket, flowing: () => Promise<void>): () => void {
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  const pass = () => void flowing().then(() => setImmediate(end));
  for (const socket of [client, upstream]) socket.on('error', pass).on('close', pass);
  return end;
}

export async function openProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const ends = new Set<() => void>();
  let cut: { readonly text: string; readonly moment: 'before' | 'after' } | null = null;
  let awaited: { readonly text: string; readonly held: (flow: () => void) => void } | null = null;
  let delayMs = 0;
  let roundTrips = 0;
  let { promise: flowing, resolve: flow } = Promise.withResolvers<void>();
  flow();
  /** In order, each chunk as much later as packets are delayed now. */
  const forward = (to: Socket) => {
    let last = Promise.resolve();
    return (chunk: Uint8Array) => {
      const due = delayMs === 0 ? null : sleep(delayMs, undefined, { ref: false });
      last = last
        .then(() => due)
        .then(() => flowing)
        .then(() => void (to.destroyed || to.write(chunk)));
    };
  };
  const hold = () => {
    ({ promise: flowing, resolve: flow } = Promise.withResolvers<void>());
    return flow;
  };
  const server = createServer((client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    client.setNoDelay();
    const end = pair(client, upstream, () => flowing);
    ends.add(end);
    client.on('close', () => ends.delete(end));
    let isAnswered = true;
    upstream.on('data', () => {
      isAnswered = true;
    });
    upstream.on('data', forward(client));
    const send = forward(upstream);
    client.on('data', (chunk) => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
      if (awaited !== null && chunk.includes(awaited.text)) {
        upstream.write(chunk);
        awaited.held(hold());
        awaited = null;
        return;
      }
      if (cut === null || !chunk.includes(cut.text)) return send(chunk);
      const { moment } = cut;
      cut = null;
      if (moment === 'before') return end();
      upstream.removeAllListeners('data').on('data', () => undefined);
      upstream.write(chunk);
      setTimeout(end, deliveredMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const through = new URL(url);
  through.port = String(address.port);
  return {
    url: through.href,
    cutAt(text, moment) {
      cut = { text, moment };
    },
    roundTrips: () => roundTrips,
    cutAll() {
      for (const end of ends) end();
    },
    delay(ms) {
      delayMs = ms;
    },
    hold,
    holdAt: (text) =>
      new Promise((held) => {
        awaited = { text, held };
      }),
    async close() {
      flow();
      for (const end of ends) end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

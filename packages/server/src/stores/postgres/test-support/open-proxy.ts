import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that can be cut. */
export interface Proxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** From now on connections are cut as soon as the client has sent this text, before or after the server got it. */
  cutAt(text: string, moment: 'before' | 'after'): void;
  close(): Promise<void>;
}

/** How long the server has for what it still got. */
const deliveredMs = 200;

export async function openProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let cut: { readonly text: string; readonly moment: 'before' | 'after' } | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    upstream.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      if (cut === null || !chunk.includes(cut.text)) {
        upstream.write(chunk);
        return;
      }
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
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

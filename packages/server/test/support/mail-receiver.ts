import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server that takes mail by SMTP, and refuses recipients whose address begins with `nobody`. */
export interface MailReceiver {
  readonly url: string;
  /** What it has taken: who it is for, and the whole message. */
  readonly received: ReadonlyArray<{ readonly to: string; readonly message: string }>;
  close(): Promise<void>;
}

export async function openMailReceiver(): Promise<MailReceiver> {
  const received: { to: string; message: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, (mail) => received.push(mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As much of RFC 5321 as a client needs that sends one mail after another. */
function serve(socket: Socket, take: (mail: { to: string; message: string }) => void): void {
  const reply = (line: string) => socket.write(`${line}\r\n`);
  let text = '';
  let to = '';
  let isData = false;
  reply('220 ready');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const said = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) {
        take({ to, message: said });
        isData = false;
        reply('250 taken');
        continue;
      }
      const command = said.slice(0, 4).toUpperCase();
      if (command === 'RCPT') to = /<(.*?)>/.exec(said)?.[1] ?? '';
      isData = command === 'DATA';
      if (command === 'DATA') reply('354 go on');
      else if (command === 'STAR') reply('502 no TLS here');
      else if (command === 'RCPT' && to.startsWith('nobody')) reply('550 no such mailbox');
      else reply(command === 'QUIT' ? '221 bye' : '250 ok');
    }
  });
}

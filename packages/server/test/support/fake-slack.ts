import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';

type Fields = Readonly<Record<string, string>>;

export interface SlackCall {
  readonly method: string;
  readonly fields: Fields;
}

/** Slack on the loopback interface: its Web API, its requests to an app, and a connection in socket mode. */
export interface FakeSlack {
  readonly apiUrl: string;
  readonly signingSecret: string;
  readonly calls: SlackCall[];
  /** Errors by method, as Slack would name them. */
  readonly failing: Map<string, string>;
  /** Members by the handle of a user group. */
  readonly userGroups: Map<string, readonly string[]>;
  /** What was posted, in order, after waiting until there are this many. */
  posts(count: number): Promise<readonly Fields[]>;
  /** Calls an app as Slack does, signed. Returns the status. */
  deliver(url: string, payload: object, signature?: Partial<Signature>): Promise<number>;
  /** Delivers over the connection of socket mode, and waits until it is acknowledged. */
  push(envelope: object): Promise<void>;
  /** Requests to the address that came with an action. */
  readonly responses: unknown[];
  close(): Promise<void>;
}

interface Signature {
  readonly secret: string;
  readonly atMs: number;
}

const teamId = 'T0ACME';
export const botUserId = 'U0BOT';

/** The event of a mention, or of a direct message in a channel that begins with D. */
export function slackEvent(fields: { text: string; channel?: string; [name: string]: unknown }): object {
  const { channel = 'C0GENERAL', ...event } = fields;
  const isDirect = channel.startsWith('D');
  return {
    ...{ token: 'unused', team_id: teamId, api_app_id: 'A0APP', type: 'event_callback' },
    ...{ event_id: `Ev${event['ts'] ?? ''}`, event_time: 1_790_000_000 },
    authorizations: [{ team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false }],
    event: {
      ...{ type: isDirect ? 'message' : 'app_mention', channel, team: teamId, user: 'U0ANN' },
      ...(isDirect ? { channel_type: 'im' } : {}),
      ...{ ts: '1790000000.000100', event_ts: '1790000000.000100', ...event },
    },
  };
}

export function slackAction(
  responseUrl: string,
  fields: { action_id: string; value: string; user?: string },
) {
  const { user = 'U0ANN', ...action } = fields;
  return {
    ...{ type: 'block_actions', team: { id: teamId, domain: 'acme' }, response_url: responseUrl },
    user: { id: user, username: 'ann', team_id: teamId },
    container: { type: 'message', channel_id: 'C0GENERAL' },
    actions: [{ type: 'button', block_id: 'b', action_ts: '1790000001.0', ...action }],
  };
}

export async function startFakeSlack(): Promise<FakeSlack> {
  const calls: SlackCall[] = [];
  const failing = new Map<string, string>();
  const userGroups = new Map<string, readonly string[]>();
  const responses: unknown[] = [];
  const signingSecret = 'shhh';
  let waiters: (() => void)[] = [];
  const sockets = new Set<Duplex>();
  const acknowledged = new Set<string>();
  let url = '';

  const answers: Readonly<Record<string, () => object>> = {
    'auth.test': () => ({ user_id: botUserId, bot_id: 'B0BOT', team_id: teamId, team: 'acme' }),
    'apps.connections.open': () => ({ url: `${url.replace('http', 'ws')}/socket` }),
    'usergroups.list': () => ({
      usergroups: [...userGroups].map(([handle, users]) => ({ id: `S0${handle}`, handle, users })),
    }),
    'users.info': () => ({ user: { id: 'U0PEER', enterprise_user: { enterprise_id: 'E0ACME' } } }),
  };

  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const method = (request.url ?? '').replace('/api/', '');
    if (request.url === '/respond') responses.push(JSON.parse(body));
    else calls.push({ method, fields: Object.fromEntries(new URLSearchParams(body)) });
    const error = failing.get(method);
    const said = error === undefined ? { ok: true, ...answers[method]?.() } : { ok: false, error };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    for (const wake of waiters) wake();
  }
  server.on('upgrade', (request, socket: Duplex) => {
    acceptSocket(request, socket);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    sendFrame(socket, { type: 'hello', num_connections: 1 });
    socket.on('data', (chunk: Buffer) => {
      const frame = readFrame(chunk);
      // Closing is acknowledged, as the protocol has it.
      if (frame === null) return void socket.end(Buffer.from([0x88, 0]));
      acknowledged.add(String(frame['envelope_id']));
      for (const wake of waiters) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        waiters.push(resolve);
      });
      waiters = [];
    }
  }
  const posted = () => calls.filter(({ method }) => /^chat\.post/.test(method)).map(({ fields }) => fields);

  return {
    ...{ apiUrl: `${url}/api/`, signingSecret, calls, failing, userGroups, responses },
    posts: async (count) => {
      await until(() => posted().length >= count);
      return posted();
    },
    deliver: async (to, payload, { secret = signingSecret, atMs = Date.now() } = {}) => {
      const isAction = 'actions' in payload;
      const body = isAction
        ? new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
        : JSON.stringify(payload);
      const timestamp = String(Math.floor(atMs / 1000));
      const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
      const response = await fetch(to, {
        method: 'POST',
        headers: {
          // The next process may get the same port.
          connection: 'close',
          'content-type': isAction ? 'application/x-www-form-urlencoded' : 'application/json',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${signature}`,
        },
        body,
      });
      return response.status;
    },
    push: async (payload) => {
      const envelopeId = `env-${acknowledged.size + 1}`;
      const type = 'actions' in payload ? 'interactive' : 'events_api';
      for (const socket of sockets)
        sendFrame(socket, { envelope_id: envelopeId, type, payload, accepts_response_payload: false });
      await until(() => acknowledged.has(envelopeId));
    },
    close: async () => {
      for (const socket of sockets) (socket as Socket).destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The handshake and frames of RFC 6455, as far as short messages need them. */
function acceptSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}

function sendFrame(socket: Duplex, message: object): void {
  const payload = Buffer.from(JSON.stringify(message));
  const length = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 0xff];
  socket.write(Buffer.concat([Buffer.from([0x81, ...length]), payload]));
}

/** Null: it ends the connection. */
function readFrame(chunk: Buffer): Record<string, unknown> | null {
  if (((chunk[0] ?? 0) & 0x0f) === 8) return null;
  if (((chunk[0] ?? 0) & 0x0f) !== 1) return {};
  const short = (chunk[1] ?? 0) & 0x7f;
  const start = short === 126 ? 4 : 2;
  const mask = chunk.subarray(start, start + 4);
  const payload = chunk.subarray(start + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return JSON.parse(Buffer.from(payload).toString('utf8'));
}

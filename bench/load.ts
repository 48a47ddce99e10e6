import { connect, type Socket } from 'node:net';

/** One kind of request, sent over connections that stay open. */
export interface LoadPlan {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** API keys, used round-robin; omitted: what the headers say. */
  readonly apiKeys?: readonly string[];
  /** Bodies, used round-robin. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  /** Requests a second, sent on time whether or not the last one has come back. Null: as many as possible. */
  readonly ratePerSecond: number | null;
}

export interface LoadResult extends Times {
  readonly failed: number;
  /** Responses with a status of 200. */
  readonly answered: Times;
  /** All others. */
  readonly refused: Times;
  /** The share of answers that report a degraded mode. */
  readonly degradedShare: number;
}

interface Times {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Response {
  readonly ms: number;
  readonly isAnswer: boolean;
  readonly isDegraded: boolean;
}

interface Connection {
  readonly socket: Socket;
  /** When the request in progress should have been sent. */
  startedAt: number;
  busy: boolean;
}

const headEnd = Buffer.from('\r\n\r\n');
const degraded = Buffer.from('"degraded_mode":true');

/** Calls back with the status of each response that is complete. Responses here all carry a content length. */
function onResponses(socket: Socket, onResponse: (status: number, body: Buffer) => void): void {
  let buffered: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const at = buffered.indexOf(headEnd);
      if (at < 0) return;
      const head = buffered.toString('latin1', 0, at);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const total = at + 4 + length;
      if (buffered.length < total) return;
      const body = buffered.subarray(at + 4, total);
      buffered = buffered.subarray(total);
      onResponse(Number(head.slice(9, 12)), body);
    }
  });
}

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { apiKeys = [] } = plan;
  const requests = plan.bodies.map((body, index) => {
    const apiKey = apiKeys[index % apiKeys.length];
    const headers = Object.entries({
      host: '127.0.0.1',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...plan.headers,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    });
    return Buffer.from(
      `POST ${plan.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
    );
  });
  const responses: Response[] = [];
  const due: number[] = [];
  let sent = 0;
  let ended = false;

  function send(connection: Connection, startedAt: number): void {
    connection.busy = true;
    connection.startedAt = startedAt;
    connection.socket.write(requests[sent % requests.length] ?? '');
    sent += 1;
  }

  const connections = await Promise.all(
    Array.from({ length: plan.connections }, async (): Promise<Connection> => {
      const socket = connect(plan.port, '127.0.0.1');
      socket.setNoDelay(true);
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      const connection: Connection = { socket, startedAt: 0, busy: false };
      onResponses(socket, (status, body) => {
        // A service closes a connection that nothing was asked over with a response of its own.
        if (!connection.busy) return;
        responses.push({
          ms: performance.now() - connection.startedAt,
          isAnswer: status === 200,
          isDegraded: body.includes(degraded),
        });
        connection.busy = false;
        if (ended) return;
        const next = plan.ratePerSecond === null ? performance.now() : due.shift();
        if (next !== undefined) send(connection, next);
      });
      return connection;
    }),
  );

  const startedAt = performance.now();
  if (plan.ratePerSecond === null) for (const connection of connections) send(connection, performance.now());
  else
    await paced(plan.ratePerSecond, plan.durationMs, (at) => {
      const free = connections.find(({ busy, socket }) => !busy && socket.writable);
      if (free === undefined) due.push(at);
      else send(free, at);
    });
  await new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, plan.durationMs - (performance.now() - startedAt))),
  );
  ended = true;
  const seconds = (performance.now() - startedAt) / 1000;
  for (const { socket } of connections) socket.destroy();
  const answers = responses.filter(({ isAnswer }) => isAnswer);
  const refusals = responses.filter(({ isAnswer }) => !isAnswer);
  return {
    ...timesOf(responses, seconds),
    failed: refusals.length,
    answered: timesOf(answers, seconds),
    refused: timesOf(refusals, seconds),
    degradedShare: answers.filter(({ isDegraded }) => isDegraded).length / answers.length,
  };
}

function timesOf(responses: readonly Response[], seconds: number): Times {
  const times = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

/** Calls `onDue` once for each request, at the time at which it is due. */
function paced(ratePerSecond: number, durationMs: number, onDue: (at: number) => void): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let made = 0;
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      for (; made < (elapsed * ratePerSecond) / 1000; made += 1)
        onDue(startedAt + (made * 1000) / ratePerSecond);
      if (elapsed < durationMs) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
}

import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { type ReceivedEvent, readEvents } from '@avow/client';

export interface ConnectOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A response that is read as it arrives, over a connection that a test can break. */
export interface ConnectedStream {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly events: AsyncGenerator<ReceivedEvent, void>;
  /** Everything until its end. */
  rest(): Promise<ReceivedEvent[]>;
  next(): Promise<ReceivedEvent>;
  text(): Promise<string>;
}

export function connectStream({
  port,
  key,
  path,
  ...more
}: ConnectOptions & { port: number; key: string; path: string }): Promise<ConnectedStream> {
  const opened = Promise.withResolvers<ConnectedStream>();
  const hasBody = more.body !== undefined;
  const request = sendRequest({
    ...{ port, path, host: '127.0.0.1', agent: false },
    method: more.method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...more.headers,
    },
  });
  request.on('error', opened.reject);
  request.on('response', (response) => {
    const events = readEvents(response);
    opened.resolve({
      ...{ request, response, events },
      rest: async () => {
        const all: ReceivedEvent[] = [];
        for await (const event of events) all.push(event);
        return all;
      },
      next: async () => {
        const { value, done } = await events.next();
        if (done) throw new Error('the stream has ended');
        return value;
      },
      text: async () => Buffer.concat(await response.toArray()).toString(),
    });
  });
  request.end(hasBody ? JSON.stringify(more.body) : undefined);
  return opened.promise;
}

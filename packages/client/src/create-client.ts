import * as routes from '../generated/routes.ts';
import type { Operations, QueryRequest, StreamEvent } from '../generated/types.ts';
import { callOperation } from './call-operation.ts';
import { createTransport } from './create-transport.ts';
import { followMessage, streamQuery } from './follow-message.ts';
import type { ClientOptions, RequestOptions } from './shapes.ts';

/** Every operation of the service as a method, by its `operationId`, and streams. */
export interface Client extends Operations {
  /** Asks a question and yields the events of its message, to the last one. A stream that breaks is resumed. */
  streamQuery(body: QueryRequest, options?: RequestOptions): AsyncIterable<StreamEvent>;
}

export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const methods = Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, callOperation(transport, route)]),
  ) as unknown as Operations;
  return {
    ...methods,
    streamMessageEvents: (messageId, query = {}, given = {}) =>
      followMessage(transport, messageId, { ...given, after: Number(query.after ?? 0) }),
    streamQuery: (body, given = {}) => streamQuery(transport, body, given),
  };
}

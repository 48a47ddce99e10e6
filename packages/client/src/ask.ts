/** Asking alone, for pages that are to load fast: a third of the size of the whole client. */

import { executeQuery, getMessage, giveFeedback } from '../generated/routes.ts';
import { callOperation } from './call-operation.ts';
import type { Client } from './create-client.ts';
import { createTransport } from './create-transport.ts';
import { followMessage, streamQuery } from './follow-message.ts';
import type { ClientOptions } from './shapes.ts';

/** What a page needs that asks, and nothing else. */
export type AskClient = Pick<
  Client,
  'executeQuery' | 'getMessage' | 'giveFeedback' | 'streamMessageEvents' | 'streamQuery'
>;

/** The client for asking alone: a third of the size of the whole one. */
export function createAskClient(options: ClientOptions): AskClient {
  const transport = createTransport(options);
  return {
    executeQuery: callOperation(transport, executeQuery) as AskClient['executeQuery'],
    getMessage: callOperation(transport, getMessage) as AskClient['getMessage'],
    giveFeedback: callOperation(transport, giveFeedback) as AskClient['giveFeedback'],
    streamMessageEvents: (messageId, query = {}, given = {}) =>
      followMessage(transport, messageId, { ...given, after: Number(query.after ?? 0) }),
    streamQuery: (body, given = {}) => streamQuery(transport, body, given),
  };
}

export { AvowError, ConnectionError, ProblemError } from './errors.ts';
export { isTerminalEvent } from './follow-message.ts';

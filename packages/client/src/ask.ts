/** Asking alone, for pages that are to load fast: a third of the size of the whole client. */

import {
  executeQuery,
  getConversation,
  getHandover,
  getMessage,
  getReceipt,
  getVisitorOptions,
  getWidgetSettings,
  giveFeedback,
  notifyByEmail,
  requestHandover,
} from '../generated/routes.ts';
import { callOperation } from './call-operation.ts';
import type { Client } from './create-client.ts';
import { createTransport } from './create-transport.ts';
import { followMessage, streamQuery } from './follow-message.ts';
import type { ClientOptions } from './shapes.ts';

/** What a page needs that asks, and nothing else. */
export type AskClient = Pick<
  Client,
  | 'executeQuery'
  | 'getConversation'
  | 'getHandover'
  | 'getMessage'
  | 'getReceipt'
  | 'getVisitorOptions'
  | 'getWidgetSettings'
  | 'giveFeedback'
  | 'notifyByEmail'
  | 'requestHandover'
  | 'streamMessageEvents'
  | 'streamQuery'
>;

/** The client for asking alone: a third of the size of the whole one. */
export function createAskClient(options: ClientOptions): AskClient {
  const transport = createTransport(options);
  return {
    executeQuery: callOperation(transport, executeQuery) as AskClient['executeQuery'],
    getConversation: callOperation(transport, getConversation) as AskClient['getConversation'],
    getHandover: callOperation(transport, getHandover) as AskClient['getHandover'],
    getMessage: callOperation(transport, getMessage) as AskClient['getMessage'],
    getReceipt: callOperation(transport, getReceipt) as AskClient['getReceipt'],
    getVisitorOptions: callOperation(transport, getVisitorOptions) as AskClient['getVisitorOptions'],
    getWidgetSettings: callOperation(transport, getWidgetSettings) as AskClient['getWidgetSettings'],
    giveFeedback: callOperation(transport, giveFeedback) as AskClient['giveFeedback'],
    notifyByEmail: callOperation(transport, notifyByEmail) as AskClient['notifyByEmail'],
    requestHandover: callOperation(transport, requestHandover) as AskClient['requestHandover'],
    streamMessageEvents: (messageId, query = {}, given = {}) =>
      followMessage(transport, messageId, { ...given, after: Number(query.after ?? 0) }),
    streamQuery: (body, given = {}) => streamQuery(transport, body, given),
  };
}

export { AvowError, ConnectionError, ProblemError } from './errors.ts';
export { isTerminalEvent } from './follow-message.ts';

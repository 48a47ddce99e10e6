import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems } from '@avow/contract';
import { AppError, newId } from '@avow/foundation';
import { toProblemDocument } from './problem-response.ts';

/** Answers input that never became a request, after all earlier requests on the same connection. */
export interface ClientErrors {
  requestBegan(request: IncomingMessage, response: ServerResponse): void;
  requestEnded(socket: Socket): void;
  answer(error: NodeJS.ErrnoException, socket: Socket): void;
}

interface Connection {
  /** Requests that have begun and are not answered yet. */
  pending: number;
  readonly last: IncomingMessage;
  readonly lastAnswer: ServerResponse;
}

export function createClientErrors(parts: {
  readonly baseUrl: () => string;
  readonly nowMs: () => number;
  readonly onRefused: (refused: { readonly requestId: string; readonly code: ProblemCode }) => void;
}): ClientErrors {
  const connections = new WeakMap<Socket, Connection>();
  const unanswered = new WeakMap<Socket, NodeJS.ErrnoException>();

  /** There is no reply object if the parser failed: the problem is written to the socket, and the connection ends. */
  function write(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = codeOf(error);
    const requestId = newId('req', parts.nowMs());
    parts.onRefused({ requestId, code });
    socket.end(problemText(code, requestId, parts.baseUrl()));
  }

  /** Answers to earlier requests go first. A request that never arrived completely will not be answered. */
  function hasPendingAnswers(socket: Socket): boolean {
    const connection = connections.get(socket);
    if (connection === undefined) return false;
    return connection.pending > (connection.last.complete ? 0 : 1);
  }

  /** Whether the fault is in the body of a request whose answer did not wait for it: there is only one answer to each. */
  function isAnswered(socket: Socket): boolean {
    const connection = connections.get(socket);
    return connection !== undefined && !connection.last.complete && connection.lastAnswer.headersSent;
  }

  return {
    requestBegan: (request, response) => {
      const pending = connections.get(request.socket)?.pending ?? 0;
      connections.set(request.socket, { pending: pending + 1, last: request, lastAnswer: response });
    },
    requestEnded: (socket) => {
      const connection = connections.get(socket);
      if (connection !== undefined) connection.pending -= 1;
      const error = unanswered.get(socket);
      if (error === undefined || hasPendingAnswers(socket)) return;
      unanswered.delete(socket);
      write(error, socket);
    },
    answer: (error, socket) => {
      if (isAnswered(socket)) socket.end();
      else if (hasPendingAnswers(socket) && error.code !== 'ECONNRESET') unanswered.set(socket, error);
      else write(error, socket);
    },
  };
}

function codeOf(error: NodeJS.ErrnoException): ProblemCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  // The client closed its side before the request was complete, or was too slow.
  if (error.code === 'HPE_INVALID_EOF_STATE') return 'request_timeout';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'invalid_header';
}

function problemText(code: ProblemCode, requestId: string, baseUrl: string): string {
  const body = JSON.stringify(toProblemDocument(new AppError(code), { baseUrl, instance: '/', requestId }));
  const { status } = problems[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    'cache-control: no-store',
    `x-request-id: ${requestId}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

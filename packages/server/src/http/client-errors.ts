import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import { toProblemDocument } from './problem-response.ts';

/** Answers what never became a request, after whatever was asked before it on the same connection. */
export interface ClientErrors {
  requestBegan(socket: Socket): void;
  requestEnded(socket: Socket): void;
  answer(error: NodeJS.ErrnoException, socket: Socket): void;
}

interface ClientErrorParts {
  readonly baseUrl: () => string;
  readonly nowMs: () => number;
  readonly onRefused: (refused: { readonly requestId: string; readonly code: ProblemCode }) => void;
}

export function createClientErrors(parts: ClientErrorParts): ClientErrors {
  const pending = new WeakMap<Socket, number>();
  const unanswered = new WeakMap<Socket, NodeJS.ErrnoException>();

  /** There is no reply object for what the parser gave up on: the problem is written by hand, and the connection ends. */
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

  return {
    requestBegan: (socket) => {
      pending.set(socket, (pending.get(socket) ?? 0) + 1);
    },
    requestEnded: (socket) => {
      const left = (pending.get(socket) ?? 1) - 1;
      pending.set(socket, left);
      const error = unanswered.get(socket);
      if (left > 0 || error === undefined) return;
      unanswered.delete(socket);
      write(error, socket);
    },
    answer: (error, socket) => {
      // An answer that is still to come belongs to an earlier request, and goes first.
      if ((pending.get(socket) ?? 0) > 0 && error.code !== 'ECONNRESET') unanswered.set(socket, error);
      else write(error, socket);
    },
  };
}

function codeOf(error: NodeJS.ErrnoException): ProblemCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
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

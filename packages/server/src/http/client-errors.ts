import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import { toProblemDocument } from './problem-response.ts';

function codeOf(error: NodeJS.ErrnoException): ProblemCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'invalid_header';
}

/**
 * Answers what never became a request: the parser gave up, or the client took too long. There is no reply object
 * then, so the problem document is written to the socket by hand, and the connection ends.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  options: { readonly baseUrl: string; readonly nowMs: number },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const code = codeOf(error);
  const requestId = newId('req', options.nowMs);
  const body = JSON.stringify(
    toProblemDocument(new AppError(code), { baseUrl: options.baseUrl, instance: '/', requestId }),
  );
  const { status } = problems[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    'cache-control: no-store',
    `x-request-id: ${requestId}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

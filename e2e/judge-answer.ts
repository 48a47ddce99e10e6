import { type HttpOperation, type OperationResponse, operations } from '@avow/contract';
import { problemDocumentSchema } from '@avow/contract/testing';
import type { LightMyRequestResponse } from 'fastify';
import type { GeneratedRequest } from './generate-request.ts';

const all: HttpOperation[] = Object.values(operations);

/** The operation that a request was for, by its method and the shape of its path. */
function operationOf({ method, url }: GeneratedRequest): HttpOperation | undefined {
  const path = url.split('?')[0] ?? '';
  const fitting = all.filter((operation) => patternOf(operation).test(path));
  const fewest = Math.min(...fitting.map(parametersOf));
  // Of several paths, the one with the fewest parameters is meant, even if it has no such method.
  return fitting.find((operation) => parametersOf(operation) === fewest && operation.method === method);
}

function parametersOf({ path }: HttpOperation): number {
  return path.split('{').length - 1;
}

function patternOf({ path, restOfPath }: HttpOperation): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, restOfPath === true ? '.+' : '[^/]+')}$`);
}

/** The first violation of what must be true of every response, or null. */
export function judgeAnswer(request: GeneratedRequest, response: LightMyRequestResponse): string | null {
  const { statusCode, headers } = response;
  if (statusCode >= 500) return `status ${statusCode}`;
  if (!/^req_/.test(String(headers['x-request-id']))) return 'no request id';
  if (request.method === 'HEAD') return null;
  // Which methods a path has is not described for each of them.
  if (request.method === 'OPTIONS' && statusCode === 204)
    return /\bOPTIONS\b/.test(String(headers.allow)) && response.body === '' ? null : 'no methods';
  const operation = operationOf(request);
  if (statusCode >= 400) {
    const problem = problemDocumentSchema.safeParse(response.json());
    if (!problem.success) return 'not a problem document';
    const isForeseen = operation?.problems.includes(problem.data.code) ?? true;
    return isForeseen ? null : `${problem.data.code} is not among the problems of ${operation?.operationId}`;
  }
  const described = operation?.responses[statusCode];
  if (described === undefined) return `status ${statusCode} is not described`;
  if (described.events !== undefined && headers['content-type'] === 'text/event-stream') {
    return judgeEvents(response.body, described.events);
  }
  if (described.mediaType === null) return response.body === '' ? null : 'a body that must not be';
  if (!String(headers['content-type']).startsWith(described.mediaType)) return 'another media type';
  // A response without a schema is JSON defined elsewhere, or not JSON.
  const parsed = described.schema?.safeParse(response.json());
  return parsed === undefined || parsed.success ? null : `not by the schema: ${parsed.error.message}`;
}

/** Each event is one that is described, with data of its shape; the last is the end of a message. */
function judgeEvents(text: string, described: NonNullable<OperationResponse['events']>): string | null {
  const events = text.split('\n\n').filter((part) => part.startsWith('id: '));
  for (const event of events) {
    const [, type = '', data = ''] = /^id: \d+\nevent: ([\w.]+)\ndata: (.+)$/.exec(event) ?? [];
    const parsed = described[type]?.safeParse(JSON.parse(data));
    if (parsed?.success !== true) return `an event not by its schema: ${event.slice(0, 200)}`;
  }
  return /\nevent: message\.(?:delivered|blocked|failed|cancelled)\n/.test(events.at(-1) ?? '')
    ? null
    : 'a stream without an end';
}

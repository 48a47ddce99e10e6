import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations, problems } from '@avow/contract';
import type { Clock, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { Authentication } from '../features/keys/authenticate.ts';
import type { RateLimiter } from '../limits/gcra.ts';
import type { InFlight, Refusal } from '../limits/in-flight.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { basePathOf, belowBasePath } from './base-path.ts';
import type { ClientErrors } from './client-errors.ts';
import type { Cors } from './cors.ts';
import { limitHeaders } from './limit-headers.ts';
import { toProblemDocument } from './problem-response.ts';

interface RefusalDependencies {
  readonly inFlight: Pick<InFlight, 'refusalOf'>;
  readonly recall: Authentication['recall'];
  readonly limiters: { readonly query: Pick<RateLimiter, 'rate' | 'look'> };
  readonly metrics: Pick<Metrics, 'countRequest'>;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  readonly cors: Pick<Cors, 'recall'>;
  readonly clientErrors: Pick<ClientErrors, 'requestBegan' | 'requestEnded'>;
}

export interface EarlyRefusals {
  /** True: the query is beyond a limit, and is refused before it is read or routed. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
}

/**
 * Refusals leave together, this long after the first. A client that asks again as soon as it was refused would otherwise
 * take the time of those that are being answered.
 */
const gatherMs = 25;
const reportEveryMs = 1000;

const { path, method, operationId, scope } = operations.executeQuery;

/**
 * Refuses queries beyond the limits at a fraction of the cost of an answer: with a problem document that was written before,
 * and without a log line for each.
 */
export function createEarlyRefusals(parts: RefusalDependencies): EarlyRefusals {
  const documents = createDocuments(parts);
  const report = createReport(parts);
  let gathered: Array<() => void> = [];
  let timer: NodeJS.Timeout | null = null;

  function sendGathered(): void {
    const sending = gathered;
    gathered = [];
    timer = null;
    for (const send of sending) send();
  }

  return {
    refuse: (request, response) => {
      if (request.method !== method) return false;
      if (belowBasePath(request.url ?? '', basePathOf(parts.baseUrl())) !== path) return false;
      const refused = findRefusal(parts, request);
      if (refused === null) return false;
      const startedMs = performance.now();
      const { socket } = request;
      parts.clientErrors.requestBegan(request, response);
      gathered.push(() => {
        documents.send(refused, response, parts.cors.recall(request.headers.origin, operations.executeQuery));
        parts.clientErrors.requestEnded(socket);
        const { status } = problems[refused.code];
        parts.metrics.countRequest(operationId, status, performance.now() - startedMs);
      });
      timer ??= setTimeout(sendGathered, gatherMs);
      report.count(refused);
      return true;
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
      sendGathered();
      report.close();
    },
  };
}

interface Refused extends Refusal {
  readonly tenantId: TenantId | null;
  readonly callerId: string | null;
}

/** A key that is not known to be valid takes the usual path, which finds out. */
function findRefusal({ inFlight, recall }: RefusalDependencies, request: IncomingMessage): Refused | null {
  let tenantId: TenantId | null = null;
  let callerId: string | null = null;
  const refusal = inFlight.refusalOf(() => {
    const principal = recall(request.headers.authorization);
    const mayAsk = principal !== null && scope !== null && principal.scopes.has(scope);
    tenantId = mayAsk ? principal.tenantId : null;
    callerId = mayAsk ? principal.callerId : null;
    return tenantId;
  });
  return refusal === null ? null : { ...refusal, tenantId, callerId };
}

/** Problem documents that differ in their request id alone. */
function createDocuments({ limiters, clock, baseUrl }: RefusalDependencies) {
  /** Ids have a fixed length. */
  const placeholder = newId('req', 0);
  const texts = new Map<string, readonly [string, string]>();

  function textOf({ code, options }: Refusal): readonly [string, string] {
    const key = `${options.detail} ${baseUrl()}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const error = new AppError(code, options);
    const instance = `${basePathOf(baseUrl())}${path}`;
    const context = { baseUrl: baseUrl(), instance, requestId: placeholder };
    const [before = '', after = ''] = JSON.stringify(toProblemDocument(error, context)).split(placeholder);
    texts.set(key, [before, after]);
    return [before, after];
  }

  return {
    send: (
      { callerId, ...refusal }: Refused,
      response: ServerResponse,
      corsHeaders: Readonly<Record<string, string>>,
    ) => {
      const nowMs = clock.nowMs();
      const requestId = newId('req', nowMs);
      const { query } = limiters;
      const body = textOf(refusal).join(requestId);
      response.writeHead(problems[refusal.code].status, {
        ...corsHeaders,
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        'x-request-id': requestId,
        'x-content-type-options': 'nosniff',
        'retry-after': String(refusal.options.retryAfterSeconds),
        'content-length': Buffer.byteLength(body),
        ...(callerId === null ? {} : limitHeaders('query', query, query.look(callerId, nowMs))),
      });
      response.end(body);
    },
  };
}

/** One log line a second for each code and tenant, with how many were refused. */
function createReport({ log }: RefusalDependencies) {
  const counts = new Map<string, { readonly refused: Refused; count: number }>();
  let timer: NodeJS.Timeout | null = null;

  function write(): void {
    timer = null;
    for (const { refused, count } of counts.values()) {
      const { code, tenantId } = refused;
      const line = {
        operation: operationId,
        code,
        ...(tenantId === null ? {} : { tenant_id: tenantId }),
        count,
      };
      if (code === 'overloaded') log.error(line, 'queries refused');
      else log.info(line, 'queries refused');
    }
    counts.clear();
  }

  return {
    count: (refused: Refused) => {
      const key = refused.tenantId ?? refused.code;
      const counted = counts.get(key) ?? { refused, count: 0 };
      counted.count += 1;
      counts.set(key, counted);
      timer ??= setTimeout(write, reportEveryMs);
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
      write();
    },
  };
}

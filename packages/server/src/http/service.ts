import { gzipSync } from 'node:zlib';
import { buildOpenApi, type Readiness, yamlType } from '@avow/contract';
import { type ProblemCode, problems } from '@avow/contract/values';
import { AppError } from '@avow/foundation';
import type { FastifyReply } from 'fastify';
import { acceptsGzip } from './accept.ts';
import { addVary } from './add-vary.ts';
import type { Handler } from './handler.ts';
import { problemPage } from './pages/problem-page.ts';
import { sendJson } from './send-json.ts';

export interface ServiceRoutes {
  readonly version: string;
  readonly baseUrl: () => string;
  /** Each dependency of the service, and whether it works now. */
  readonly checks: () => Promise<Readonly<Record<string, boolean>>>;
  /** The languages of questions that are served. */
  readonly languages: () => Readiness['languages'];
  readonly backupState: () => Promise<Readiness['backup']>;
  readonly vectorIndexes: () => Promise<Readiness['vector_indexes']>;
  readonly metricsText: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

/** Pages load nothing from elsewhere, since their readers may have access to this service only. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the service says of itself. */
export function serviceHandlers(
  parts: ServiceRoutes,
): Readonly<
  Record<
    'getHealth' | 'getReadiness' | 'getMetrics' | 'getOpenApi' | 'getOpenApiYaml' | 'getProblem',
    Handler
  >
> {
  return {
    getHealth: getHealth(),
    getReadiness: getReadiness(parts),
    getMetrics: getMetrics(parts),
    getOpenApi: getOpenApi(parts),
    getOpenApiYaml: getOpenApiYaml(parts),
    getProblem: getProblem(),
  };
}

function getHealth(): Handler {
  return async (_request, reply) => sendJson(reply, '{"status":"ok"}');
}

function getReadiness({ checks, languages, backupState, vectorIndexes }: ServiceRoutes): Handler {
  return async (_request, reply) => {
    const [checked, backup, indexes] = await Promise.all([checks(), backupState(), vectorIndexes()]);
    const found = Object.entries(checked);
    const ready = found.every(([, works]) => works);
    const body: Readiness = {
      status: ready ? 'ready' : 'not_ready',
      checks: Object.fromEntries(found.map(([name, works]) => [name, works ? 'ok' : 'failing'])),
      languages: languages(),
      backup,
      vector_indexes: indexes,
    };
    if (!ready) reply.header('retry-after', '5');
    return sendJson(reply.code(ready ? 200 : 503), JSON.stringify(body));
  };
}

function getMetrics({ metricsText }: ServiceRoutes): Handler {
  return async (_request, reply) => {
    const { text, contentType } = await metricsText();
    return reply.type(contentType).send(text);
  };
}

/**
 * Sent compressed if the client accepts that: it is a megabyte, and a tenth of it compressed. Every response has the same
 * bytes, so that clients which request it and do not read it cost no memory.
 */
function getOpenApi({ baseUrl, version }: ServiceRoutes): Handler {
  const bodyFor = cacheByUrl((url) => {
    const plain = Buffer.from(JSON.stringify(buildOpenApi({ baseUrl: url, version })));
    return { plain, gzip: gzipSync(plain) };
  });
  return async (request, reply) => {
    const { plain, gzip } = bodyFor(baseUrl());
    addVary(reply, 'accept-encoding').header('content-type', 'application/json');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(gzip);
  };
}

function getOpenApiYaml({ baseUrl, version }: ServiceRoutes): Handler {
  let made: { readonly baseUrl: string; readonly body: Buffer } | null = null;
  return async (_request, reply) => {
    const url = baseUrl();
    if (made?.baseUrl !== url) {
      // Loaded by the first request, since most services never get one.
      const { stringify } = await import('yaml');
      const document = buildOpenApi({ baseUrl: url, version });
      // Readers of YAML 1.1 take a bare `off`, `yes` or `no` for a boolean.
      const options = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;
      const text = stringify(document, options);
      made = { baseUrl: url, body: Buffer.from(text) };
    }
    return reply.type(yamlType).send(made.body);
  };
}

/** Cached, since the address changes only between the start and the first request. */
function cacheByUrl<Made>(make: (baseUrl: string) => Made): (baseUrl: string) => Made {
  let last: { readonly baseUrl: string; readonly made: Made } | null = null;
  return (baseUrl) => {
    if (last?.baseUrl !== baseUrl) last = { baseUrl, made: make(baseUrl) };
    return last.made;
  };
}

function getProblem(): Handler {
  return async (request, reply) => {
    const { code } = request.params as { code: string };
    if (!isProblemCode(code)) throw new AppError('not_found', { detail: 'There is no such problem.' });
    return sendPage(reply, problemPage(code));
  };
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(html);
}

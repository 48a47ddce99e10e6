import { type ConsoleFile, type ConsoleFiles, placePage } from '@avow/console';
import { operations, type ServiceIndex } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, qualityOf } from './accept.ts';
import { addVary } from './add-vary.ts';
import { basePathOf } from './base-path.ts';
import type { Handler } from './handler.ts';
import { htmlPage } from './pages/html.ts';
import { sendPrivateJson } from './send-json.ts';
import { pagePolicy } from './service.ts';

export interface ConsoleRoutes {
  /** The first call may have to build them. */
  readonly consoleFiles: () => Promise<ConsoleFiles>;
  readonly log: Pick<Log, 'error'>;
  readonly baseUrl: () => string;
  readonly version: string;
}

/** Scripts, styles and images of this service alone; nothing inline, nothing evaluated, no frame around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
};

type PageName = 'index' | 'reference';

/** What the names of files contain changes with their content. */
const immutable = 'public, max-age=31536000, immutable';

export function consoleHandlers(parts: ConsoleRoutes) {
  return {
    getRoot: getRoot(parts),
    getIcon: getIcon(parts),
    getConsole: getPage(parts, 'index'),
    getConsoleFile: getFile(parts),
    getDocs: getPage(parts, 'reference'),
    getGuide: getGuidePage(parts),
    getGuidePage: getGuidePage(parts),
    getWidget: getWidget(parts),
    getVerifier: getVerifier(parts),
  };
}

/** People who open the printed address want the console; programs want to know where everything is. */
function getRoot({ baseUrl, version }: ConsoleRoutes): Handler {
  return async (request, reply) => {
    addVary(reply, 'accept');
    const { accept } = request.headers;
    const wantsPage =
      accept !== undefined && qualityOf(accept, 'text/html') > qualityOf(accept, 'application/json');
    if (wantsPage) return reply.header('cache-control', 'no-store').redirect('/console', 302);
    const url = baseUrl();
    const index: ServiceIndex = {
      ...{ name: 'Avow', version },
      reference_url: `${url}${operations.getDocs.path}`,
      openapi_url: `${url}${operations.getOpenApi.path}`,
      console_url: `${url}${operations.getConsole.path}`,
      readiness_url: `${url}${operations.getReadiness.path}`,
    };
    return sendPrivateJson(reply, JSON.stringify(index));
  };
}

/** Browsers ask for it on every page that names no other. */
function getIcon({ consoleFiles }: ConsoleRoutes): Handler {
  return async (request, reply) => {
    const files = await consoleFiles().catch(() => null);
    if (files === null) throw new AppError('not_found', { detail: 'The console could not be built.' });
    return sendFile(request, reply.headers({ 'cache-control': 'public, max-age=86400' }), files.icon);
  };
}

function getPage(parts: ConsoleRoutes, page: PageName): Handler {
  return async (request, reply) => sendPage({ parts, page, request, reply });
}

function getFile(parts: ConsoleRoutes): Handler {
  return async (request, reply) => {
    const { '*': path = '' } = request.params as { '*'?: string };
    if (!path.startsWith('assets/')) return sendPage({ parts, page: 'index', request, reply });
    const file = (await parts.consoleFiles()).assets.get(path);
    if (file === undefined) throw new AppError('not_found', { detail: 'There is nothing at this path.' });
    return sendFile(request, reply.headers({ 'cache-control': immutable }), file);
  };
}

const firstGuidePage = 'getting-started';

/** Pages with their addresses filled in; pictures and what the search reads as they are. */
function getGuidePage(parts: ConsoleRoutes): Handler {
  return async (request, reply) => {
    const { '*': path = firstGuidePage } = request.params as { '*'?: string };
    const { guide } = await parts.consoleFiles();
    const file = guide.get(path === '' ? firstGuidePage : path);
    if (file === undefined) throw new AppError('not_found', { detail: 'The guide has no such page.' });
    const isPage = file.mediaType.startsWith('text/html');
    reply.headers(pageHeaders);
    return sendFile(request, reply, isPage ? placePage(file, basePathOf(parts.baseUrl())) : file);
  };
}

/** Any page may load it; what it may ask is decided by the key. An update reaches the pages within minutes. */
function getWidget({ consoleFiles }: ConsoleRoutes): Handler {
  return async (request, reply) =>
    sendFile(
      request,
      reply.headers({
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      }),
      (await consoleFiles()).widget,
    );
}

const ownPolicy = /<meta http-equiv="content-security-policy" content="([^"]+)"/;

/** It has its script in itself, and says by its hash that no other may run. It can be saved, and works without a service. */
function getVerifier({ consoleFiles }: ConsoleRoutes): Handler {
  return async (request, reply) => {
    const { verifier } = await consoleFiles();
    const [, own = "default-src 'none'"] = ownPolicy.exec(verifier.body.toString()) ?? [];
    reply.headers({ ...pageHeaders, 'content-security-policy': `${own}; frame-ancestors 'none'` });
    return sendFile(request, reply, verifier);
  };
}

interface PageRequest {
  readonly parts: ConsoleRoutes;
  readonly page: PageName;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function sendPage({ parts, page, request, reply }: PageRequest): Promise<FastifyReply> {
  const { consoleFiles, log } = parts;
  const basePath = basePathOf(parts.baseUrl());
  reply.headers(pageHeaders);
  try {
    return sendFile(request, reply, placePage((await consoleFiles())[page], basePath));
  } catch (error) {
    log.error({ err: error }, 'console unavailable');
    reply.header('content-security-policy', pagePolicy);
    return reply.code(503).type('text/html; charset=utf-8').send(unavailablePage(basePath));
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  addVary(reply, 'accept-encoding').header('content-type', file.mediaType);
  const isCompressed = file.gzip !== null && acceptsGzip(request.headers['accept-encoding']);
  if (!isCompressed) return reply.send(file.body);
  return reply.header('content-encoding', 'gzip').send(file.gzip);
}

function unavailablePage(basePath: string): string {
  return htmlPage(
    'Avow console',
    `<h1>The console and the reference could not be built</h1>
<p>The service works; its log has the reason. Run <code>npm run build -- console</code> and load this page again.</p>
<p><a href="${basePath}/openapi.json">The API as an OpenAPI document</a></p>`,
  );
}

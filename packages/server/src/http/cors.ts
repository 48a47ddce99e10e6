import {
  endUserTokenHeader,
  type HttpOperation,
  purposeHeader,
  reasonHeader,
  visitorTokenHeader,
} from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { isFresh } from '@avow/foundation';

type CorsHeaders = Readonly<Record<string, string>>;

/** Which pages of other origins may read what the service answers. Cookies are never accepted from them. */
export interface Cors {
  /** The headers of a response to a page of this origin, and nothing if it may not read it. */
  headersFor(origin: string | undefined, operation: HttpOperation | undefined): Promise<CorsHeaders>;
  /** The same from what is known without a look-up. */
  recall(origin: string | undefined, operation: HttpOperation | undefined): CorsHeaders;
  /** Whether the operator has allowed pages of this origin, for every operation. */
  allows(origin: string): boolean;
  /** What a browser may send, as the answer to its preflight request; nothing if it may not send it. */
  preflight(
    origin: string | undefined,
    asked: { readonly operation: HttpOperation | undefined; readonly methods: readonly string[] },
  ): Promise<CorsHeaders>;
}

/** As long as the rows of keys are kept: a stranger who tries origins causes two look-ups a second at most. */
const originsKeptMs = 500;
const preflightSeconds = 600;

const sentHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Prefer',
  purposeHeader,
  reasonHeader,
  endUserTokenHeader,
  visitorTokenHeader,
].join(', ');

const readHeaders = [
  'Allow',
  'Avow-Generated',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

export function createCors({
  origins,
  listKeyOrigins,
  clock,
}: {
  /** Configured by the operator, for every operation; `*` for any. */
  readonly origins: readonly string[];
  /** Of publishable keys, for what such a key may request. */
  readonly listKeyOrigins: (nowMs: number) => Promise<ReadonlySet<string>>;
  readonly clock: Clock;
}): Cors {
  const configured = new Set(origins);
  const isOpen = configured.has('*');
  let kept: { readonly readAtMs: number; readonly bound: ReadonlySet<string> } | null = null;

  async function isBound(origin: string): Promise<boolean> {
    const nowMs = clock.nowMs();
    if (kept === null || !isFresh({ ...kept, keptMs: originsKeptMs }, nowMs))
      kept = { readAtMs: nowMs, bound: await listKeyOrigins(nowMs) };
    return kept.bound.has(origin);
  }

  const headersOf = (origin: string): CorsHeaders => ({
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-expose-headers': readHeaders,
    vary: 'Origin',
  });
  const isConfigured = (origin: string) => isOpen || configured.has(origin);
  /** Whether the response is the same for every origin must be known to caches, even if this request has none. */
  const varies = (operation: HttpOperation | undefined): CorsHeaders =>
    configured.size > 0 || operation?.publishable === true ? { vary: 'Origin' } : {};

  async function headersFor(origin: string | undefined, operation: HttpOperation | undefined) {
    if (origin === undefined) return varies(operation);
    const isAllowed = isConfigured(origin) || (operation?.publishable === true && (await isBound(origin)));
    return isAllowed ? headersOf(origin) : varies(operation);
  }

  return {
    headersFor,
    allows: isConfigured,
    recall: (origin, operation) => {
      if (origin === undefined) return varies(operation);
      const isAllowed = isConfigured(origin) || (operation?.publishable === true && kept?.bound.has(origin));
      return isAllowed ? headersOf(origin) : varies(operation);
    },
    preflight: async (origin, { operation, methods }) => {
      const headers = await headersFor(origin, operation);
      if (headers['access-control-allow-origin'] === undefined) return headers;
      return {
        ...headers,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': sentHeaders,
        'access-control-max-age': String(preflightSeconds),
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      };
    },
  };
}

import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@avow/foundation';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests of pages that the service did not serve, unless the operator has allowed their origin. A page may also reach a service on this machine under a name of
 * its own that resolves to a loopback address, so the name must be one of the machine's.
 */
export function refuseForeignPage(
  { origin, host }: IncomingHttpHeaders,
  {
    baseUrl,
    allows,
  }: {
    readonly baseUrl: string;
    /** Whether the operator has allowed pages of this origin. */
    readonly allows: (origin: string) => boolean;
  },
): void {
  const { hostname, origin: own } = new URL(baseUrl);
  const isLocal = loopbackNames.has(hostname);
  const isOwn = (page: string) =>
    page === own || (isLocal && URL.canParse(page) && isSameMachine(new URL(page), new URL(baseUrl)));
  if (origin !== undefined && !isOwn(origin) && !allows(origin))
    throw new AppError('csrf_failed', { detail: 'The request comes from a page of another origin.' });
  if (isLocal && host !== undefined && !loopbackNames.has(host.replace(/:\d+$/, '').toLowerCase()))
    throw new AppError('csrf_failed', { detail: 'The Host header does not name this machine.' });
}

const isSameMachine = (page: URL, base: URL) => loopbackNames.has(page.hostname) && page.port === base.port;

import { isPrivateHost } from './is-private-host.ts';

/** Paths that the client library appends to the base itself. */
const operations = ['/chat/completions', '/completions', '/responses', '/messages'];

/**
 * The address of a language model, without a trailing slash; throws if it is invalid. What is sent there must not be
 * readable in transit.
 */
export function readModelAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search !== '')
    throw new Error('must be an http or https address without credentials or a query');
  if (url.hash !== '') throw new Error('must be an address without a fragment');
  const operation = operations.find((ending) => url.pathname.replace(/\/$/, '').endsWith(ending));
  if (operation !== undefined) throw new Error(`must be the base of the API, without ${operation}`);
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname))
    throw new Error('must begin with https, unless it is on this machine or on a private network');
  return url.href.replace(/\/$/, '');
}

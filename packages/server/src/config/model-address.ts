import { isPrivateHost } from './is-private-host.ts';

/** What the library adds to the base by itself. */
const operations = ['/chat/completions', '/completions', '/responses', '/messages'];

/**
 * Where a language model is reached, without a slash at its end; throws what is wrong. What is sent there is not for others
 * to read on the way.
 */
export function readModelAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search !== '')
    throw new Error('must be an http or https address without credentials or a query');
  if (url.hash !== '') throw new Error('must be an address without a fragment');
  const operation = operations.find((ending) => url.pathname.replace(/\/$/, '').endsWith(ending));
  if (operation !== undefined) throw new Error(`must be the base of the API, without ${operation}`);
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname))
    throw new Error('must begin with https, unless it is of this machine or of a private network');
  return url.href.replace(/\/$/, '');
}

import { comparableAddress, comparableHost, type LinkRules } from './judge-target.ts';

/** Tests whether the operator allows a host: by its exact name, or by a wildcard for all its subdomains. */
export function createHostTest(allowed: readonly string[]): LinkRules['isAllowedHost'] {
  const names = new Set(allowed.filter((host) => !host.startsWith('*.')));
  const endings = new Set(allowed.filter((host) => host.startsWith('*.')).map((host) => host.slice(2)));
  return (hostname) => {
    if (names.has(hostname)) return true;
    for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1))
      if (endings.has(hostname.slice(dot + 1))) return true;
    return false;
  };
}

/** The link rules of an answer, from the URLs of its documents. */
export function readLinkRules(urls: readonly string[], isAllowedHost: LinkRules['isAllowedHost']): LinkRules {
  const known = urls.map((url) => URL.parse(url)).filter((url) => url !== null);
  return {
    cited: new Set(known.map(comparableAddress)),
    citedHosts: new Set(known.map(({ hostname }) => comparableHost(hostname))),
    isAllowedHost,
  };
}

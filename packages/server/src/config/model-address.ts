import { BlockList, isIP } from 'node:net';

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

const privateNetworks = new BlockList();
for (const [address, prefix] of [
  ['10.0.0.0', 8],
  // Carrier-grade NAT and overlay networks.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(address, prefix, 'ipv6');

/** Names that no public name server knows: RFC 6761, 6762 and 8375, and what networks use. */
const privateEndings = ['localhost', 'local', 'internal', 'lan', 'home.arpa', 'svc'];

/**
 * Whether a host, as `URL` writes it, is on this machine or on a private network. Names are judged by their form,
 * without a look-up: a name without a dot is local.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version !== 0) return privateNetworks.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return !host.includes('.') || privateEndings.some((ending) => host.endsWith(`.${ending}`));
}

import { BlockList, isIP } from 'node:net';

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

import { isIPv4, isIPv6 } from 'node:net';

interface Network {
  readonly bits: bigint;
  readonly prefix: number;
}

/** Ranges outside the public internet: RFC 6890 and its successors, and the metadata services of clouds. */
const closedIpv4 = networks(32, [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** The only globally routed part of IPv6, and the exceptions in it: protocols, Teredo, documentation. */
const openIpv6 = networks(128, ['2000::/3']);
const closedIpv6 = networks(128, ['2001::/23', '2001:db8::/32', '3fff::/20']);

/** IPv4 addresses embedded in IPv6 (mapped, NAT64, 6to4), by their distance from the right. */
const ipv4Dresses = [
  { network: networks(128, ['::ffff:0:0/96']), shift: 0n },
  { network: networks(128, ['64:ff9b::/96']), shift: 0n },
  { network: networks(128, ['2002::/16']), shift: 80n },
];

/** Whether the text is an address on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicIpv4(ipv4Bits(address));
  // A zone names an interface of this machine, so only local addresses have one.
  if (!isIPv6(address) || address.includes('%')) return false;
  const bits = ipv6Bits(address);
  for (const { network, shift } of ipv4Dresses) {
    if (isWithin(bits, network, 128)) return isPublicIpv4((bits >> shift) & 0xffff_ffffn);
  }
  return isWithin(bits, openIpv6, 128) && !isWithin(bits, closedIpv6, 128);
}

function isPublicIpv4(bits: bigint): boolean {
  return !isWithin(bits, closedIpv4, 32);
}

function isWithin(bits: bigint, all: readonly Network[], size: number): boolean {
  return all.some((network) => {
    const shift = BigInt(size - network.prefix);
    return bits >> shift === network.bits >> shift;
  });
}

function networks(size: 32 | 128, texts: readonly string[]): Network[] {
  return texts.map((text) => {
    const [address = '', prefix = ''] = text.split('/');
    return { bits: size === 32 ? ipv4Bits(address) : ipv6Bits(address), prefix: Number(prefix) };
  });
}

function ipv4Bits(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

/** The last two groups may be written as an IPv4 address. */
function ipv6Bits(address: string): bigint {
  const hexadecimal = address.replace(/[\d.]+$/, (tail) => {
    if (!tail.includes('.')) return tail;
    const bits = ipv4Bits(tail);
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = hexadecimal.split('::');
  const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = new Array<string>(tail === undefined ? 0 : 8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

/** A single customer usually has a whole /64 IPv6 network, so its addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const headParts = head.split(':').filter((part) => part !== '');
  const tailParts = (tail ?? '').split(':').filter((part) => part !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - headParts.length - tailParts.length);
  return [...headParts, ...new Array<string>(zeros).fill('0'), ...tailParts].slice(0, 4).join(':');
}

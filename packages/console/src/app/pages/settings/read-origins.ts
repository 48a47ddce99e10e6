/** The origins that somebody entered in one field, such as addresses of pages that they copied from the address bar. */
export const readOrigins = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter((typed) => typed !== '')
      .map(originOf),
  ),
];

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The origin of an address; what is not one stays as it is. */
function originOf(typed: string): string {
  const { origin } = siteOf(typed) ?? { origin: typed };
  return origin;
}

/** Null: it does not name a website. Names without a scheme need a dot, as few people mean a host of their own network. */
export function siteOf(typed: string): URL | null {
  const hasScheme = typed.includes('://');
  const [name = ''] = typed.split(/[:/]/);
  const isName = name.includes('.') || loopback.test(name);
  if (!hasScheme && !isName) return null;
  const address = hasScheme ? typed : `${loopback.test(name) ? 'http' : 'https'}://${typed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isSite = url !== null && /^https?:$/.test(url.protocol) && !url.hostname.includes('*');
  return isSite ? url : null;
}

export const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || loopback.test(hostname);

import { isDeceptiveHost } from './is-deceptive-host.ts';
import type { LinkUse } from './link-use.ts';
import { readTarget } from './read-target.ts';

/** Where links may lead. */
export interface LinkRules {
  /** Addresses of what the answer cites. */
  readonly cited: ReadonlySet<string>;
  /** And the hosts of those, for links that stand in a quote. */
  readonly citedHosts: ReadonlySet<string>;
  readonly isAllowedHost: (hostname: string) => boolean;
}

export interface LinkPlace {
  readonly kind: LinkUse['kind'];
  /** A quote is the operator's own stored text: nothing that was asked can have got into its links. */
  readonly inQuote: boolean;
}

/** How bad a link is, 0 to 1. Those of one half and more count unless a policy has its own threshold. */
export const linkScores = {
  active: 1,
  foreignLoad: 0.9,
  deceptive: 0.8,
  foreign: 0.7,
  foreignInQuote: 0.4,
  none: 0,
} as const;

const schemePattern = /^([a-z][a-z0-9+.-]*):/i;
const activeSchemes: ReadonlySet<string> = new Set([
  ...['javascript', 'vbscript', 'livescript', 'data', 'file', 'blob', 'filesystem', 'jar', 'view-source'],
  ...['about', 'chrome', 'mhtml', 'ms-its', 'res', 'wyciwyg'],
]);
const messageSchemes: ReadonlySet<string> = new Set(['mailto', 'tel', 'sms']);

/** The worst of what a target may mean. */
export function judgeTarget(written: string, place: LinkPlace, rules: LinkRules): number {
  return Math.max(...readTarget(written).map((target) => judgeReading(target, place, rules)));
}

function judgeReading(target: string, place: LinkPlace, rules: LinkRules): number {
  // Two slashes of either kind lead to another host.
  if (/^[\\/]{2}/.test(target)) return judgeAddress(`https:${target}`, place, rules);
  const scheme = schemePattern.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined) return judgeRelative(target, place);
  if (scheme === 'http' || scheme === 'https') return judgeAddress(target, place, rules);
  if (activeSchemes.has(scheme)) return linkScores.active;
  if (messageSchemes.has(scheme) && place.kind === 'link' && !/[?&](?!subject=)/i.test(target))
    return linkScores.none;
  return foreignScore(place);
}

/** Relative to the page that shows it. An entity that is left where a scheme could be may hide one. */
function judgeRelative(target: string, { kind }: LinkPlace): number {
  if (/^[^/?#]*&[a-z0-9#]+;/i.test(target)) return linkScores.deceptive;
  // What is fetched without a click must not be able to ask for something to be done.
  return kind === 'load' && target.includes('?') ? linkScores.foreignLoad : linkScores.none;
}

function foreignScore({ kind, inQuote }: LinkPlace): number {
  if (kind !== 'link') return linkScores.foreignLoad;
  return inQuote ? linkScores.foreignInQuote : linkScores.foreign;
}

function judgeAddress(target: string, place: LinkPlace, rules: LinkRules): number {
  const url = URL.parse(target);
  if (url === null) return foreignScore(place);
  if (rules.cited.has(comparableAddress(url))) return linkScores.none;
  if (url.username !== '' || url.password !== '') return linkScores.deceptive;
  if (rules.isAllowedHost(url.hostname)) return linkScores.none;
  if (place.inQuote && rules.citedHosts.has(comparableHost(url.hostname))) return linkScores.none;
  if (isDeceptiveHost(url.hostname)) return Math.max(linkScores.deceptive, foreignScore(place));
  const isExample = examplePattern.test(url.hostname);
  if (place.inQuote && place.kind === 'link' && isExample) return linkScores.none;
  if (isAddressLiteral(url.hostname) && !isExample)
    return Math.max(linkScores.deceptive, foreignScore(place));
  return foreignScore(place);
}

/** Places that documents speak of, and that no link leads to from elsewhere. */
const examplePattern =
  /^(?:(?:.+\.)?(?:localhost|example|test|invalid|local|internal)|(?:.+\.)?example\.(?:com|org|net|edu)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|0\.0\.0\.0|\[::1?\])$/;

function isAddressLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}

/** An address as it is compared: without the place in the page. */
export function comparableAddress({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${search}`;
}

export function comparableHost(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

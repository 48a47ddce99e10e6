import { domainToUnicode } from 'node:url';
import { latinOf } from '../views/letter-table.ts';
import type { LinkUse } from './link-use.ts';
import { readTarget } from './read-target.ts';

const latin = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const lookAlikeScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Whether a host name imitates another: a label that mixes scripts, or one that only looks Latin. */
function isDeceptiveHost(hostname: string): boolean {
  return domainToUnicode(hostname)
    .split('.')
    .some((label) => lookAlikeScripts.test(label) && (latin.test(label) || looksLatin(label)));
}

function looksLatin(label: string): boolean {
  return Array.from(label).every((sign) => /[0-9-]/.test(sign) || latinOf.has(sign));
}

/** Which targets links may have. */
export interface LinkRules {
  /** The URLs of the documents that the answer cites. */
  readonly cited: ReadonlySet<string>;
  /** The hosts of those URLs, which links within a quote may point to, and nothing else. */
  readonly citedHosts: ReadonlySet<string>;
  readonly isAllowedHost: (hostname: string) => boolean;
}

export interface LinkPlace {
  readonly kind: LinkUse['kind'];
  /** A quote is the operator's own stored text, so a prompt cannot have injected its links. */
  readonly inQuote: boolean;
}

/** How bad a link is, from 0 to 1. Links of 0.5 or more count unless the policy sets its own threshold. */
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

/** The score of the worst interpretation of a target. */
export function judgeTarget(written: string, place: LinkPlace, rules: LinkRules): number {
  return Math.max(...readTarget(written).map((target) => judgeReading(target, place, rules)));
}

function judgeReading(target: string, place: LinkPlace, rules: LinkRules): number {
  // A target that begins with two slashes or backslashes points to another host.
  if (/^[\\/]{2}/.test(target)) return judgeAddress(`https:${target}`, place, rules);
  const scheme = schemePattern.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined) return judgeRelative(target, place);
  if (scheme === 'http' || scheme === 'https') return judgeAddress(target, place, rules);
  if (activeSchemes.has(scheme)) return linkScores.active;
  if (messageSchemes.has(scheme) && place.kind === 'link' && !/[?&](?!subject=)/i.test(target))
    return linkScores.none;
  return foreignScore(place);
}

/** For a target relative to the page that shows it. An undecoded entity at its start may hide a scheme. */
function judgeRelative(target: string, { kind }: LinkPlace): number {
  if (/^[^/?#]*&[a-z0-9#]+;/i.test(target)) return linkScores.deceptive;
  // A resource that is fetched without a click must not be able to trigger an action.
  return kind === 'load' && target.includes('?') ? linkScores.foreignLoad : linkScores.none;
}

function foreignScore({ kind, inQuote }: LinkPlace): number {
  if (kind !== 'link') return linkScores.foreignLoad;
  return inQuote ? linkScores.foreignInQuote : linkScores.foreign;
}

function judgeAddress(target: string, place: LinkPlace, rules: LinkRules): number {
  const url = URL.parse(target);
  if (url === null) return foreignScore(place);
  // Whatever loads without a click tells its host that somebody reads the answer, and what its address contains. The author
  // of a document chooses the host of its URL, so only the operator can allow one.
  const isClicked = place.kind === 'link';
  if (isClicked && rules.cited.has(comparableAddress(url))) return linkScores.none;
  if (url.username !== '' || url.password !== '') return linkScores.deceptive;
  if (rules.isAllowedHost(url.hostname)) return linkScores.none;
  if (isClicked && place.inQuote && rules.citedHosts.has(comparableHost(url.hostname)))
    return linkScores.none;
  if (isDeceptiveHost(url.hostname)) return Math.max(linkScores.deceptive, foreignScore(place));
  const isExample = examplePattern.test(url.hostname);
  if (isClicked && place.inQuote && isExample) return linkScores.none;
  if (isAddressLiteral(url.hostname) && !isExample)
    return Math.max(linkScores.deceptive, foreignScore(place));
  return foreignScore(place);
}

/** Hosts that documentation uses as examples, and that are unreachable from elsewhere. */
const examplePattern =
  /^(?:(?:.+\.)?(?:localhost|example|test|invalid|local|internal)|(?:.+\.)?example\.(?:com|org|net|edu)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|0\.0\.0\.0|\[::1?\])$/;

function isAddressLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}

/** A URL in the form in which it is compared: without its fragment. */
export function comparableAddress({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${search}`;
}

export function comparableHost(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

import { isIPv4, isIPv6 } from 'node:net';
import { contextWords, hasContextBefore } from './context-words.ts';
import { type FoundData, scores } from './data-types.ts';

const ipv4Form = /(?<![\w.])(?<!\d[-:])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g;
const ipv6Form =
  /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:]|\.\w)/gi;
const macForm =
  /(?<![\w:.-])(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})(?![\w:-]|\.\w)/gi;

/** Networks that identify nobody: private, local, documentation, multicast and reserved. */
const anonymousIpv4 =
  /^(?:0\.|10\.|127\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|192\.0\.[02]\.|198\.1[89]\.|198\.51\.100\.|203\.0\.113\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|22[4-9]\.|2[345]\d\.)/;
const anonymousIpv6 = /^(?:fe[89ab]|f[cd]|ff|0{0,4}:|2001:0?db8:)/i;
/** Well-known public resolvers. */
const publicResolver = /^(?:1\.1\.1\.1|1\.0\.0\.1|8\.8\.8\.8|8\.8\.4\.4|9\.9\.9\.9|1\.2\.3\.4)$/;

const versionWords = contextWords(
  'version, versions, ver, v, release, released, build, firmware, upgrade*, update, driver, section',
  'chapter, clause, figure, table, oid',
);
const versionAttached = /[a-z]\/$|[vV]$|[<>=~^] ?$/;

function scoreIpv4(
  text: string,
  { written, start, end }: { readonly written: string; readonly start: number; readonly end: number },
): number {
  if (!isIPv4(written)) return 0;
  if (versionAttached.test(text.slice(Math.max(0, start - 2), start))) return 0;
  if (anonymousIpv4.test(written) || publicResolver.test(written)) return scores.hinted;
  // A network in CIDR notation identifies many hosts, not one.
  if (/^\/(?:\d|[12]\d|3[01])(?!\d)/.test(text.slice(end, end + 4))) return scores.hinted;
  const isSmall = written.split('.').every((part) => Number(part) < 20) || /\.0\.0$/.test(written);
  const words = text.slice(Math.max(0, start - 24), start);
  return isSmall || hasContextBefore(words, words.length, versionWords) ? scores.hinted : scores.shaped;
}

function scoreIpv6(written: string): number {
  if (!isIPv6(written)) return 0;
  if (anonymousIpv6.test(written) || written.endsWith('::')) return scores.hinted;
  // Global unicast addresses begin with 2 or 3. Abbreviated forms of others may not be addresses.
  return /^[23][0-9a-f]{3}:/i.test(written) || !written.includes('::') ? scores.shaped : scores.hinted;
}

function isOneDevice(written: string): boolean {
  return new Set(written.toLowerCase().replace(/[^0-9a-f]/g, '')).size > 2;
}

/** Finds IPv4, IPv6 and MAC addresses. */
export function findNetworkAddresses(text: string): readonly FoundData[] {
  const found: FoundData[] = [];
  const add = (
    type: 'ip_address' | 'mac_address',
    range: { readonly start: number; readonly end: number },
    score: number,
  ) => {
    if (score > 0) found.push({ type, start: range.start, end: range.end, score });
  };
  const search = (form: RegExp, hint: RegExp) => (hint.test(text) ? text.matchAll(form) : []);
  for (const { 0: written, index: start } of search(ipv4Form, /\d\.\d{1,3}\.\d/)) {
    const range = { written, start, end: start + written.length };
    add('ip_address', range, scoreIpv4(text, range));
  }
  for (const { 0: written, index: start } of search(ipv6Form, /:[0-9a-f]{0,4}:/i)) {
    if (written.length < 3) continue;
    const range = { start, end: start + written.length };
    add('ip_address', range, scoreIpv6(written));
  }
  for (const { 0: written, index: start } of search(macForm, /[0-9a-f][:.-][0-9a-f]{2,4}[:.-][0-9a-f]/i)) {
    const range = { start, end: start + written.length };
    add('mac_address', range, isOneDevice(written) ? scores.shaped : 0);
  }
  return found;
}

import { contextWords, hasContext } from './context-words.ts';
import { type FoundData, scores } from './data-types.ts';

const localMax = 64;
const domainMax = 253;
const localEnd = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u;
const quotedLocalEnd = /"[^"\n\\]{1,62}"$/;
const domainStart =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}(?:[\p{L}\p{M}]{2,24}|xn--[a-z0-9-]{2,59})(?![\p{L}\p{M}\p{N}_-])/iu;

/** Punctuation around an address that is not part of it: brackets, quotes, link markup. */
const localWrapping = /^[!#$%&'*+/=?^`{|}~.-]+/;

/** File extensions: `logo@2x.png` is not an address. */
const fileEnd =
  /\.(?:png|jpe?g|gif|svg|webp|css|s?html?|m?js|tsx?|json|ya?ml|md|php|py|rb|zip|tgz|gz|exe|dll|local)$/i;

/** Domains reserved for examples (RFC 2606, RFC 6761). */
const exampleDomain = /(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost)$/i;

/** The shared account of source code hosts. */
const sharedAccount = /^git$/i;

function scoreOf({
  local,
  domain,
  after,
}: {
  readonly local: string;
  readonly domain: string;
  readonly after: string;
}): number {
  if (fileEnd.test(domain) || (sharedAccount.test(local) && /^[:/]/.test(after))) return 0;
  return exampleDomain.test(domain) ? scores.named : scores.sure;
}

function readAddress(text: string, at: number): FoundData | null {
  const before = text.slice(Math.max(0, at - localMax), at);
  const domain = domainStart.exec(text.slice(at + 1, at + 1 + domainMax))?.[0];
  if (domain === undefined) return null;
  const quoted = quotedLocalEnd.exec(before)?.[0];
  const local = quoted ?? localEnd.exec(before)?.[0].replace(localWrapping, '') ?? '';
  if (local === '' || local.endsWith('.') || local.includes('..')) return null;
  // In `https://user:password@host` the part before `@` is a secret, not a name.
  if (/:\/\/[^\s/@]{0,64}$/.test(before)) return null;
  const name = /[/=|]/.test(local) && quoted === undefined ? (local.split(/[/=|]/).at(-1) ?? '') : local;
  if (name === '') return null;
  const end = at + 1 + domain.length;
  const score = scoreOf({ local: name, domain, after: text.slice(end, end + 1) });
  return score === 0 ? null : { type: 'email', start: at - name.length, end, score };
}

/** `name at example dot com`, with or without brackets. */
const spoken =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}](?:[\p{L}\p{N}_%+-]|\.(?=[\p{L}\p{N}])){0,40}(?: ?[([{<] ?at ?[)\]}>] ?| at )(?:[\p{L}\p{N}-]{1,40}(?: ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| dot |\.)){1,4}\p{L}{2,12}(?![\p{L}\p{N}])/giu;
const spokenWords = contextWords(
  'email, e-mail, mail, mail to, write to, write me, contact, reach, address, send, courriel',
  'correo',
);

function findSpoken(text: string): readonly FoundData[] {
  if (!/\bat\b/i.test(text) || !/\bdot\b|[([{<] ?\. ?[)\]}>]|[([{<] ?at ?[)\]}>]/i.test(text)) return [];
  const found: FoundData[] = [];
  for (const { 0: written, index: start } of text.matchAll(spoken)) {
    const range = { start, end: start + written.length };
    const isDisguised = /[([{<] ?at|[([{<] ?dot| dot /i.test(written);
    const isBracketed = /[([{<] ?at/i.test(written);
    if (isDisguised && (isBracketed || hasContext(text, range, spokenWords))) {
      found.push({ type: 'email', ...range, score: scores.named });
    }
  }
  return found;
}

/** Finds email addresses in any script, including those spelled out to hide them from machines. */
export function findEmailAddresses(text: string): readonly FoundData[] {
  const found: FoundData[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const address = readAddress(text, at);
    if (address !== null) found.push(address);
  }
  return [...found, ...findSpoken(text)];
}

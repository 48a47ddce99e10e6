import { domainToUnicode } from 'node:url';
import { latinOf } from '../views/letter-table.ts';

const latin = /\p{Script=Latin}/u;
/** Alphabets with letters that are drawn like Latin ones. */
const alikeScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Names that read as something else: letters of two alphabets in one word, or a word that only looks Latin. */
export function isDeceptiveHost(hostname: string): boolean {
  return domainToUnicode(hostname)
    .split('.')
    .some((label) => alikeScripts.test(label) && (latin.test(label) || looksLatin(label)));
}

function looksLatin(label: string): boolean {
  return Array.from(label).every((sign) => /[0-9-]/.test(sign) || latinOf.has(sign));
}

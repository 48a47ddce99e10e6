import { domainToUnicode } from 'node:url';
import { latinOf } from '../views/letter-table.ts';

const latin = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const lookAlikeScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Whether a host name imitates another: a label that mixes scripts, or one that only looks Latin. */
export function isDeceptiveHost(hostname: string): boolean {
  return domainToUnicode(hostname)
    .split('.')
    .some((label) => lookAlikeScripts.test(label) && (latin.test(label) || looksLatin(label)));
}

function looksLatin(label: string): boolean {
  return Array.from(label).every((sign) => /[0-9-]/.test(sign) || latinOf.has(sign));
}

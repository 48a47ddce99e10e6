import { z } from 'zod';

export const idPrefixes = [
  'msg',
  'req',
  'aud',
  'thr',
  'ten',
  'key',
  'usr',
  'ses',
  'psk',
  'evt',
  'whe',
  'wdg',
  'pack',
  'doc',
  'qna',
  'src',
  'grd',
  'pol',
  'job',
  'fbk',
  'gld',
  'evl',
  'hld',
  'exp',
  'smp',
  'cal',
  'drw',
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** 128 bits in 26 characters of Crockford base32: the first can be 7 at most. */
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export const typeIdPattern = new RegExp(`^(${idPrefixes.join('|')})_${suffixPattern.source.slice(1)}`);

/** A TypeID with one prefix. The prefix is part of the type, so that one id cannot stand in for another. */
export function idSchema<Prefix extends IdPrefix>(
  prefix: Prefix,
): z.ZodTemplateLiteral<`${Prefix}_${string}`> {
  return z.templateLiteral([
    `${prefix}_`,
    z.string().regex(suffixPattern),
  ]) as z.ZodTemplateLiteral<`${Prefix}_${string}`>;
}

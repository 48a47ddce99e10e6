import { expect, test } from 'vitest';
import { idPrefixes, idSchema, typeIdPattern } from './ids.ts';

const suffix = '01jd8n4w6zfk3v5q7r9s2t4x6y';

test('[CON-1-01] an id is a known prefix, _ and 26 characters of Crockford base32', () => {
  expect(typeIdPattern.source).toBe(
    '^(msg|req|aud|thr|ten|key|usr|ses|psk|evt|whe|wdg|pack|doc|qna|src|grd|pol|job|fbk|gld|evl|hld|exp|smp|cal|drw)_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  );
  for (const prefix of idPrefixes) {
    const schema = idSchema(prefix);
    expect(schema.safeParse(`${prefix}_${suffix}`).success).toBe(true);
    expect(typeIdPattern.test(`${prefix}_${suffix}`)).toBe(true);
  }
});

test.each([
  ['another prefix', `req_${suffix}`],
  ['a first character beyond 128 bits', `msg_8${suffix.slice(1)}`],
  ['a letter that Crockford leaves out', `msg_${suffix.slice(0, 25)}u`],
  ['upper case', `msg_${suffix.toUpperCase()}`],
  ['too short', `msg_${suffix.slice(1)}`],
  ['too long', `msg_${suffix}0`],
  ['a line break at the end', `msg_${suffix}\n`],
  ['no prefix', suffix],
  ['not a string', 7],
])('[CON-1-01] refused: %s', (_, value) => {
  expect(idSchema('msg').safeParse(value).success).toBe(false);
});

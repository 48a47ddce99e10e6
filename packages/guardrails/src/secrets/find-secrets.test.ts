import { generateKeyPairSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scores } from '../personal-data/data-types.ts';
import { createRandom, type Random } from '../personal-data/test-support/random.ts';
import { findSecrets, secretsUnitsMax } from './find-secrets.ts';
import { type SecretType, secretLabels, secretTypes } from './secret-types.ts';

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hex = '0123456789abcdef';

/** Random, with at least one letter and one digit, and nothing that looks like an example. */
function body(random: Random, length: number, alphabet = alphanumeric): string {
  for (;;) {
    const text = random.letters(length, alphabet);
    const isPlain = /\d/.test(text) && /[a-z]/i.test(text) && new Set(text).size > 5;
    if (isPlain && !/12345|01234|98765|(.)\1{3}|abc123/i.test(text)) return text;
  }
}

function ownKey(random: Random): string {
  const text = `avw_live_${body(random, 12)}_${body(random, 43)}`;
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const places = Array.from({ length: 6 }, (_, place) => Math.floor(crc32(text) / 62 ** (5 - place)) % 62);
  return text + places.map((place) => digits[place]).join('');
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const keys: ReadonlyArray<readonly [SecretType, (random: Random) => string]> = [
  ['avow_key', ownKey],
  ['aws_access_key', (r) => `AKIA${body(r, 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`],
  ['github_token', (r) => r.pick([`ghp_${body(r, 36)}`, `github_pat_${body(r, 22)}_${body(r, 59)}`])],
  ['gitlab_token', (r) => `glpat-${body(r, 20)}`],
  ['slack_token', (r) => `xoxb-${r.digits(11)}-${r.digits(11)}-${body(r, 24)}`],
  ['stripe_key', (r) => `${r.pick(['sk', 'rk'])}_live_${body(r, 24)}`],
  ['google_key', (r) => `AIza${body(r, 35)}`],
  ['openai_key', (r) => r.pick([`sk-proj-${body(r, 120)}`, `sk-${body(r, 20)}T3BlbkFJ${body(r, 20)}`])],
  ['anthropic_key', (r) => `sk-ant-api03-${body(r, 93)}AA`],
  ['npm_token', (r) => `npm_${body(r, 36)}`],
  ['pypi_token', (r) => `pypi-AgEIcHlwaS5vcmc${body(r, 120)}`],
  ['sendgrid_key', (r) => `SG.${body(r, 22)}.${body(r, 43)}`],
  ['twilio_key', (r) => `SK${body(r, 32, hex)}`],
  ['mailgun_key', (r) => `key-${body(r, 32, hex)}`],
  ['shopify_token', (r) => `shpat_${body(r, 32, hex)}`],
  ['digitalocean_token', (r) => `dop_v1_${body(r, 64, hex)}`],
  ['huggingface_token', (r) => `hf_${body(r, 34)}`],
  ['service_key', (r) => `hvs.${body(r, 40)}`],
  [
    'json_web_token',
    (r) => `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: body(r, 9) })}.${body(r, 43)}`,
  ],
];

const frames: ReadonlyArray<(key: string) => string> = [
  (key) => `My key is ${key}, please check it.`,
  (key) => `export KEY="${key}"`,
  (key) => `🙂 {"key":"${key}"}`,
  (key) => `curl -H 'X-Key: ${key}'\n`,
  (key) => key,
];

function foundIn(text: string): ReadonlyArray<readonly [SecretType, string]> {
  return findSecrets(text)
    .filter(({ score }) => score > scores.hinted)
    .map(({ type, start, end }) => [type, text.slice(start, end)]);
}

describe('findSecrets', () => {
  it('names each type once, as its label', () => {
    expect(Object.values(secretLabels)).toEqual(secretTypes.map((type) => type.toUpperCase()));
  });

  it.each(keys)('finds any complete %s', (type, make) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.constantFrom(...frames), (seed, frame) => {
        const key = make(createRandom(seed));
        expect(foundIn(frame(key))).toEqual([[type, key]]);
      }),
      { numRuns: 60 },
    );
  });

  it('rejects a key of this service with a wrong checksum', () => {
    const key = ownKey(createRandom(1));
    expect(foundIn(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toEqual([]);
  });

  it('finds private keys from the first line to the last, also in JSON', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
    expect(foundIn(`Here:\n${pem}\nThanks.`)).toEqual([['private_key', pem]]);
    const json = JSON.stringify({ type: 'service_account', private_key: pem });
    expect(foundIn(json)).toEqual([['private_key', pem.replaceAll('\n', '\\n')]]);
    const putty = `PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\nAAAA\nPrivate-MAC: ${'0a'.repeat(20)}`;
    expect(foundIn(`Here:\n${putty}\nThanks.`)).toEqual([['private_key', putty]]);
    // Truncated within the key, as if only part of the text was pasted.
    const cut = pem.slice(0, 150);
    expect(foundIn(`Here:\n${cut}`)).toEqual([['private_key', cut]]);
  });

  it.each([
    ['an address', 'https://deploy:hT7kQp2w@git.firma.de/x', 'url_password', 'hT7kQp2w'],
    ['a database', 'postgres://app:p%40zz9Kw@db:5432/main', 'url_password', 'p%40zz9Kw'],
    ['a password with an at sign', 'redis://:x9@Kw2m@cache:6379', 'url_password', 'x9@Kw2m'],
    ['a connection string', 'Server=db;User Id=sa;Password=gT5!kk2Q;', 'password', 'gT5!kk2Q'],
    ['a setting', 'DB_PASSWORD=gT5!kk2Q', 'password', 'gT5!kk2Q'],
    ['a sentence', 'the password is gT5!kk2Q.', 'password', 'gT5!kk2Q'],
    ['another language', 'Passwort: gT5!kk2Q', 'password', 'gT5!kk2Q'],
    ['JSON', '{"client_secret": "a8Kd02mZq7LpX4vT"}', 'secret', 'a8Kd02mZq7LpX4vT'],
    ['code', "const apiKey = 'a8Kd02mZq7LpX4vT';", 'secret', 'a8Kd02mZq7LpX4vT'],
    ['JSON with an apostrophe', `{"password": "it's2Good!"}`, 'password', "it's2Good!"],
    ['JSON with brackets', '{"password": "aB(3)x!9"}', 'password', 'aB(3)x!9'],
    ['a header', 'Authorization: Bearer a8Kd02mZq7LpX4vT', 'bearer_token', 'a8Kd02mZq7LpX4vT'],
    [
      'a header of the old kind',
      'Authorization: Basic amFuZTpnVDUha2syUQ==',
      'basic_credentials',
      'amFuZTpnVDUha2syUQ==',
    ],
    ['a list of logins', 'jane@firma.de:gT5!kk2Q', 'password', 'gT5!kk2Q'],
  ] as const)('finds a secret in %s', (_, text, type, value) => {
    expect(foundIn(text)).toEqual([[type, value]]);
  });

  it('finds the secret beside an access key', () => {
    const random = createRandom(3);
    const id = `AKIA${body(random, 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
    const secret = body(random, 40, `${alphanumeric}+/`);
    expect(foundIn(`${id} ${secret}`)).toEqual([
      ['aws_access_key', id],
      ['aws_secret_key', secret],
    ]);
    expect(foundIn(`See ${secret}`)).toEqual([]);
  });

  it('gives a low score to values that documentation is known to show', () => {
    for (const text of [
      'AKIAIOSFODNN7EXAMPLE',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'postgres://user:password@localhost/db',
      'password: "password123"',
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: '1234567890', name: 'John Doe' })}.SflKxwRJSMeKKF2QT4`,
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END RSA PRIVATE KEY-----',
    ]) {
      expect(findSecrets(text).map(({ score }) => score)).toEqual([scores.hinted]);
    }
  });

  it.each([
    ['a commit', 'commit 3f786850e387550fdab836ed7e6dc881de23001b'],
    [
      'a line of a lock file',
      '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
    ],
    ['a hash', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['a UUID', 'token: 550e8400-e29b-41d4-a716-446655440000'],
    ['a TypeID', 'secret = grd_01ka2tpzg0e6srq53nv7xwx6nx'],
    ['a picture', 'src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4"'],
    ['a variable', `password = \${DB_PASSWORD}`],
    ['a slot', 'api_key: <your-api-key-goes-here-42>'],
    ['stars', 'password: ********'],
    ['a call', 'password = getPassword(user1)'],
    ['a property', 'token: process.env.API_TOKEN_2'],
    ['a type', 'password: string'],
    ['a question', 'How do I reset my password? Is the token OK?'],
    ['a change of state', 'Password reset in 2024 for 12 users'],
    [
      'a public key',
      '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
    ],
    ['a word that begins alike', 'sk-learn, hf_hub, npm_config, key-value'],
  ])('does not report %s as a secret', (_, text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('returns ordered, separate ranges within any text', () => {
    const parts = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(
          'password=',
          'eyJ',
          '://',
          'a:b@',
          'Bearer ',
          '-----BEGIN PRIVATE KEY-----',
          'AKIA',
          '𝒜',
        ),
        fc
          .tuple(fc.constantFrom(...keys), fc.integer({ min: 0, max: 99 }))
          .map(([[, make], seed]) => ` ${make(createRandom(seed))} `),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        const text = texts.join('');
        let position = 0;
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(position);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          position = end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'password=',
    'eyJ',
    'eyJa.',
    '://a:',
    '-----BEGIN PRIVATE KEY-----',
    'Bearer ',
    'a-',
    'AKIA',
    'sk-',
  ])('finishes on a long text of %j', (piece) => {
    expect(() => findSecrets(piece.repeat(200_000 / piece.length))).not.toThrow();
  });

  it('refuses a text that is longer than the limit', () => {
    expect(() => findSecrets('a'.repeat(secretsUnitsMax + 1))).toThrow(RangeError);
  });
});

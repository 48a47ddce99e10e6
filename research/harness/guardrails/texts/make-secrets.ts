import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRandom } from '../../random.ts';

export interface MadeSecret {
  readonly format: string;
  readonly text: string;
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hex = '0123456789abcdef';
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

type Draw = (length: number, alphabet?: string) => string;

/** Formats as documented by their issuers. */
const formats: Readonly<Record<string, (draw: Draw) => string>> = {
  'AWS access key': (draw) => `AKIA${draw(16, capitals)}`,
  'AWS secret key': (draw) => `aws_secret_access_key = ${draw(40, `${alphanumeric}+/`)}`,
  'GitHub token': (draw) => `ghp_${draw(36)}`,
  'GitHub fine-grained token': (draw) => `github_pat_${draw(22)}_${draw(59)}`,
  'GitLab token': (draw) => `glpat-${draw(20)}`,
  'Slack token': (draw) => `xoxb-${draw(12, '123456789')}-${draw(12, '123456789')}-${draw(24)}`,
  'Stripe key': (draw) => `sk_live_${draw(24)}`,
  'Google API key': (draw) => `AIza${draw(35, `${alphanumeric}_-`)}`,
  'OpenAI key': (draw) => `sk-proj-${draw(74)}T3BlbkFJ${draw(74)}`,
  'Anthropic key': (draw) => `sk-ant-api03-${draw(93)}AA`,
  'npm token': (draw) => `npm_${draw(36)}`,
  'PyPI token': (draw) => `pypi-AgEIcHlwaS5vcmc${draw(150, `${alphanumeric}_-`)}`,
  'SendGrid key': (draw) => `SG.${draw(22)}.${draw(43)}`,
  'Twilio key': (draw) => `SK${draw(32, hex)}`,
  'Mailgun key': (draw) => `key-${draw(32, hex)}`,
  'Shopify token': (draw) => `shpat_${draw(32, hex)}`,
  'DigitalOcean token': (draw) => `dop_v1_${draw(64, hex)}`,
  'Hugging Face token': (draw) => `hf_${draw(34)}`,
  'Vault token': (draw) => `hvs.${draw(90)}`,
  'JSON web token': (draw) =>
    `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: draw(8), exp: 1_790_000_000 })}.${draw(43)}`,
  'bearer token': (draw) => `Authorization: Bearer ${draw(40)}`,
  'basic credentials': (draw) =>
    `Authorization: Basic ${Buffer.from(`${draw(6)}:${draw(12)}`).toString('base64')}`,
  'password in an address': (draw) => `postgres://app:${draw(14)}@db.internal:5432/main`,
  'password in a setting': (draw) => `DB_PASSWORD=${draw(12)}!`,
  'password in a sentence': (draw) => `my password is ${draw(9)}#7`,
  'client secret in JSON': (draw) => `{"client_secret": "${draw(32)}"}`,
  'private key': () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const frames: ReadonlyArray<(secret: string) => string> = [
  (secret) => secret,
  (secret) => `Why does this not work any more?\n\n${secret}\n\nIt did last week.`,
  (secret) => `We use \`${secret}\` on the test machine, can you check it?`,
];

/** Secrets of every format, in texts such as people paste. */
export function makeSecrets({
  perFormat,
  seed,
}: {
  readonly perFormat: number;
  readonly seed: number;
}): MadeSecret[] {
  const random = createRandom(seed);
  const draw: Draw = (length, alphabet = alphanumeric) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  return Object.entries(formats).flatMap(([format, make]) =>
    Array.from({ length: perFormat }, (_, place) => ({
      format,
      text: frames[place % frames.length]?.(make(draw)) ?? '',
    })),
  );
}

const lockLinesPerText = 30;

/** Long random values that are not secrets: the project's lock file, ids, commit hashes and images. */
export function readHarmlessCodes(): string[] {
  const lock = readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8').split('\n');
  const texts = Array.from({ length: Math.floor(lock.length / lockLinesPerText) }, (_, at) =>
    lock.slice(at * lockLinesPerText, (at + 1) * lockLinesPerText).join('\n'),
  );
  const random = createRandom(1);
  const draw = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  const codes = Array.from({ length: 100 }, () => [
    `The request has the id ${randomUUID()} in our log.`,
    `It broke with commit ${draw(40, hex)}, and ${draw(7, hex)} was fine.`,
    `sha256:${draw(64, hex)}  image.tar.gz`,
    `![](data:image/png;base64,iVBORw0KGgo${draw(120, `${alphanumeric}+/`)})`,
    `See https://example.com/watch?v=${draw(11, alphanumeric)} and /items/${draw(24, hex)}.`,
  ]).flat();
  return [...texts, ...codes];
}

import type { ProviderScript } from './scripted-provider.ts';

/** What a provider says that has no fault. */
export const fine = { kind: 'say', pieces: ['It has ', 'been ', 'said.'] } as const satisfies ProviderScript;

export interface ProviderFault {
  readonly when: string;
  readonly script: ProviderScript;
  readonly code: RegExp;
  /** How many requests that makes, of three. */
  readonly requests: number;
  /** What was said before. */
  readonly text?: string;
}

const passing = { requests: 3 };
const final = { requests: 1 };

/** Each is tried against each wire format. */
export const providerFaults: readonly ProviderFault[] = [
  { when: 'fails with 500', script: { kind: 'fail', status: 500 }, code: /^failed$/, ...passing },
  { when: 'is overloaded (529)', script: { kind: 'fail', status: 529 }, code: /^busy$/, ...passing },
  {
    when: 'is not there for a while (503)',
    script: { kind: 'fail', status: 503 },
    code: /^busy$/,
    ...passing,
  },
  { when: 'limits the rate', script: { kind: 'fail', status: 429 }, code: /^busy$/, ...passing },
  {
    when: 'limits the rate and says for how short',
    script: { kind: 'fail', status: 429, retryAfter: '0.01' },
    code: /^busy$/,
    ...passing,
  },
  {
    when: 'limits the rate for longer than anybody waits',
    script: { kind: 'fail', status: 429, retryAfter: '3600' },
    code: /^busy$/,
    ...final,
  },
  {
    when: 'limits the rate until some day',
    script: { kind: 'fail', status: 429, retryAfter: 'Sun, 15 Nov 2099 12:00:00 GMT' },
    code: /^busy$/,
    ...final,
  },
  { when: 'breaks the connection', script: { kind: 'reset' }, code: /^unreachable$/, ...passing },
  { when: 'wants to be paid (402)', script: { kind: 'fail', status: 402 }, code: /^spent$/, ...final },
  {
    when: 'does not take the key (401)',
    script: { kind: 'fail', status: 401 },
    code: /^wrong_key$/,
    ...final,
  },
  { when: 'forbids it (403)', script: { kind: 'fail', status: 403 }, code: /^wrong_key$/, ...final },
  { when: 'knows no such model (404)', script: { kind: 'fail', status: 404 }, code: /^not_found$/, ...final },
  { when: 'finds it too long (413)', script: { kind: 'fail', status: 413 }, code: /^too_long$/, ...final },
  { when: 'sends elsewhere', script: { kind: 'redirect' }, code: /^refused$/, ...final },
  { when: 'sends a page', script: { kind: 'garbage' }, code: /^not_understood$/, ...final },
  { when: 'sends no body', script: { kind: 'empty' }, code: /^not_understood$/, ...final },
  { when: 'sends all at once', script: { kind: 'whole' }, code: /^not_understood$/, ...final },
  { when: 'says nothing', script: { kind: 'say', pieces: [] }, code: /^not_understood$/, ...final },
  {
    when: 'sends an event that cannot be read',
    script: { kind: 'say', pieces: [], end: 'nonsense' },
    code: /^not_understood$/,
    ...final,
  },
  {
    when: 'sends an error first',
    script: { kind: 'say', pieces: [], end: 'error' },
    code: /^(failed|busy)$/,
    ...passing,
  },
  {
    when: 'stops at the limit of tokens',
    script: { ...fine, end: 'length' },
    code: /^cut$/,
    text: 'It has been said.',
    ...final,
  },
  {
    when: 'stops for its own rules',
    script: { kind: 'say', pieces: ['It has '], end: 'content_filter' },
    code: /^refused$/,
    text: 'It has ',
    ...final,
  },
  {
    when: 'breaks off in the middle',
    script: { kind: 'say', pieces: ['It has ', 'been '], end: 'cut' },
    code: /^cut$/,
    text: 'It has been ',
    ...final,
  },
  {
    when: 'sends an error in the middle',
    script: { kind: 'say', pieces: ['It has ', 'been '], end: 'error' },
    code: /^cut$/,
    text: 'It has been ',
    ...final,
  },
  {
    when: 'sends garbage in the middle',
    script: { kind: 'say', pieces: ['It has ', 'been '], end: 'garbage' },
    code: /^cut$/,
    text: 'It has been ',
    ...final,
  },
  {
    when: 'sends an event that cannot be read in the middle',
    script: { kind: 'say', pieces: ['It has ', 'been '], end: 'nonsense' },
    code: /^cut$/,
    text: 'It has been ',
    ...final,
  },
];

import {
  type CheckSettings,
  checkFacts,
  type GuardrailCheck,
  guardrailPolicySchema,
} from '@avow/contract/guardrails';
import { checkText } from '../check-text.ts';
import type { BuildCheck, CheckDependencies, CheckGiven } from '../checks/check-builder.ts';
import type { CheckCall, GuardrailInput, Policy, TextCheck, TextGuardrail, Verdict } from '../guardrail.ts';

const idTail = '1ka2tpzg0e6srq53nv7xwx6';
let created = 0;

/** A guardrail of the prompt around any check. */
export function testGuardrail(check: TextCheck, also: Partial<TextGuardrail> = {}): TextGuardrail {
  created++;
  return {
    id: `grd_0${idTail}${String(created % 100).padStart(2, '0')}`,
    name: `Check ${created}`,
    category: 'custom',
    stage: 'input',
    target: 'prompt',
    blockedReason: 'policy',
    mode: 'enforce',
    failMode: 'closed',
    timeoutMs: 2_000,
    reach: 'whole',
    check,
    ...also,
  };
}

export function policyOf(...guardrails: Policy['guardrails']): Policy {
  const { answering, confidence, review } = guardrailPolicySchema.parse({ guardrails: [] });
  return {
    version: 'test',
    guardrails,
    messages: {
      ...{ blocked: 'No.', selfHarm: null, notCovered: 'Not covered.' },
      ...{ closest: null, otherLanguage: null },
    },
    bands: { high: 0.8, medium: 0.5 },
    blockedPrompts: 'hash',
    ...{ answering, confidence, review },
    allowsUnverified: true,
    generatedSupportedMin: 0,
  };
}

/** An installation without any model. */
export const noParts: CheckDependencies = {
  classifier: null,
  screener: null,
  encoder: null,
  guardModel: null,
  hasJudge: false,
};

/** A guardrail as a policy would have it, of a check that looks at texts. */
export function builtGuardrail<Check extends GuardrailCheck>(
  check: Check,
  build: BuildCheck<Check>,
  given: Partial<CheckGiven<Check>> & { readonly settings: CheckSettings<Check> },
  parts: Partial<CheckDependencies> = {},
): TextGuardrail {
  const { category, blockedReason, failMode } = checkFacts[check];
  const { stage = 'input', action = 'block', threshold = 0.5, timeout_ms = 2_000, settings } = given;
  const built = build({ stage, action, threshold, timeout_ms, settings }, { ...noParts, ...parts });
  if (built.kind !== 'text') throw new Error(`${check} cannot be made of these settings`);
  const target = stage === 'output' ? 'answer' : (built.target ?? 'prompt');
  const { reach = 'whole', settledBefore } = built;
  const settling = settledBefore === undefined ? {} : { settledBefore };
  return testGuardrail(built.check, {
    category,
    blockedReason,
    failMode,
    stage,
    target,
    reach,
    ...settling,
  });
}

/** A call that nobody aborts. */
export const open: CheckCall = { signal: new AbortController().signal, owner: 'ten_test' };

export function runInput(policy: Policy, text = 'A question', signal = open.signal) {
  return checkText(policy, 'prompt', { text, quotes: [] }, { ...open, signal });
}

export const verdicts = {
  pass: { kind: 'pass', reasoning: 'Nothing was found.', score: 0 },
  flag: { kind: 'flag', reasoning: 'Something is odd.', score: 0.4 },
  block: { kind: 'block', reasoning: 'Something is not allowed.', score: 0.9 },
  redact: {
    kind: 'redact',
    reasoning: 'Something was replaced.',
    score: 1,
    redactions: [{ start: 2, end: 10, placeholder: '[word]' }],
  },
} as const satisfies Record<Verdict['kind'], Verdict>;

export const passing = () => testGuardrail(() => verdicts.pass);

function thenable(then: () => void): object {
  return Object.defineProperty({}, 'then', { value: then });
}

/** Every way in which a check can fail to give a verdict. A check from outside is not held by our types. */
export const faults: ReadonlyArray<
  readonly [name: string, check: (input: GuardrailInput, call: CheckCall) => unknown]
> = [
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  [
    'throws something that is not an error',
    () => {
      throw undefined;
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
  ['returns nothing', () => undefined],
  ['returns a promise of nothing', async () => undefined],
  ['returns true', () => true],
  ['returns the string of the runner', () => 'stopped'],
  ['returns a verdict of no known kind', () => ({ ...verdicts.pass, kind: 'fine' })],
  ['returns a score that is not a number', () => ({ ...verdicts.pass, score: Number.NaN })],
  [
    'redacts beyond the text',
    ({ text }) => ({
      ...verdicts.redact,
      redactions: [{ start: 0, end: text.length + 1, placeholder: '[x]' }],
    }),
  ],
  [
    'redacts overlapping ranges',
    () => ({
      ...verdicts.redact,
      redactions: [
        { start: 0, end: 3, placeholder: '[x]' },
        { start: 2, end: 4, placeholder: '[x]' },
      ],
    }),
  ],
  [
    'returns an object that throws when it is read',
    () => ({
      get kind() {
        throw new Error('broken');
      },
    }),
  ],
  [
    'returns a broken promise',
    () =>
      thenable(() => {
        throw new Error('broken');
      }),
  ],
];
export const hangs: typeof faults = [
  ['never answers', () => new Promise(() => {})],
  ['never answers, with a custom promise', () => thenable(() => {})],
  [
    'gives up when it is stopped',
    (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ],
  [
    'passes when it is stopped',
    (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(verdicts.pass))),
  ],
];

export function faultyGuardrail(
  check: (typeof faults)[number][1],
  also: Partial<TextGuardrail> = {},
): TextGuardrail {
  return testGuardrail(check as TextCheck, { timeoutMs: 30, ...also });
}

import { contradicted, scriptedReader, supported } from '@avow/answering/testing';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import type { TierFailure } from '@avow/contract/values';
import { scriptedAnswers } from '@avow/inference/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  expectTrueQuotes,
  handbook,
  holiday,
  holidayQuestion,
  openStream,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

/** What no answer may say, by the policy of the tenant. */
const denied = (...words: string[]): GuardrailPolicyGiven['guardrails'] => [
  { name: 'Denied words', check: 'words', stage: 'output', action: 'block', settings: { words } },
];
const ibanRule: GuardrailPolicyGiven['guardrails'] = [
  {
    ...{ name: 'Personal data', check: 'personal_data', stage: 'output', action: 'redact' },
    settings: { types: { identifiers: 'redact' } },
  },
];
/** Replaces what a model, but no source, says. */
const replaced = (...words: string[]): GuardrailPolicyGiven['guardrails'] => [
  { name: 'Coarse words', check: 'words', stage: 'output', action: 'redact', settings: { words } },
];
const iban = 'DE89 3704 0044 0532 0130 00';

let service: WrittenService;
let tenant: WrittenTenant;

beforeAll(async () => {
  // A judge that believes everything: what is left to find is for the checks.
  service = await startWrittenService({
    tiers: [{}, {}],
    reader: scriptedReader({ judge: ({ claim }) => (/marmot/.test(claim) ? contradicted : supported) }),
  });
});
beforeEach(async () => {
  tenant = await service.newTenant();
});
afterAll(() => service.close());

const asked = () => service.providers.map(({ requests }) => requests.length);

interface Fault {
  readonly says: Parameters<typeof playAll>[1];
  readonly cause: TierFailure;
  /** What no client may see of it. */
  readonly never: RegExp;
  /** What is not even kept as words that were removed. */
  readonly neverKept?: RegExp;
  readonly policy?: GuardrailPolicyGiven['guardrails'];
}

const faults: ReadonlyArray<readonly [string, Fault]> = [
  [
    'writes the question again, with its tags',
    { says: scriptedAnswers.echoedQuestion, cause: 'echoed_prompt', never: /question>/ },
  ],
  [
    'writes its whole prompt again',
    { says: scriptedAnswers.echoedPrompt, cause: 'leaked_instructions', never: /source 1|numbered sources/ },
  ],
  [
    'reveals its instructions',
    { says: scriptedAnswers.leakedInstructions, cause: 'leaked_instructions', never: /numbered sources/ },
  ],
  [
    'reveals its instructions after a true sentence',
    {
      says: ({ instructions }) => say(`${holiday[0]} [1] ${instructions}`),
      cause: 'leaked_instructions',
      never: /numbered sources/,
    },
  ],
  ['writes nothing', { says: say(' \n '), cause: 'malformed', never: /unused/ }],
  [
    'writes markup of its own',
    {
      says: say('Every employee has 27 days of <b onclick="x()">paid</b> holiday in a year. [1]'),
      cause: 'ungrounded',
      never: /onclick/,
    },
  ],
  [
    'says what no source does',
    { says: scriptedAnswers.inventedQuote, cause: 'ungrounded', never: /marmot|4711/ },
  ],
  [
    'writes personal data that is in no source',
    {
      says: say(`Every employee has 27 days of paid holiday in a year, payable to ${iban}. [1]`),
      cause: 'ungrounded',
      never: /3704|IBAN/,
      neverKept: /3704/,
      policy: ibanRule,
    },
  ],
  [
    'writes words that the policy replaces',
    {
      says: say('Every damned employee has 27 days of paid holiday in a year. [1]'),
      cause: 'guardrail',
      never: /damned|Every \[/,
      policy: replaced('damned'),
    },
  ],
  [
    'writes unsafe words that the policy denies',
    {
      says: say('Every damned employee has 27 days of paid holiday in a year. [1]'),
      cause: 'guardrail',
      never: /damned/,
      policy: denied('damned'),
    },
  ],
];

describe('a model that misbehaves', () => {
  it.each(faults)('[CON-3-36] is not held against the question if it %s', async (_, fault) => {
    if (fault.policy !== undefined) await tenant.put({ guardrails: fault.policy });
    playAll(service, fault.says);
    const before = asked();
    const response = await tenant.ask(holidayQuestion);
    expect(response).toMatchObject({ status: 'delivered', source_type: 'document' });
    expect(response.answer).toContain('27 days');
    expectTrueQuotes(response, handbook);
    expect(response.processing).toMatchObject({
      ...{ model_tier: 0, degraded_mode: true, routing_source: 'fallback' },
    });
    // Every language model was tried, and the record says why none was used.
    expect(asked().map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1]);
    const record = await tenant.auditOf(response);
    expect(record.failed_tiers).toEqual(
      [1, 2].map((tier) => ({
        model_tier: tier,
        model: `openai_compatible/tier-${tier}`,
        cause: fault.cause,
      })),
    );
    expect(record.tripwire_triggered).toBe(false);
    const { answer_changes: changes, ...others } = record;
    expect(JSON.stringify(others)).not.toMatch(fault.never);
    // Who reads the record sees what was removed, as far as an answer with it could be stored.
    expect(changes.map(({ model_tier }) => model_tier)).toEqual(fault.cause === 'ungrounded' ? [1, 2] : []);
    if (fault.neverKept !== undefined) expect(JSON.stringify(changes)).not.toMatch(fault.neverKept);
  });

  it('is followed by the next tier, which answers', async () => {
    await tenant.put({ guardrails: denied('damned') });
    tierOf(service, 1).play(say('Every damned employee has 27 days of paid holiday in a year. [1]'));
    tierOf(service, 2).play(say(`${holiday[0]} [1]`));
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).toBe(holiday[0]);
    expect(response.processing).toMatchObject({ model_tier: 2, routing_source: 'fallback' });
  });

  it('is not held against a question that nothing answers', async () => {
    playAll(service, scriptedAnswers.inventedQuote);
    const response = await tenant.ask('Who paints the calendar?');
    expect(response).toMatchObject({ status: 'delivered', source_type: 'none' });
    expect(response.agent_context).toMatchObject({
      blocked_reason: 'none',
      no_answer_cause: 'nothing_found',
    });
    expect(response.processing).toMatchObject({ model_tier: 0, routing_source: 'fallback' });
    expect((await tenant.auditOf(response)).tripwire_triggered).toBe(false);
  });

  it('does not excuse what the sources say and the policy forbids', async () => {
    await tenant.put({ guardrails: denied('holiday') });
    playAll(service, say(`${holiday[0]} [1]`));
    const response = await tenant.ask(holidayQuestion);
    expect(response).toMatchObject({ status: 'blocked', citations: [] });
    expect(response.agent_context.blocked_reason).toBe('policy');
    expect(response.processing.model_tier).toBe(0);
    const record = await tenant.auditOf(response);
    expect(record.failed_tiers.map(({ cause }) => cause)).toEqual(['guardrail', 'guardrail']);
    expect(record.tripwire_triggered).toBe(true);
  });

  it('does not lose a redaction of what a source says', async () => {
    const paid = await service.newTenant({
      'fees.md': `# Fees\n\nThe fee for the hall is paid to ${iban} before the first day.\n`,
    });
    await paid.put({ guardrails: ibanRule });
    playAll(service, say(`The fee for the hall is paid to ${iban} before the first day. [1]`));
    const response = await paid.ask('Where is the fee for the hall paid?');
    expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: false });
    expect(response.answer).toMatch(/paid to \[IBAN_1\] before/);
    expect((await paid.auditOf(response)).failed_tiers).toEqual([]);
  });
});

const schema = {
  type: 'object',
  properties: { days: { type: 'integer' } },
  required: ['days'],
  additionalProperties: false,
};
const form = { answer_format: 'json', answer_schema: schema };

describe('a form that a model fills in badly', () => {
  it('is filled in by the next tier', async () => {
    tierOf(service, 1).play(say('{"is_covered": true, "answer": {"days": 27'));
    tierOf(service, 2).play(
      say(
        JSON.stringify({
          is_covered: true,
          answer: { days: 27 },
          sources: [{ path: '/days', references: [1] }],
        }),
      ),
    );
    const response = await tenant.ask(holidayQuestion, form);
    expect(JSON.parse(response.answer)).toEqual({ days: 27 });
    expect(response.processing).toMatchObject({ model_tier: 2, routing_source: 'fallback' });
    expect((await tenant.auditOf(response)).failed_tiers).toMatchObject([{ cause: 'malformed' }]);
  });
});

describe('a form that no model can fill in', () => {
  it('fails, and its record says what was tried', async () => {
    playAll(service, say('{"is_covered": true, "answer": {"days": 27'));
    const response = await service.post(tenant.key, { prompt: holidayQuestion, ...form });
    expect(response.json()).toMatchObject({ status: 502, code: 'provider_error' });
    const { failed_tiers, status } = await tenant.auditOf(response.json());
    expect(status).toBe('failed');
    expect(failed_tiers.map(({ model_tier, cause }) => [model_tier, cause])).toEqual([
      [1, 'malformed'],
      [2, 'malformed'],
    ]);
  });
});

describe('a model that misbehaves while its answer is streamed', () => {
  let url: string;
  /** Resolves once something of the answer was shown. */
  let shown: PromiseWithResolvers<void>;
  beforeEach(() => {
    shown = Promise.withResolvers();
  });
  beforeAll(async () => {
    url = `${await service.app.listen()}/v1/query`;
  });

  /** What was shown, piece by piece, and the response that ended it. */
  async function stream(): Promise<{ deltas: string[]; ended: QueryResponse; all: string }> {
    const opened = await openStream(url, {
      key: tenant.key,
      body: { prompt: holidayQuestion, stream: true },
      onDelta: () => shown.resolve(),
    });
    const events = await opened.rest();
    const read = events.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
    const deltas = read.filter(({ type }) => type === 'message.answer.delta').map(({ data }) => data.text);
    const ended = queryResponseSchema.parse(read.at(-1)?.data);
    expect(read.at(-1)?.type).toBe('message.delivered');
    expect(deltas.join('')).toBe(ended.answer);
    return { deltas, ended, all: JSON.stringify(read) };
  }

  it('lets the next tier answer if nothing was shown yet', async () => {
    playAll(service, scriptedAnswers.echoedQuestion);
    const { ended } = await stream();
    expect(ended.answer).toContain('27 days');
    expect(ended.processing).toMatchObject({ model_tier: 0, routing_source: 'fallback' });
  });

  it('ends with what was shown if it misbehaves after that, and says so', async () => {
    playAll(service, ({ instructions }) => ({
      kind: 'say',
      pieces: [...holiday.map((sentence) => `${sentence} [1] `), instructions],
      betweenMs: 150,
      beforeLast: shown.promise,
    }));
    const { deltas, ended, all } = await stream();
    expect(deltas[0]).toContain(holiday[0]);
    expect(ended.processing).toMatchObject({ model_tier: 1, degraded_mode: true });
    expect((await tenant.auditOf(ended)).failed_tiers).toMatchObject([
      { model_tier: 1, cause: 'leaked_instructions' },
    ]);
    expect(all).not.toContain('numbered sources');
  });

  it('ends with what was shown if a guardrail objects to what follows', async () => {
    await tenant.put({ guardrails: replaced('damned') });
    playAll(service, {
      kind: 'say',
      pieces: [
        ...holiday.slice(0, 2).map((sentence) => `${sentence} [1] `),
        'Every damned employee has 27 days of paid holiday in a year. [1]',
      ],
      betweenMs: 150,
      beforeLast: shown.promise,
    });
    const { ended, all } = await stream();
    expect(ended.answer).toBe(`${holiday[0]} ${holiday[1]}`);
    expect(ended.processing).toMatchObject({ model_tier: 1, degraded_mode: true });
    expect((await tenant.auditOf(ended)).failed_tiers).toMatchObject([{ model_tier: 1, cause: 'guardrail' }]);
    expect(all).not.toContain('damned');
  });
});

import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { codePointLength } from '@avow/contract/values';
import type { InputOutcome } from '@avow/guardrails';
import { createGuard } from '@avow/guardrails';
import type { TextGuardrail } from '@avow/guardrails/testing';
import { builtGuardrail, open, policyOf } from '@avow/guardrails/testing';
import { buildPersonalData, buildSecrets } from '@avow/guardrails/testing/checks';
import { indexCodePoints } from '@avow/text/sentences';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../features/records/record-store.ts';
import { createRestorer, type Restorer } from './deliver-answer.ts';

const types = { identifiers: 'redact', contact: 'redact', network: 'redact' } as const;
const personalData = (threshold = 0.5, stage: 'input' | 'output' = 'input') =>
  builtGuardrail('personal_data', buildPersonalData, {
    stage,
    action: 'redact',
    threshold,
    settings: { types },
  });
const secrets = builtGuardrail('secrets', buildSecrets, { action: 'redact', settings: {} });

async function redact(prompt: string, ...guardrails: readonly TextGuardrail[]): Promise<InputOutcome> {
  const outcome = await createGuard(policyOf(...guardrails)).check(
    'prompt',
    { text: prompt, quotes: [] },
    open.signal,
  );
  return { ...outcome, policyVersion: 'test', blockedPrompt: null };
}

async function restorerOf(
  prompt: string,
  also: { readonly earlier?: string[]; readonly format?: 'json' } = {},
) {
  const input = await redact(prompt, personalData(), secrets);
  const { earlier = [], format = 'markdown' } = also;
  return { input, restorer: createRestorer({ prompt, format, earlier }, input) };
}

const suffix = '01jd8n4w6zfk3v5q7r9s2t4x6y';

function responseOf(
  answer: string,
  citations: Partial<QueryResponse['citations'][number]>[] = [],
): QueryResponse {
  return queryResponseSchema.parse({
    ...{
      request_id: `req_${suffix}`,
      message_id: `msg_${suffix}`,
      audit_ref: `aud_${suffix}`,
      thread_id: `thr_${suffix}`,
    },
    ...{
      created_at: '2026-11-15T10:00:00.000Z',
      answer,
      status: 'delivered',
      guardrails: [],
      related: [],
      source_type: 'document',
      generated: 'quoted',
      receipt: null,
    },
    confidence: { score: 0.9, band: 'high', tool_confidence_score: 0, guarantee: null },
    citations: citations.map((given) => ({
      ...{
        source: 'Handbook',
        title: 'Fees',
        document_id: `doc_${suffix}`,
        content_pack_id: `pack_${suffix}`,
        score: 0.9,
      },
      ...{
        quote: 'A fee.',
        start: 0,
        end: 6,
        answer_start: 0,
        answer_end: codePointLength(answer),
        url: null,
        use: 'quotes' as const,
      },
      ...given,
    })),
    model_info: { refinement_model: 'none', summarization_model: 'writer', guardrail_model: 'none' },
    processing: {
      time_ms: 1,
      model_tier: 1,
      degraded_mode: false,
      embedded_share: null,
      routing_source: 'default',
    },
    agent_context: {
      ...{
        suggested_next_action: 'use_answer',
        answer_format: 'markdown',
        blocked_reason: 'none',
        ...{ no_answer_cause: null, clarifying_question: null },
        knowledge_grounded: true,
      },
      ...{ question_language: null, answer_language: null, source_type: 'document' },
    },
  });
}

const restoredText = (restorer: Restorer, answer: string) =>
  restorer.restoreResponse(responseOf(answer)).answer;

const values = [
  ...[
    'DE89 3704 0044 0532 0130 00',
    'GB29 NWBK 6016 1331 9268 19',
    '4111 1111 1111 1111',
    'jane.doe@mail.org',
  ],
  ...[
    '+49 30 1234567',
    '４１１１ １１１１ １１１１ １１１１',
    '٤١١١ ١١١١ ١١١١ ١١١١',
    '8.8.4.7',
    '田中@例え.jp',
    '"jane doe"@mail.org',
  ],
];
const words = [
  'What',
  'of',
  '口座は',
  'счёт',
  '😀',
  '[IBAN_1]',
  '[CARD_7]',
  'die',
  'Straße',
  '(',
  ')',
  'حساب',
  '\n',
  '[x]',
];
const prompts = fc
  .array(fc.oneof(fc.constantFrom(...values), fc.constantFrom(...words)), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(' '));

describe('what was redacted in a prompt', () => {
  it('is put back in full, in any script', async () => {
    let redacted = 0;
    await fc.assert(
      fc.asyncProperty(prompts, async (prompt) => {
        const { input, restorer } = await restorerOf(prompt);
        if (input.redactions.length > 0) redacted += 1;
        // A space that was set before a bracket stays.
        expect(restoredText(restorer, input.text).replaceAll(/ \(/g, '(')).toBe(
          prompt.replaceAll(/ \(/g, '('),
        );
      }),
      { numRuns: 500 },
    );
    expect(redacted).toBeGreaterThan(100);
  });

  it('is all that is put back: an answer gets nothing that was not in the prompt', async () => {
    const answers = fc.array(
      fc.constantFrom('[IBAN_1]', '[IBAN_2]', '[CARD_1]', '[EMAIL_1]', '[SECRET_1]', 'a', '😀'),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(prompts, answers, async (prompt, parts) => {
        const { input, restorer } = await restorerOf(prompt);
        const given = restoredText(restorer, parts.join('|')).split('|');
        for (const [index, part] of given.entries()) {
          if (part === parts[index]) continue;
          const redaction = input.redactions.find(
            ({ placeholder }) => placeholder.trimEnd() === parts[index],
          );
          expect(redaction).toBeDefined();
          expect(part).toBe(prompt.slice(redaction?.start, redaction?.end));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is not a secret', async () => {
    const { input, restorer } = await restorerOf('password: Tr0ub4dor&3 for DE89 3704 0044 0532 0130 00');
    expect(input.text).toBe('password: [PASSWORD_1] for [IBAN_1]');
    expect(restoredText(restorer, input.text)).toBe('password: [PASSWORD_1] for DE89 3704 0044 0532 0130 00');
  });

  it('is not restored if two guardrails give two values the same placeholder, or somebody wrote it before', async () => {
    const prompt = 'call 030 123456 or +49 30 1234567';
    const input = await redact(prompt, personalData(0.8), personalData(0.5));
    expect(input.text).toBe('call [PHONE_1] or [PHONE_1]');
    const restorer = createRestorer({ prompt, format: 'markdown', earlier: [] }, input);
    expect(restoredText(restorer, '[PHONE_1]')).toBe('[PHONE_1]');
    const earlier = await restorerOf('And DE89 3704 0044 0532 0130 00?', { earlier: ['What of [IBAN_1]?'] });
    expect(restoredText(earlier.restorer, 'Of [IBAN_1].')).toBe('Of [IBAN_1].');
  });

  it('never means what was redacted in the answer: the guardrails there use other placeholders', async () => {
    const { input, restorer } = await restorerOf('May I pay from DE89 3704 0044 0532 0130 00?');
    const guard = createGuard(policyOf(personalData(0.5, 'output')));
    const text = 'From [IBAN_1] you pay to GB29 NWBK 6016 1331 9268 19.';
    const drafts = [{ text: 'Pay to GB29 NWBK 6016 1331 9268 19.' }, { text, written: [] }, { text }];
    const shown = await Promise.all(
      drafts.map(async (draft) => {
        const { text: left } = await guard.check(
          'answer',
          { ...draft, quotes: [], question: input.text },
          open.signal,
        );
        return restoredText(restorer, left);
      }),
    );
    const paid = 'From DE89 3704 0044 0532 0130 00 you pay to [IBAN_2].';
    expect(shown).toEqual(['Pay to [IBAN_2].', paid, paid]);
  });

  it('is not restored in quotes, nor if a quoted document contains it', async () => {
    const { restorer } = await restorerOf('Is DE89 3704 0044 0532 0130 00 right?');
    const response = responseOf('Write [IBAN_1].', [{ quote: 'Write [IBAN_1] here.', end: 20 }]);
    expect(restorer.restoreResponse(response)).toEqual(response);
  });

  it('moves what citations point at, and changes nothing else', async () => {
    const value = 'DE89 3704 0044 0532 0130 00';
    const { restorer } = await restorerOf(`😀 ${value}`);
    const answer = '😀 From [IBAN_1]. Then 😀 on [IBAN_1].';
    const offsets = indexCodePoints(answer);
    const rangeOf = (part: string) => {
      const start = answer.indexOf(part);
      return {
        answer_start: offsets.toCodePoint(start),
        answer_end: offsets.toCodePoint(start + part.length),
      };
    };
    const response = responseOf(answer, [rangeOf('😀 From [IBAN_1].'), rangeOf('Then 😀 on [IBAN_1].')]);
    const before = structuredClone(response);
    const restored = restorer.restoreResponse(response);
    const shown = restored.citations.map(({ answer_start, answer_end }) =>
      [...restored.answer].slice(answer_start, answer_end).join(''),
    );
    expect(shown).toEqual([`😀 From ${value}.`, `Then 😀 on ${value}.`]);
    expect(restored).toEqual({ ...before, answer: restored.answer, citations: restored.citations });
    expect(response).toEqual(before);
  });

  it('is written into JSON as JSON has it', async () => {
    const { restorer } = await restorerOf('Write to "jane doe"@mail.org', { format: 'json' });
    const answer = restoredText(restorer, JSON.stringify({ answer: 'To [EMAIL_1].' }));
    expect(JSON.parse(answer)).toEqual({ answer: 'To "jane doe"@mail.org.' });
  });
});

describe('events of a message', () => {
  const value = 'DE89 3704 0044 0532 0130 00';
  const sentences = ['From [IBAN_1] you pay.', ' And [IBAN_1] is yours.'];
  const answer = sentences.join('');
  const response = responseOf(answer, [{ answer_end: 22 }, { answer_start: 23 }]);
  const eventsOf = (end: QueryResponse): JournalEvent[] =>
    [
      ['message.processing', { step: 'writing' }],
      ['message.citation', response.citations[0]],
      ['message.answer.delta', { text: sentences[0], generated: 'written' }],
      ['message.citation', response.citations[1]],
      ['message.answer.delta', { text: sentences[1] }],
      ['message.delivered', end],
    ].map(([type, data], index) => ({ seq: index + 1, type: String(type), body: JSON.stringify(data) }));

  async function* following(events: readonly JournalEvent[]): AsyncGenerator<JournalEvent> {
    yield* events;
  }

  async function collect(events: AsyncIterable<JournalEvent>): Promise<JournalEvent[]> {
    const all: JournalEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  }

  it('carry the restored answer, in the same order, as in the response at the end', async () => {
    const { restorer } = await restorerOf(`Is ${value} right?`);
    const events = eventsOf(response);
    const restored = await collect(restorer.restoreEvents(following(events)));
    expect(restored.map(({ seq, type }) => ({ seq, type }))).toEqual(
      events.map(({ seq, type }) => ({ seq, type })),
    );
    const bodies = restored.map(({ body }) => JSON.parse(body));
    const expected = restorer.restoreResponse(response);
    expect(bodies[5]).toEqual(expected);
    expect([bodies[1], bodies[3]]).toEqual(expected.citations);
    expect(bodies[2].generated).toBe('written');
    expect(bodies[2].text + bodies[4].text).toBe(`From ${value} you pay. And ${value} is yours.`);
    expect(bodies[0]).toEqual({ step: 'writing' });
  });

  it('end as they were journalled if the answer is not what was streamed', async () => {
    const { restorer } = await restorerOf(`Is ${value} right?`);
    const blocked = { ...responseOf('No [IBAN_1].'), status: 'blocked' as const };
    const restored = await collect(restorer.restoreEvents(following(eventsOf(blocked))));
    expect(JSON.parse(restored.at(-1)?.body ?? '')).toEqual(blocked);
  });

  it('lose none that nothing follows', async () => {
    const { restorer } = await restorerOf(`Is ${value} right?`);
    const cut = eventsOf(response).slice(0, 2);
    expect(await collect(restorer.restoreEvents(following(cut)))).toEqual(cut);
  });
});

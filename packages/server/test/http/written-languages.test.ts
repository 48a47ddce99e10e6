import { scriptedReader, supported } from '@avow/answering/testing';
import type { QueryResponse } from '@avow/contract/query';
import type { ClaimToJudge } from '@avow/inference';
import type { ProviderScript, ScriptedRequest } from '@avow/inference/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  expectTrueQuotes,
  handbook,
  holiday,
  openStream,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

/** One word of it is the same in English: the search goes by words alone. */
const asked = 'Wie viele Tage bezahlten Urlaub hat jeder im Team in einem Jahr?';
const inEnglish = 'How many days of paid holiday does everybody in the team have in a year?';
const german = [
  'Alle Angestellten haben 27 Tage bezahlten Urlaub im Jahr.',
  'Nicht genommene Tage können bis Ende März übertragen werden.',
] as const;

type Task = 'question' | 'answer' | 'translation';

/** The purpose of a request, by the instructions to the model. */
function taskOf({ instructions }: ScriptedRequest): Task {
  if (instructions.startsWith('You translate one question')) return 'question';
  return instructions.startsWith('You translate numbered lines') ? 'translation' : 'answer';
}

const usage = { inputTokens: 100, outputTokens: 10 };
const usual: Readonly<Record<Task, ProviderScript>> = {
  question: say(inEnglish, { usage }),
  answer: say(`${holiday[0]} [1] ${holiday[1]} [1]`, { usage }),
  translation: say(`[1] ${german[0]}\n[2] ${german[1]}`, { usage }),
};

let service: WrittenService;
let tenant: WrittenTenant;
let judged: ClaimToJudge[];
let requests: Task[];

/** Tier 1 does the usual, but for what is given. */
function play(also: Partial<Record<Task, ProviderScript>> = {}): void {
  tierOf(service, 1).play((request) => {
    const task = taskOf(request);
    requests.push(task);
    return { ...usual, ...also }[task];
  });
}

beforeAll(async () => {
  const judge = (claim: ClaimToJudge) => {
    judged.push(claim);
    return supported;
  };
  service = await startWrittenService({ reader: scriptedReader({ judge }) });
});
beforeEach(async () => {
  judged = [];
  requests = [];
  tenant = await service.newTenant();
  play();
});
afterAll(() => service.close());

const partsOf = ({ answer, citations }: QueryResponse) =>
  citations.map(({ answer_start, answer_end }) => [...answer].slice(answer_start, answer_end).join(''));

describe('a question in another language than the sources', () => {
  it('is answered in its own language, with quotes as stored', async () => {
    const response = await tenant.ask(asked);
    expect(response.answer).toBe(german.join(' '));
    expectTrueQuotes(response, handbook);
    expect(partsOf(response)).toContain(german[1]);
    expect(response.citations.map(({ quote }) => quote).join(' ')).toContain('27 days');
    expect(response).toMatchObject({
      agent_context: { question_language: 'de', answer_language: 'de', knowledge_grounded: true },
      processing: { model_tier: 1, degraded_mode: false },
      model_info: {
        refinement_model: 'openai_compatible/tier-1',
        summarization_model: 'openai_compatible/tier-1',
      },
    });
    expect(requests).toEqual(['question', 'answer', 'translation']);
    const [, answering] = tierOf(service, 1).requests.slice(-3);
    expect(answering?.instructions).toContain('Write in English');
    expect(answering?.prompt).toContain(inEnglish);
    // A judge never reads two languages at once.
    expect(judged.map(({ claim }) => claim).join(' ')).not.toMatch(/Urlaub|Tage/);
    expect(judged.some(({ claim }) => claim.startsWith(inEnglish))).toBe(true);
  });

  it('is on record as searched, with the total cost of all calls', async () => {
    const record = await tenant.auditOf(await tenant.ask(asked));
    expect(record).toMatchObject({ question: asked, refined_question: inEnglish });
    expect(record.cost).toEqual({ currency: 'EUR', amount: 360, input_tokens: 300, output_tokens: 30 });
  });

  it('is sent only once its admission is on record', async () => {
    let found: unknown = null;
    tierOf(service, 1).play(async (request) => {
      const { records } = service.data.store;
      found ??= await records.listMessages(tenant.tenantId, { readableBy: null }, { before: null, limit: 5 });
      return usual[taskOf(request)];
    });
    const { message_id } = await tenant.ask(asked);
    expect(found).toMatchObject([{ messageId: message_id, status: 'processing' }]);
  });

  it('scores a little less than the same answer in the language of the sources', async () => {
    const translated = await tenant.ask(asked);
    const plain = await tenant.ask(inEnglish);
    expect(translated.confidence.score).toBeLessThan(plain.confidence.score);
    expect(translated.confidence.score).toBeGreaterThan(plain.confidence.score * 0.9);
  });

  it('finds what shares words only with its translation', async () => {
    const words = await startWrittenService({ refines: true });
    try {
      const other = await words.newTenant({
        'handbook.md': handbook,
        'office.md':
          '# Office\n\nThe office opens at 8:15 and it is closed on public holidays for all of us.',
      });
      words.refinement.play(say('When does the office open for the team?'));
      tierOf(words, 1).play(
        say('The office opens at 8:15. [1]'),
        say('[1] Das Büro öffnet um 8:15 Uhr, wie es heißt.'),
      );
      const response = await other.ask('Wann wird das Büro für das Team geöffnet?');
      expect(response.answer).toBe('Das Büro öffnet um 8:15 Uhr, wie es heißt.');
      expect(response.model_info.refinement_model).toBe('openai_compatible/refiner');
    } finally {
      await words.close();
    }
  });

  it('is answered by the curated pair of its translation', async () => {
    play({ question: say('Who approves travel expenses of the team?') });
    const curated = await service.newTenant({
      'handbook.md': handbook,
      'travel.qna.json': JSON.stringify([
        { question: 'Who approves travel expenses of the team?', answer: 'The lead of the team does.' },
      ]),
    });
    const response = await curated.ask('Wer muss die Reisekosten für das Team genehmigen?');
    expect(response).toMatchObject({
      answer: 'The lead of the team does.',
      source_type: 'qna',
      agent_context: { question_language: 'de', answer_language: 'en' },
    });
    expect(requests).toEqual(['question']);
  });

  it('is answered in English from German sources as well, also in JSON', async () => {
    const stored = `# Handbuch\n\n## Urlaub im Team\n\n${german.join(' ')}\n`;
    const germanTenant = await service.newTenant({ 'handbuch.md': stored });
    play({
      question: say(asked),
      answer: say(`${german[0]} [1] ${german[1]} [1]`),
      translation: say(
        '[1] All employees have 27 days of paid holiday in a year.\n[2] Days not taken can be carried over until the end of March.',
      ),
    });
    const response = await germanTenant.ask(inEnglish, { answer_format: 'json' });
    expect(JSON.parse(response.answer)).toEqual({
      answer:
        'All employees have 27 days of paid holiday in a year. Days not taken can be carried over until the end of March.',
    });
    expectTrueQuotes(response, stored);
    expect(response.citations.map(({ quote }) => quote).join(' ')).toContain('27 Tage');
    expect(response.agent_context).toMatchObject({ question_language: 'en', answer_language: 'en' });
  });

  it('is streamed as a whole after its translation', async () => {
    const url = await service.app.http.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(`${url}/v1/query`, {
      key: tenant.key,
      body: { prompt: asked, stream: true },
    });
    const events = await stream.rest();
    const deltas = events.filter(({ type }) => type === 'message.answer.delta');
    expect(deltas.map(({ data }) => JSON.parse(data))).toEqual([
      { generated: 'written', text: german.join(' ') },
    ]);
  });
});

describe('an answer that cannot be translated into the language of its question', () => {
  it.each<[string, ProviderScript]>([
    ['a number is changed', say(`[1] ${german[0].replace('27', '28')}\n[2] ${german[1]}`)],
    ['a sentence is missing', say(`[1] ${german[0]}`)],
    [
      'it is in a third language',
      say(`[1] Tous les employés ont 27 jours de congés payés par an.\n[2] ${german[1]}`),
    ],
    ['the model fails', { kind: 'fail', status: 500 }],
  ])('is given in that of the sources if %s, without being degraded', async (_, translation) => {
    play({ translation });
    const response = await tenant.ask(asked);
    expect(response.answer).toBe(`${holiday[0]} ${holiday[1]}`);
    expectTrueQuotes(response, handbook);
    expect(response).toMatchObject({
      agent_context: { question_language: 'de', answer_language: 'en' },
      processing: { model_tier: 1, degraded_mode: false },
    });
  });

  it('is not translated if the language is that of the sources', async () => {
    const response = await tenant.ask(inEnglish);
    expect(response.answer).toBe(`${holiday[0]} ${holiday[1]}`);
    expect(requests).toEqual(['answer']);
  });

  it('is translated into the language of the request if the question is in that of the sources', async () => {
    const response = await tenant.ask(inEnglish, { language: 'de' });
    expect(response.answer).toBe(german.join(' '));
    expect(requests).toEqual(['answer', 'translation']);
    expect((await tenant.auditOf(response)).refined_question).toBeNull();
  });

  it('is not translated if it follows a schema', async () => {
    const schema = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] };
    const filled = { is_covered: true, answer: { days: 27 }, sources: [{ path: '/days', references: [1] }] };
    play({ answer: say(JSON.stringify(filled)) });
    const response = await tenant.ask(asked, { answer_format: 'json', answer_schema: schema });
    expect(response.answer).toContain('27');
    expect(requests).not.toContain('translation');
  });
});

describe('a question that cannot be translated into the language of the sources', () => {
  it.each<[string, ProviderScript]>([
    ['another number is in it', say('How many days of paid holiday do 12 employees have?')],
    ['the model fails', { kind: 'fail', status: 500 }],
  ])('is answered from what was found for it if %s, and the answer is degraded', async (_, question) => {
    play({ question });
    const response = await tenant.ask(asked);
    expect(response.answer).toBe(german.join(' '));
    expect(response).toMatchObject({
      model_info: { refinement_model: 'none' },
      processing: { degraded_mode: true },
    });
    expect((await tenant.auditOf(response)).refined_question).toBeNull();
  });

  it('is not translated if no language model is to answer', async () => {
    await tenant.ask(asked, { model_tier: 0 });
    expect(requests).toEqual([]);
  });
});

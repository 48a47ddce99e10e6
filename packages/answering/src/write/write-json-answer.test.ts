import { compileSchema, createAllowance } from '@avow/guardrails';
import { describe, expect, it } from 'vitest';
import type { Question } from '../question.ts';
import type { Grounder } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { openWriting } from './read-writing.ts';
import { plentyOfTime, type Script, scriptModel, writingOptions } from './test-support/scripted.ts';
import { writeJsonAnswer } from './write-json-answer.ts';
import { writeJsonTask } from './write-task.ts';

const sources: QuotableSource[] = [
  {
    ...{
      documentId: 'doc_1',
      pack: { packId: 'pack_1', version: 1 },
      source: 'a.md',
      title: 'Fees',
      url: null,
    },
    ...{
      number: 1,
      context: '',
      text: 'The fee is 5 €. Cards are taken. Bring a photo. Bring a form.',
      start: 0,
    },
  },
];
const question: Question = {
  ...{ tenantId: 'ten_1', text: 'What is the fee?', packIds: null },
  ...{ groups: [], nowMs: 0, language: null },
};
const schema = {
  type: 'object',
  properties: {
    fee: { $ref: '#/$defs/fee' },
    cardsTaken: { type: 'boolean' },
    things_to_bring: { type: 'array', items: { type: 'string' } },
  },
  required: ['fee'],
  additionalProperties: false,
  $defs: { fee: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] } },
};

/** Supports the claims that are named, by all of the first source. */
const supporting = (
  ...claims: string[]
): Grounder & { readonly asked: { text: string; references: readonly number[] }[] } => {
  const asked: { text: string; references: readonly number[] }[] = [];
  return {
    judge: 'judge',
    asked,
    ground: async ({ text, references }) => {
      asked.push({ text, references });
      if (!claims.includes(text)) return { kind: 'unsupported', why: 'no_source' };
      const quotes = [{ source: 1, start: 0, end: 14, score: 0.9 }];
      return { kind: 'supported', quotes, judged: { supported: 0.8, contradicted: 0 } };
    },
  };
};

async function ask(script: Script, grounder: Grounder, wanted: Readonly<Record<string, unknown>> = schema) {
  const compiled = compileSchema(wanted, createAllowance());
  if (compiled.kind === 'faulty') throw new Error(compiled.message);
  const task = writeJsonTask({ question, sources, outputTokensMax: 100 }, wanted);
  const model = scriptModel(script);
  const options = writingOptions({ format: 'json', schema: wanted });
  const writing = openWriting(model, task, { signal: options.signal, limits: plentyOfTime });
  const { instructions } = task;
  const facts = {
    question,
    sources,
    grounder,
    judge: null,
    ...{ second: null, withQuotes: false },
    options,
    limits: plentyOfTime,
    instructions,
  };
  const found = await writeJsonAnswer(facts, writing, compiled.conforms);
  await writing.close();
  return found;
}

const write = (answer: unknown, also: object = {}) =>
  JSON.stringify({ is_covered: true, answer, sources: [], ...also });
const all = supporting(
  'fee, amount: 5',
  'cards taken: yes',
  'things to bring: A photo',
  'things to bring: A form',
);

describe('writeJsonAnswer', () => {
  it('returns an answer that follows the schema, with every value supported', async () => {
    const answer = { fee: { amount: 5 }, cardsTaken: true, things_to_bring: ['A photo', 'A form [1]'] };
    const named = [
      { path: '/fee', references: [1, 1, -2, 'x'] },
      { path: '$.answer.things_to_bring[1]', references: [2] },
      'nonsense',
    ];
    const found = await ask(() => `\`\`\`json\n${write(answer, { sources: named })}\n\`\`\``, all);
    expect(found).toMatchObject({
      kind: 'drafted',
      isWhole: true,
      draft: {
        json: JSON.stringify({ ...answer, things_to_bring: ['A photo', 'A form'] }),
        found: { supported: 0.8, keptShare: 1 },
        support: [{ quote: 'The fee is 5 €', start: 0, end: 14 }],
        units: [{ text: 'fee, amount: 5', restsOn: [0] }, {}, {}, {}],
      },
    });
    expect(all.asked).toContainEqual({ text: 'fee, amount: 5', references: [1] });
    expect(all.asked).toContainEqual({ text: 'things to bring: A form', references: [2] });
  });

  it('leaves out unsupported values that the schema allows to be missing, and fails for others', async () => {
    const optional = { fee: { amount: 5 }, cardsTaken: false, things_to_bring: ['A gift', 'A form'] };
    const found = await ask(() => write(optional), all);
    expect(found).toMatchObject({
      draft: { json: '{"fee":{"amount":5},"things_to_bring":["A form"]}', found: { keptShare: 0.5 } },
    });
    expect(await ask(() => write({ fee: { amount: 6 }, cardsTaken: true }), all)).toEqual({
      kind: 'ungrounded',
    });
    expect(await ask(() => write({}), supporting(), { type: 'object' })).toEqual({ kind: 'ungrounded' });
  });

  it('grounds a value again beside those that answer the question', async () => {
    const beside: unknown[] = [];
    const grounder: Grounder = {
      judge: 'judge',
      ground: async (unit) => {
        if (unit.text !== 'fee, amount: 5') beside.push(unit.beside?.length);
        if (unit.text !== 'fee, amount: 5' && (unit.beside ?? []).length === 0)
          return { kind: 'unsupported', why: 'unsupported' };
        const quotes = [{ source: 1, start: 0, end: 14, score: 0.9 }];
        return { kind: 'supported', quotes, judged: { supported: 0.8, contradicted: 0 } };
      },
    };
    const answer = { fee: { amount: 5 }, cardsTaken: true };
    expect(await ask(() => write(answer), grounder)).toMatchObject({
      draft: { json: JSON.stringify(answer), found: { keptShare: 1 } },
    });
    expect(beside).toEqual([0, 1]);
    const none = supporting();
    expect(await ask(() => write(answer), none)).toEqual({ kind: 'ungrounded' });
    expect(none.asked).toHaveLength(2);
  });

  it('holds each sentence of a text by itself', async () => {
    const text = { type: 'string' };
    const grounder = supporting('It is 5.', 'It is due.');
    expect(await ask(() => write('It is 5. It is due.'), grounder, text)).toMatchObject({
      draft: { json: '"It is 5. It is due."', units: [{}, {}] },
    });
    expect(await ask(() => write('It is 5. It is free.'), grounder, text)).toEqual({ kind: 'ungrounded' });
  });

  it('makes no claims by names: of those that the schema lacks, only supported ones are kept', async () => {
    const open = { ...schema, additionalProperties: true };
    const claims = { 'Nobody pays': null, 'Pay in gold': {}, 'Pay twice': '', 'Pay late': [{ x: 'Free' }] };
    const answer = { fee: { amount: 5, 'or nothing': null }, things_to_bring: [], ...claims };
    expect(await ask(() => write(answer), all, open)).toMatchObject({
      draft: { json: '{"fee":{"amount":5},"things_to_bring":[]}' },
    });
    const named = { ...open, properties: { ...schema.properties, 'Nobody pays': { type: 'null' } } };
    expect(await ask(() => write(answer), all, named)).toMatchObject({
      draft: { json: '{"fee":{"amount":5},"things_to_bring":[],"Nobody pays":null}' },
    });
  });

  it.each([
    ['NOT_COVERED', { kind: 'not_covered' }],
    [write(null, { is_covered: false }), { kind: 'not_covered' }],
    ['', { kind: 'failed', code: 'not_understood' }],
    ['{"fee": 5}', { kind: 'failed', code: 'not_understood' }],
    ['[1]', { kind: 'failed', code: 'not_understood' }],
    [write({ fee: { amount: '5' } }), { kind: 'failed', code: 'not_understood' }],
    [write({ fee: { amount: 5 } }).slice(0, -2), { kind: 'failed', code: 'not_understood' }],
    [
      write({ fee: { amount: 5 }, things_to_bring: Array(200).fill('A photo') }),
      { kind: 'failed', code: 'not_understood' },
    ],
    [
      write({ fee: { amount: 5 }, things_to_bring: ['A photo. '.repeat(201)] }),
      { kind: 'failed', code: 'not_understood' },
    ],
    [`${'['.repeat(50_000)}`, { kind: 'failed', code: 'not_understood' }],
    [`{"answer":${'['.repeat(500)}${']'.repeat(500)}}`, { kind: 'failed', code: 'not_understood' }],
    [write('x'.repeat(10_000_000)), { kind: 'failed', code: 'too_long' }],
  ])('makes of %.60j what it is', async (said, found) => {
    expect(await ask(() => said, all)).toEqual(found);
  });

  it('discards an answer that reveals its instructions, even by the codes of its letters', async () => {
    const coded = (text: string) =>
      Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const form = { fee: { amount: 5 }, things_to_bring: ['@'] };
    for (const revealing of [
      ({ instructions }) => write(form).replace('@', () => coded(instructions.slice(0, 80))),
      ({ instructions }) => `${instructions}\n\n${write(form)}`,
    ] satisfies Script[])
      expect(await ask(revealing, all)).toEqual({ kind: 'failed', code: 'leaked_instructions' });
  });

  it('discards an answer that repeats its prompt', async () => {
    const echoed: Script = ({ prompt }) => prompt;
    expect(await ask(echoed, all)).toEqual({ kind: 'failed', code: 'echoed_prompt' });
  });

  it('keeps a key that objects have of themselves a key', async () => {
    const said = '{"is_covered":true,"answer":{"fee":{"amount":5},"__proto__":{"x":"A photo"}},"sources":[]}';
    const open = { ...schema, additionalProperties: true };
    const grounder = supporting('fee, amount: 5', 'proto, x: A photo');
    expect(await ask(() => said, grounder, open)).toMatchObject({
      draft: { json: '{"fee":{"amount":5},"__proto__":{"x":"A photo"}}' },
    });
  });
});

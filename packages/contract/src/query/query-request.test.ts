import { expect, test } from 'vitest';
import { answerFormats, knownChannelTypes } from '../values/enumerations.ts';
import { queryRequestSchema } from './query-request.ts';

function isValid(fields: object): boolean {
  return queryRequestSchema.safeParse({ prompt: 'Why?', ...fields }).success;
}

test('[CON-2-01] the prompt is required', () => {
  expect(queryRequestSchema.safeParse({}).success).toBe(false);
  expect(queryRequestSchema.safeParse([]).success).toBe(false);
  expect(queryRequestSchema.safeParse('Why?').success).toBe(false);
  expect(queryRequestSchema.parse({ prompt: 'Why?' })).toEqual({
    prompt: 'Why?',
    channel_type: 'api',
    answer_format: 'structured_text',
  });
});

test('[CON-2-01] the prompt has 1 to 32,000 code points once trimmed, and is kept as sent', () => {
  expect(isValid({ prompt: '' })).toBe(false);
  expect(isValid({ prompt: ' \n\u00a0\ufeff\u3000' })).toBe(false);
  expect(isValid({ prompt: 'x'.repeat(32_000) })).toBe(true);
  expect(isValid({ prompt: 'x'.repeat(32_001) })).toBe(false);
  expect(isValid({ prompt: '😀'.repeat(32_000) })).toBe(true);
  expect(isValid({ prompt: '😀'.repeat(32_001) })).toBe(false);
  const padded = `  ${'x'.repeat(32_000)}\n`;
  expect(queryRequestSchema.parse({ prompt: padded }).prompt).toBe(padded);
});

test('[CON-2-04] channel_type is a known name or one of the same shape', () => {
  for (const name of [...knownChannelTypes, 'kiosk_2', `a${'b'.repeat(31)}`]) {
    expect(isValid({ channel_type: name })).toBe(true);
  }
  for (const name of ['', 'API', '2fast', 'a-b', 'api\n', `a${'b'.repeat(32)}`]) {
    expect(isValid({ channel_type: name })).toBe(false);
  }
});

test('[CON-2-05] answer_format is one of four', () => {
  for (const name of answerFormats) expect(isValid({ answer_format: name })).toBe(true);
  expect(isValid({ answer_format: 'html' })).toBe(false);
});

test('[CON-2-06] answer_schema is an object of at most 16 KiB, only with json', () => {
  const withJson = (schema: unknown) => isValid({ answer_format: 'json', answer_schema: schema });
  const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  expect(withJson({ type: 'object' })).toBe(true);
  expect(withJson(ofBytes(16 * 1024))).toBe(true);
  expect(withJson(ofBytes(16 * 1024 + 1))).toBe(false);
  expect(withJson({ a: 'é'.repeat(8 * 1024) })).toBe(false);
  for (const schema of [[], null, true, '{}']) expect(withJson(schema)).toBe(false);
  expect(isValid({ answer_schema: {} })).toBe(false);
  expect(isValid({ answer_format: 'markdown', answer_schema: {} })).toBe(false);
});

test('[CON-2-08] model_tier is an integer from 0 to 3', () => {
  for (const tier of [0, 1, 2, 3]) expect(isValid({ model_tier: tier })).toBe(true);
  for (const tier of [-1, 4, 1.5, '1', null]) expect(isValid({ model_tier: tier })).toBe(false);
});

test('[CON-2-10] at most 20 content packs, whose ids are only measured', () => {
  expect(isValid({ content_pack_ids: Array.from({ length: 20 }, () => 'no such pack') })).toBe(true);
  expect(isValid({ content_pack_ids: Array.from({ length: 21 }, () => 'pack') })).toBe(false);
  expect(isValid({ content_pack_ids: [''] })).toBe(false);
  expect(isValid({ content_pack_ids: ['x'.repeat(65)] })).toBe(false);
  expect(isValid({ content_pack_ids: 'pack' })).toBe(false);
});

test('a thread id is only measured', () => {
  expect(isValid({ thread_id: 'no such thread' })).toBe(true);
  expect(isValid({ thread_id: '' })).toBe(false);
  expect(isValid({ thread_id: 'x'.repeat(65) })).toBe(false);
});

test('[CON-2-13] end_user_id has 1 to 128 characters', () => {
  expect(isValid({ end_user_id: '' })).toBe(false);
  expect(isValid({ end_user_id: '😀'.repeat(128) })).toBe(true);
  expect(isValid({ end_user_id: 'x'.repeat(129) })).toBe(false);
  // In a path, clients resolve these two even if they are encoded.
  for (const id of ['.', '..']) expect(isValid({ end_user_id: id })).toBe(false);
  for (const id of ['...', '.a', 'a/..']) expect(isValid({ end_user_id: id })).toBe(true);
});

test('[CON-2-15] at most 64 groups of 1 to 128 characters', () => {
  expect(isValid({ groups: Array.from({ length: 64 }, () => 'x'.repeat(128)) })).toBe(true);
  expect(isValid({ groups: Array.from({ length: 65 }, () => 'x') })).toBe(false);
  expect(isValid({ groups: [''] })).toBe(false);
  expect(isValid({ groups: ['x'.repeat(129)] })).toBe(false);
});

test('[CON-2-17] language is a well-formed BCP 47 tag', () => {
  for (const tag of ['en', 'pt-BR', 'zh-Hant-TW', 'sl-rozaj-biske', 'de-DE-u-co-phonebk', 'en-x-home']) {
    expect(isValid({ language: tag })).toBe(true);
  }
  for (const tag of [
    '',
    'e',
    'en_US',
    'en-',
    'english language',
    'en-a-bb-a-cc',
    `en-x${'-abcdefgh'.repeat(8)}`,
  ]) {
    expect(isValid({ language: tag })).toBe(false);
  }
});

test('[CON-2-19] metadata has at most 16 pairs, keys of 64 and values of 512 characters', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, 'value']));
  expect(isValid({ metadata: {} })).toBe(true);
  expect(isValid({ metadata: pairs(16) })).toBe(true);
  expect(isValid({ metadata: pairs(17) })).toBe(false);
  expect(isValid({ metadata: { ['😀'.repeat(64)]: '😀'.repeat(512) } })).toBe(true);
  expect(isValid({ metadata: { ['x'.repeat(65)]: '' } })).toBe(false);
  expect(isValid({ metadata: { a: 'x'.repeat(513) } })).toBe(false);
  for (const metadata of [{ a: 1 }, { a: null }, { a: {} }, [], null, 'a=b'])
    expect(isValid({ metadata })).toBe(false);
});

test('[CON-2-19] no pair is lost: a key that would be is refused', () => {
  const metadata: unknown = JSON.parse('{"__proto__":"x","constructor":"y"}');
  expect(isValid({ metadata })).toBe(false);
  const kept = { constructor: 'y', toString: 'z' };
  expect(queryRequestSchema.parse({ prompt: 'Why?', metadata: kept }).metadata).toEqual(kept);
});

test('unknown fields are refused, whatever their name', () => {
  expect(isValid({ Prompt: 'Why?' })).toBe(false);
  expect(queryRequestSchema.safeParse(JSON.parse('{"prompt":"Why?","__proto__":{}}')).success).toBe(false);
});

test.each([
  ['prompt', 5],
  ['prompt', null],
  ['prompt', ['Why?']],
  ['thread_id', 5],
  ['channel_type', null],
  ['answer_format', null],
  ['content_pack_ids', [5]],
  ['end_user_id', 4711],
  ['groups', 'staff'],
  ['groups', null],
  ['language', ['en']],
  ['stream', 'true'],
  ['stream', 1],
])('a wrong type is refused, not coerced: %s %j', (name, value) => {
  expect(isValid({ [name]: value })).toBe(false);
});

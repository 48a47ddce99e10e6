import type { CheckSettings } from '@avow/contract/guardrails';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testGuardrailContract } from '../contract/guardrail-contract.ts';
import { builtGuardrail, noParts, open } from '../contract/test-guardrails.ts';
import { buildFormat } from './build-format.ts';
import { createAllowance } from './policy-allowance.ts';

type Settings = CheckSettings<'format'>;

function formed(settings: Settings) {
  return builtGuardrail('format', buildFormat, { stage: 'output', settings });
}

function faultsOf(settings: Settings, allowance = createAllowance()) {
  const given = { stage: 'output', action: 'block', threshold: 0.5, timeout_ms: 1_000 } as const;
  const built = buildFormat({ ...given, settings }, noParts, allowance);
  return built.kind === 'faulty' ? built.faults : [];
}

/** As the answer: what it is made of does not matter here, but that there is one. */
async function kindOfAnswer(settings: Settings, text: string) {
  const quotes = [{ quote: text, stored: text, shown: text, follows: 'as_paragraph' } as const];
  return (await formed(settings).check({ text, quotes }, open)).kind;
}

describe('the length of an answer', () => {
  testGuardrailContract(formed({ code_points_max: 30 }), {
    found: [{ text: 'Many words that are too many by far.', secret: 'words' }],
    slow: '\u{1f600}',
  });

  it('counts code points', async () => {
    expect(await kindOfAnswer({ code_points_max: 3 }, '😀😀😀')).toBe('pass');
    expect(await kindOfAnswer({ code_points_max: 3 }, '😀😀😀.')).toBe('block');
  });
});

const sentences: Readonly<Record<string, string>> = {
  en: 'You can borrow up to ten books at once, and keep each of them for four weeks.',
  de: 'Sie können bis zu zehn Bücher auf einmal ausleihen und jedes davon vier Wochen lang behalten.',
  fr: 'Vous pouvez emprunter dix livres à la fois et garder chacun d’eux pendant quatre semaines.',
  es: 'Usted puede llevarse hasta diez libros a la vez y quedarse con cada uno durante cuatro semanas.',
  pt: 'Você pode levar até dez livros de cada vez e ficar com cada um deles por quatro semanas.',
  it: 'Si possono prendere in prestito dieci libri alla volta e tenerli per quattro settimane.',
  nl: 'U kunt tien boeken tegelijk lenen en elk boek mag u vier weken houden, maar niet langer dan dat.',
  sv: 'Du kan låna tio böcker på en gång och behålla var och en av dem i fyra veckor.',
  pl: 'Można wypożyczyć do dziesięciu książek na raz i zatrzymać każdą z nich na cztery tygodnie.',
  tr: 'Bir defada on kitaba kadar ödünç alabilir ve her birini dört hafta için yanınızda tutabilirsiniz.',
  ru: 'Вы можете взять до десяти книг сразу и держать каждую из них в течение четырёх недель.',
  uk: 'Ви можете взяти до десяти книжок одразу і тримати кожну з них протягом чотирьох тижнів.',
  ar: 'يمكنك استعارة عشرة كتب في وقت واحد على أن لا تحتفظ بأي كتاب أكثر من أربعة أسابيع في كل مرة',
  el: 'Μπορείτε να δανειστείτε δέκα βιβλία και να τα κρατήσετε τέσσερις εβδομάδες.',
  zh: '您一次最多可以借十本书，每本书可以保留四个星期。',
  ja: '一度に十冊まで本を借りることができ、四週間まで手元に置けます。',
  ko: '한 번에 책을 열 권까지 빌릴 수 있고 각각 네 주 동안 가지고 있을 수 있습니다.',
};

describe('the language of an answer', () => {
  it.each(Object.entries(sentences))('detects %s', async (language, text) => {
    expect(await kindOfAnswer({ languages: [language] }, text)).toBe('pass');
    const others = Object.keys(sentences).filter((other) => other !== language);
    for (const other of others.slice(0, 3))
      expect(await kindOfAnswer({ languages: [other] }, text), other).toBe('block');
  });

  it('accepts an undetected language as any language of its script, and no other', async () => {
    const kazakh = 'Кітапханадан бірден он кітапқа дейін алуға болады';
    expect(await kindOfAnswer({ languages: ['bg'] }, kazakh)).toBe('pass');
    expect(await kindOfAnswer({ languages: ['en', 'ar'] }, kazakh)).toBe('block');
  });

  it('accepts any of the allowed languages', async () => {
    expect(await kindOfAnswer({ languages: ['fr', 'de'] }, sentences['de'] ?? '')).toBe('pass');
  });

  it.each([
    ['what is too short', 'Ja, gewiss.'],
    ['names and numbers', 'Müller GmbH & Co. KG, Straße 12, 80331 München, Tel. 089 123456'],
    ['code', '```js\nconst der = die + das; // und so weiter, nicht mit der Frau von dem Mann\n```'],
    ['code in a line', 'Run `docker run der die das und ist nicht von dem` in a shell.'],
    ['nothing', ''],
  ])('does not check %s', async (_, text) => {
    expect(await kindOfAnswer({ languages: ['en'] }, text)).toBe('pass');
  });

  it('does not check what is shown instead of an answer', async () => {
    const guardrail = formed({ languages: ['en'] });
    expect(await guardrail.check({ text: sentences['de'] ?? '', quotes: [] }, open)).toMatchObject({
      kind: 'pass',
    });
  });

  it('rejects a language that it cannot detect', () => {
    expect(faultsOf({ languages: ['en', 'tlh'] })).toEqual([
      { path: ['settings', 'languages', 1], message: 'Must be a language that can be detected' },
    ]);
  });

  it.each(['```\n', '`a', 'a@', '<a', '~~~ ', 'http://'])('finishes on %j', async (piece) => {
    expect(await kindOfAnswer({ languages: ['en'] }, piece.repeat(100_000))).toBe('pass');
  });
});

describe('the schema of an answer', () => {
  const schema = {
    type: 'object',
    properties: {
      days: { type: 'integer', minimum: 0 },
      code: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
      notes: { type: 'array', items: { $ref: '#/$defs/note' }, maxItems: 3, uniqueItems: true },
    },
    required: ['days'],
    additionalProperties: false,
    $defs: { note: { type: 'string', maxLength: 10 } },
  };

  it.each([
    ['{"days": 3}', 'pass'],
    [' {"days": 3, "code": "AB12", "notes": ["a", "b"]}\n', 'pass'],
    ['{"days": "3"}', 'block'],
    ['{"days": 3, "code": "ab12"}', 'block'],
    ['{"days": 3, "notes": ["a", "a"]}', 'block'],
    ['{"days": 3, "more": 1}', 'block'],
    ['{}', 'block'],
    ['Three days.', 'block'],
    ['', 'block'],
  ])('%j: %s', async (text, kind) => {
    expect(await kindOfAnswer({ json_schema: schema }, text)).toBe(kind);
  });

  it('distinguishes patterns from each other', async () => {
    const jsonSchema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a' }, b: { type: 'string', pattern: '^b' } },
      patternProperties: { '^x': { type: 'integer' } },
    };
    expect(await kindOfAnswer({ json_schema: jsonSchema }, '{"a": "a", "b": "b", "x1": 1}')).toBe('pass');
    for (const text of ['{"a": "b"}', '{"b": "a"}', '{"x1": "1"}'])
      expect(await kindOfAnswer({ json_schema: jsonSchema }, text)).toBe('block');
  });

  it('never throws on any answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        expect(['pass', 'block']).toContain(await kindOfAnswer({ json_schema: schema }, text));
      }),
    );
    for (const text of [
      '['.repeat(90_000),
      `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
      '1'.repeat(200_000),
    ])
      expect(['pass', 'block']).toContain(await kindOfAnswer({ json_schema: { type: 'array' } }, text));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown type', { type: 'objekt' }, 'Must be a JSON Schema'],
    ['an unknown keyword', { propertys: {} }, 'unknown keyword'],
    ['a pattern that cannot be read', { type: 'string', pattern: '(' }, 'Must be a JSON Schema'],
    ['a pattern that looks around', { type: 'string', pattern: '(?=a)b' }, 'Must be a JSON Schema'],
    ['a pattern that is too large', { type: 'string', pattern: 'a{900}' }, 'at most 500 instructions'],
    ['a remote reference', { $ref: 'https://example.com/schema.json' }, 'only reference parts of itself'],
    ['a reference that is not a string', { $ref: 3 }, 'only reference parts of itself'],
    ['a part that is missing', { $ref: '#/$defs/none' }, 'does not exist'],
    ['a part with a broken name', { $ref: '#/%/a' }, 'does not exist'],
    [
      'a circular reference',
      { $defs: { a: { items: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' },
      'circular references',
    ],
    ['an identifier', { $id: 'https://example.com/a' }, 'not use $id'],
    ['a dynamic reference', { $dynamicRef: '#a' }, 'not use $dynamicRef'],
    ['unlimited unique items', { type: 'array', uniqueItems: true }, 'maxItems'],
  ])('rejects %s', (_, jsonSchema, message) => {
    expect(faultsOf({ json_schema: jsonSchema })).toEqual([
      { path: ['settings', 'json_schema'], message: expect.stringContaining(message) },
    ]);
  });

  it('rejects schemas that are too deep, or that grow with every reference', () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 100; level++) deep = { not: deep };
    expect(faultsOf({ json_schema: deep })[0]?.message).toContain('at most 64 levels');
    const $defs: Record<string, unknown> = { d0: { type: 'string' } };
    for (let level = 1; level < 40; level++)
      $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] };
    expect(faultsOf({ json_schema: { $defs, $ref: '#/$defs/d39' } })[0]?.message).toContain(
      'at most 500 parts',
    );
  });

  it('shares the limits of its policy with the other schemas', () => {
    const allowance = createAllowance();
    const messageOf = (jsonSchema: Record<string, unknown>) =>
      faultsOf({ json_schema: jsonSchema }, allowance)[0]?.message;
    const large = { enum: Array.from({ length: 400 }, (_, index) => index) };
    expect(messageOf(large)).toBeUndefined();
    expect(messageOf({ type: 'string', pattern: 'a{400}' })).toBeUndefined();
    expect(messageOf(large)).toContain('500 parts together');
    expect(messageOf({ type: 'string' })).toContain('500 parts together');
    expect(faultsOf({ json_schema: { anyOf: Array(501).fill(false) } })[0]?.message).toContain('500 parts');
    expect(allowance.take('instructions', 4_500)).toBe(true);
    expect(allowance.take('instructions', 200)).toBe(false);
  });

  it('resolves references with escaped names', async () => {
    const jsonSchema = { $defs: { 'a/b c': { type: 'integer' } }, $ref: '#/$defs/a~1b%20c' };
    expect(await kindOfAnswer({ json_schema: jsonSchema }, '1')).toBe('pass');
    expect(await kindOfAnswer({ json_schema: jsonSchema }, '"1"')).toBe('block');
  });
});

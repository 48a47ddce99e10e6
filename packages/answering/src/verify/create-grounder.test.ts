import type { ClaimJudgement, ClaimToJudge } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import { contradicted, neither, scriptedReader, supported } from '../read/test-support/scripted-reader.ts';
import { createSource } from '../write/test-support/create-source.ts';
import { createGrounder } from './create-grounder.ts';

const source = createSource(
  1,
  'Staff are given 30 days of leave a year. Unused leave ends in March. Interns are given 20 days of leave a year.',
  { title: 'Leave', context: 'Handbook > Leave' },
);
const limits = { timeoutMs: 100 };
const unitOf = (text: string, also: { question?: string; references?: number[] } = {}) => ({
  ...{ text, references: [1], question: 'How much leave do I get?', before: '' },
  ...also,
});

function grounderThat(judge: (claim: ClaimToJudge) => ClaimJudgement) {
  const asked: ClaimToJudge[] = [];
  const reader = scriptedReader({
    judge: (claim) => {
      asked.push(claim);
      return judge(claim);
    },
  });
  return { grounder: createGrounder({ reader }), asked, reader };
}

describe('createGrounder', () => {
  it('ties a sentence to its quote, with what the judge says of it', async () => {
    const { grounder, reader } = grounderThat(() => supported);
    const grounding = await grounder.ground(unitOf('You get 30 days of leave a year.'), [source], limits);
    expect(grounding).toMatchObject({ kind: 'supported', judged: { supported: 0.94, contradicted: 0.02 } });
    expect(grounder.judge).toBe('scripted-reader');
    expect(reader.calls.length).toBe(1);
    if (grounding.kind !== 'supported') return;
    const quoted = grounding.quotes.map(({ start, end }) => source.text.slice(start, end));
    expect(quoted).toEqual(['Staff are given 30 days of leave a year.']);
  });

  it('asks no judge about a sentence that lacks a fact, however sure the judge would be', async () => {
    const { grounder, reader } = grounderThat(() => supported);
    for (const text of [
      'You get 31 days of leave a year.',
      'You get 30 weeks of leave a year.',
      'Staff are not given 30 days of leave a year.',
      'Staff are n**o**t given 30 days of leave a year.',
      'The page says "leave is a gift to staff".',
    ])
      expect(await grounder.ground(unitOf(text), [source], limits)).toMatchObject({ kind: 'unsupported' });
    expect(reader.calls).toEqual([]);
  });

  it('turns down what the judge finds contradicted, or not supported', async () => {
    for (const [judgement, why] of [
      [contradicted, 'contradicted'],
      [neither, 'unsupported'],
    ] as const) {
      const { grounder } = grounderThat(() => judgement);
      const grounding = await grounder.ground(
        unitOf('You get 30 days of leave every year.'),
        [source],
        limits,
      );
      const nearest = { source: 1, start: 0, end: 40 };
      expect(grounding).toMatchObject({
        ...{ kind: 'unsupported', why },
        // Nobody means what a source clearly denies.
        ...(judgement === contradicted ? {} : { nearest: [nearest] }),
      });
      if (judgement === contradicted) expect(grounding).not.toHaveProperty('nearest');
    }
  });

  it('takes the quote that the judge holds to, of several', async () => {
    const twin = createSource(2, 'Temps get 30 days of leave a year after a trial.');
    const { grounder } = grounderThat(({ evidence }) => (evidence.includes('Temps') ? supported : neither));
    const grounding = await grounder.ground(
      unitOf('One gets 30 days of leave a year.'),
      [source, twin],
      limits,
    );
    expect(grounding).toMatchObject({ kind: 'supported', quotes: [{ source: 2 }] });
  });

  it('gives the judge the question if the sentence depends on it, and the headings above the quote', async () => {
    const { grounder, asked } = grounderThat(() => supported);
    await grounder.ground(unitOf('Yes, 30 days of leave a year.'), [source], limits);
    expect(asked[0]?.claim).toBe('How much leave do I get? Yes, 30 days of leave a year.');
    expect(asked[0]?.evidence).toContain('Handbook > Leave');
    await grounder.ground(unitOf('30 days of leave'), [source], limits);
    expect(asked.at(-1)?.claim).toBe('How much leave do I get? 30 days of leave');
    await grounder.ground(unitOf('Staff get 30 days of leave a year.'), [source], limits);
    expect(asked.at(-1)?.claim).toBe('Staff get 30 days of leave a year.');
  });

  it('asks of a sentence about "it" with the question, unless the quotes have every word of the question', async () => {
    const { grounder, asked } = grounderThat(() => supported);
    const text = 'It is 30 days of leave a year.';
    await grounder.ground(unitOf(text), [source], limits);
    expect(asked.at(-1)?.claim).toBe(text);
    const question = 'How much leave do temps get?';
    await grounder.ground({ ...unitOf(text), question }, [source], limits);
    expect(asked.at(-1)?.claim).toBe(`${question} ${text}`);
  });

  it('asks of a whole sentence without the question, even if its last mark is missing', async () => {
    const { grounder, asked } = grounderThat(() => supported);
    await grounder.ground(unitOf('Staff have 30 days of leave a year'), [source], limits);
    expect(asked.at(-1)?.claim).toBe('Staff have 30 days of leave a year');
  });

  it('judges what says the same in other spellings as the source says it', async () => {
    const { grounder, asked } = grounderThat(({ claim }) => (claim.includes('given') ? supported : neither));
    const grounding = await grounder.ground(
      unitOf('The staff are also given thirty days of leave a year'),
      [createSource(1, 'Staff are given thirty days of leave a year.')],
      limits,
    );
    expect(asked.at(-1)?.claim).toBe('Staff are given thirty days of leave a year.');
    expect(grounding).toMatchObject({ kind: 'supported' });
  });

  it('keeps only what was copied if the judge cannot answer in time, or there is none', async () => {
    const lost = createGrounder({ reader: scriptedReader({ isJudgeLost: () => true }) });
    const unit = unitOf('Staff are given 30 days of leave a year.');
    const other = unitOf('You get 30 days of leave a year.');
    expect(await lost.ground(other, [source], limits)).toMatchObject({ kind: 'unsupported' });
    expect(await lost.ground(unit, [source], limits)).toMatchObject({ kind: 'supported', judged: null });
    const none = createGrounder({ reader: null });
    expect(none.judge).toBeNull();
    expect(await none.ground(unit, [source], limits)).toMatchObject({ kind: 'supported', judged: null });
    expect(await none.ground(other, [source], limits)).toMatchObject({ kind: 'unsupported' });
  });

  it('keeps a sentence that the source has word for word, unless the judge finds it contradicted', async () => {
    const unit = unitOf('Unused leave ends in March.');
    const unsure = grounderThat(() => neither).grounder;
    expect(await unsure.ground(unit, [source], limits)).toMatchObject({
      kind: 'supported',
      judged: { supported: 0.01 },
    });
    const against = grounderThat(() => contradicted).grounder;
    expect(await against.ground(unit, [source], limits)).toMatchObject({ kind: 'unsupported' });
  });

  it('lets greetings pass, and finds nothing without sources', async () => {
    const { grounder } = grounderThat(() => supported);
    expect(await grounder.ground(unitOf('Here is the answer:'), [source], limits)).toEqual({
      kind: 'claims_nothing',
    });
    expect(await grounder.ground(unitOf('You get 30 days.'), [], limits)).toMatchObject({
      kind: 'unsupported',
    });
  });

  it.each(['Yes.', 'Yes!', 'Absolutely!', 'Of course.', '✅'])(
    'looks a plain yes up by what was asked: %s',
    async (yes) => {
      const { grounder, asked } = grounderThat(() => supported);
      const unit = unitOf(yes, { question: 'Does unused leave end in March?' });
      expect(await grounder.ground(unit, [source], limits)).toMatchObject({ kind: 'supported' });
      expect(asked[0]?.claim).toBe(`Does unused leave end in March? ${yes}`);
    },
  );

  it('has what follows a yes supported without it', async () => {
    const text = 'Yes, unused leave of a year ends in March.';
    const unit = unitOf(text, { question: 'Does unused leave of a year end in March?' });
    const { grounder, asked } = grounderThat(({ claim }) => (claim.includes('?') ? supported : neither));
    expect(await grounder.ground(unit, [source], limits)).toMatchObject({ kind: 'unsupported' });
    expect(asked.map(({ claim }) => claim)).toContain('unused leave of a year ends in March.');
    const agreeing = grounderThat(() => supported).grounder;
    expect(await agreeing.ground(unit, [source], limits)).toMatchObject({ kind: 'supported' });
  });

  it.each(['Yes, it does.', 'No leave ends in May or June.'])('judges as it stands: %s', async (text) => {
    const { grounder, asked } = grounderThat(() => supported);
    await grounder.ground(unitOf(text, { question: 'Does unused leave end in March?' }), [source], limits);
    expect(asked.every(({ claim }) => claim.endsWith(text))).toBe(true);
  });

  it('judges a value of JSON by itself too, if its sentence is about what was asked', async () => {
    const hours = createSource(1, 'The library opens at 7:30 and closes at 18:00.', { title: 'Library' });
    const value = unitOf('closes: 18:00', { question: 'What are the opening hours of the library?' });
    const { grounder, asked } = grounderThat(({ claim }) =>
      claim === value.text ? supported : contradicted,
    );
    const whole = [{ source: 1, start: 0, end: hours.text.length, score: 1 }];
    const kindOf = async (unit: Parameters<typeof grounder.ground>[0]) =>
      (await grounder.ground(unit, [hours], limits)).kind;
    expect(await kindOf(value)).toBe('unsupported');
    // Nothing says yet that the sentence is about what was asked.
    expect(await kindOf({ ...value, beside: [] })).toBe('unsupported');
    expect(asked.map(({ claim }) => claim)).not.toContain(value.text);
    expect(await kindOf({ ...value, beside: whole })).toBe('supported');
    expect(await kindOf({ ...value, beside: [], question: 'When is the library open?' })).toBe('supported');
    expect(await kindOf({ ...value, beside: [], question: 'When is the canteen open?' })).toBe('unsupported');
    for (const wrong of ['closes: 19:00', 'closes never: 18:00'])
      expect(await kindOf({ ...value, text: wrong, beside: whole }), wrong).toBe('unsupported');
  });
});

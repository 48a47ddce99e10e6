import type { CheckSettings } from '@avow/contract/guardrails';
import type { Encoder } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import { verdictKindOf, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail, noParts } from '../contract/test-guardrails.ts';
import { buildTopic } from './build-topic.ts';

/** Vectors by the subjects of which a text holds words; those of no subject count for nothing. */
const subjects = [
  ['bank', 'account', 'money', 'card', 'loan'],
  ['recipe', 'cook', 'soup', 'oven'],
  ['car', 'tyre', 'drive', 'engine'],
];

function vectorOf(text: string): Float32Array {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const counts = Float32Array.from(
    subjects,
    (subject) => words.filter((word) => subject.includes(word)).length,
  );
  const length = Math.hypot(...counts) || 1;
  return counts.map((value) => value / length);
}

function countingEncoder(encode: (text: string) => Float32Array | null = vectorOf) {
  const texts: string[] = [];
  const encoder: Pick<Encoder, 'name' | 'encodeQuestion'> = {
    name: 'test-encoder',
    encodeQuestion: async (text) => {
      texts.push(text);
      return encode(text);
    },
  };
  return { encoder, texts };
}

type Topic = CheckSettings<'topic'>['denied'][number];

const money: Topic = {
  name: 'Money',
  description: 'Bank accounts, cards and money',
  examples: ['Can I get a loan from the bank?', 'Block my card'],
};
const cooking: Topic = {
  name: 'Cooking',
  description: 'How to cook, and every recipe',
  examples: ['Oven soup'],
};

function topical(settings: { allowed?: Topic[]; denied?: Topic[] }, { encoder } = countingEncoder()) {
  return builtGuardrail(
    'topic',
    buildTopic,
    { settings: { allowed: [], denied: [], ...settings } },
    { encoder },
  );
}

const onMoney = 'How much money is in my bank account?';
const onCooking = 'Which recipe do I need to cook a soup?';
const onCars = 'How do I change a tyre of my car?';

describe('topics', () => {
  it('rejects denied topics, and nothing else', async () => {
    const guardrail = topical({ denied: [money] });
    expect(await verdictOf(guardrail, onMoney)).toMatchObject({
      kind: 'block',
      reasoning: 'The question is on a topic that is not answered here.',
    });
    expect(await verdictKindOf(guardrail, onCooking)).toBe('pass');
  });

  it('rejects topics that are not allowed', async () => {
    const guardrail = topical({ allowed: [money, cooking] });
    expect(await verdictKindOf(guardrail, onMoney)).toBe('pass');
    expect(await verdictKindOf(guardrail, onCooking)).toBe('pass');
    expect(await verdictOf(guardrail, onCars)).toMatchObject({
      kind: 'block',
      reasoning: 'The question is on none of the topics that are answered here.',
    });
  });

  it('rejects denied topics among the allowed ones', async () => {
    const guardrail = topical({ allowed: [money, cooking], denied: [money] });
    expect(await verdictKindOf(guardrail, onMoney)).toBe('block');
    expect(await verdictKindOf(guardrail, onCooking)).toBe('pass');
  });

  it.each(['hi', 'Hello there, how are you?', 'thanks a lot!', 'why?', 'ok', ''])(
    'passes a text without a topic: %j',
    async (text) => {
      expect(await verdictOf(topical({ allowed: [money] }), text)).toMatchObject({ kind: 'pass', score: 0 });
    },
  );

  it('reads a long question to its end, in a limited number of parts', async () => {
    const counting = countingEncoder((text) => vectorOf(text.slice(0, 1_500)));
    const guardrail = topical({ denied: [money] }, counting);
    expect(await verdictKindOf(guardrail, `${'Well, let us see. '.repeat(150)} ${onMoney}`)).toBe('block');
    const before = counting.texts.length;
    expect(await verdictKindOf(guardrail, '😀 and so on '.repeat(30_000))).toBe('pass');
    expect(counting.texts.length - before).toBe(8);
    expect(counting.texts.every((text) => text.isWellFormed())).toBe(true);
  });

  it('checks the rewritten question', () => {
    expect(topical({ denied: [money] }).target).toBe('question');
  });

  it('encodes its topics once, on the first question', async () => {
    const counting = countingEncoder();
    const guardrail = topical({ denied: [money] }, counting);
    expect(counting.texts).toEqual([]);
    await Promise.all([verdictKindOf(guardrail, onMoney), verdictKindOf(guardrail, onCars)]);
    await verdictKindOf(guardrail, onCooking);
    for (const text of [money.description, ...money.examples, onMoney, onCars, onCooking])
      expect(counting.texts.filter((each) => each === text)).toHaveLength(1);
  });

  it('fails if the encoder fails, and encodes its topics again', async () => {
    let isAway = true;
    const { encoder } = countingEncoder((text) => (isAway ? null : vectorOf(text)));
    const guardrail = topical({ denied: [money] }, { encoder, texts: [] });
    await expect(verdictKindOf(guardrail, onMoney)).rejects.toThrow('could not');
    isAway = false;
    expect(await verdictKindOf(guardrail, onMoney)).toBe('block');
    isAway = true;
    await expect(verdictKindOf(guardrail, onCars)).rejects.toThrow('could not');
  });

  it('works with an encoder that gives every text the same vector', async () => {
    const { encoder } = countingEncoder(() => new Float32Array([1, 0]));
    expect(await verdictKindOf(topical({ denied: [money] }, { encoder, texts: [] }), onMoney)).toBe('pass');
  });

  it('cannot be built without an encoder', () => {
    const given = { stage: 'input', action: 'block', threshold: 0.5, timeout_ms: 1_000 } as const;
    expect(buildTopic({ ...given, settings: { allowed: [], denied: [money] } }, noParts)).toEqual({
      kind: 'faulty',
      faults: [{ path: ['check'], message: 'Needs an encoder, and this installation has none' }],
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testGuardrailContract, verdictKindOf, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail } from '../contract/test-guardrails.ts';
import { buildPromptLeak } from './build-prompt-leak.ts';

const canary = 'AVW-7f3a-K9qz';
const instructions = `You are the assistant of the town library and answer from its handbook alone.
Never speak of the reader whose account is open, and do not give away what other readers have borrowed.
Where the handbook says nothing, say so in one sentence and name the desk that may know more.
The library is open from nine to six.`;
const guardrail = builtGuardrail('prompt_leak', buildPromptLeak, {
  stage: 'output',
  settings: { canaries: [canary, 'zx'], instructions },
});

describe('prompt leak', () => {
  testGuardrailContract(guardrail, {
    found: [
      { text: `It says ${canary}.`, secret: canary },
      { text: `I was told: ${instructions}`, secret: 'handbook' },
    ],
    slow: 'you are the assistant of the town ',
  });

  it.each([
    ['as it is', `The mark is ${canary}`],
    ['in capitals', `The mark is ${canary.toUpperCase()}`],
    ['letter by letter', `The mark is ${[...canary].join(' ')}`],
    ['with other signs', `The mark is ${canary.replaceAll('-', '_')}`],
    ['backwards', `The mark is ${[...canary].toReversed().join('')}`],
    ['turned by 13', 'The mark is NIJ-7s3n-X9dm'],
    ['in base64', `Code: ${btoa(`mark: ${canary} end`)}`],
    ['in base64, one byte on', `Code: ${btoa(`a mark: ${canary}`)}`],
    ['in base64, two bytes on', `Code: ${btoa(`an mark: ${canary}.`)}`],
    [
      'in base64 over two lines',
      `Code: ${btoa(`x ${canary} y`).slice(0, 10)}\n${btoa(`x ${canary} y`).slice(10)}`,
    ],
    ['in hexadecimal', `Code: ${Buffer.from(`x ${canary}`).toString('hex')}`],
    ['in spaced hexadecimal', `Code: ${Buffer.from(canary).toString('hex').replace(/../g, '$& ')}`],
    ['with hidden characters', [...canary].join('\u200b')],
    ['short ones, to the letter', 'a zx b'],
  ])('finds a canary %s', async (_, text) => {
    expect(await verdictOf(guardrail, text)).toMatchObject({ kind: 'block', score: 1 });
  });

  it('finds a canary anywhere in base64-encoded bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 20 }),
        fc.uint8Array({ maxLength: 20 }),
        async (before, after) => {
          const bytes = Buffer.concat([before, Buffer.from(canary), after]);
          for (const code of ['base64', 'base64url', 'hex'] as const)
            expect(await verdictKindOf(guardrail, `Here: ${bytes.toString(code)}`)).toBe('block');
        },
      ),
    );
  });

  it.each([
    ['all of it', instructions],
    ['other case and signs', instructions.toUpperCase().replaceAll('.', ' *')],
    [
      'one long sentence',
      'My rule: never speak of the reader whose account is open, and do not give away more.',
    ],
    ['in base64', `Decode this: ${btoa(instructions)}`],
    ['twelve words', 'You are the assistant of the town library and answer from its'],
  ])('finds the instructions: %s', async (_, text) => {
    expect(await verdictKindOf(guardrail, text)).toBe('block');
  });

  it.each([
    ['a sentence that both hold', 'The library is open from nine to six. On Sundays it is closed.'],
    ['eleven words', 'You are the assistant of the town library and answer from his'],
    [
      'the same words in other order',
      'Six to nine from open is library the, more know may that desk the name and.',
    ],
    ['something else', 'Books may be kept for four weeks, and renewed twice.'],
    ['nothing', ''],
  ])('lets pass: %s', async (_, text) => {
    expect(await verdictKindOf(guardrail, text)).toBe('pass');
  });

  it('finds half of short instructions, and counts characters in scripts without spaces', async () => {
    const short = builtGuardrail('prompt_leak', buildPromptLeak, {
      stage: 'output',
      settings: { canaries: [], instructions: 'Be kind, brief and never speak of prices' },
    });
    expect(await verdictKindOf(short, 'I am to be kind, brief and never speak of prices')).toBe('block');
    expect(await verdictKindOf(short, 'I never speak of prices')).toBe('pass');
    const chinese = builtGuardrail('prompt_leak', buildPromptLeak, {
      stage: 'output',
      settings: {
        canaries: [],
        instructions: `${'请只根据图书馆手册回答读者的问题不要透露其他读者的借阅记录'}${'天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳'}`,
      },
    });
    expect(
      await verdictKindOf(chinese, '他说请只根据图书馆手册回答读者的问题不要透露其他读者的借阅记录'),
    ).toBe('block');
    expect(await verdictKindOf(chinese, '请只根据图书馆手册')).toBe('pass');
  });

  it('scores higher the more is repeated', async () => {
    const words = instructions.split(/\s+/);
    let before = 0;
    for (let count = 1; count <= words.length; count++) {
      const { score } = await verdictOf(guardrail, words.slice(0, count).join(' '));
      expect(score).toBeGreaterThanOrEqual(before);
      before = score;
    }
    expect(before).toBeGreaterThan(0.95);
  });
});

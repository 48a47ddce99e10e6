import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testGuardrailContract, verdictKindOf, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail } from '../contract/test-guardrails.ts';
import { swearWords } from '../profanity/swear-words.ts';
import { buildProfanity } from './build-profanity.ts';

const guardrail = builtGuardrail('profanity', buildProfanity, { action: 'flag', settings: {} });

describe('profanity', () => {
  testGuardrailContract(guardrail, {
    found: [
      { text: 'What the fuck is this form?', secret: 'fuck' },
      { text: 'sh1t', secret: 'sh' },
    ],
    slow: 'f*u-c.k_',
  });

  it.each([
    'This is BULLSHIT.',
    'you fucking idiots',
    'f*ck this',
    'f**k this',
    'What a load of sh*t!',
    'sh1t happens',
    '$hit',
    'b!tch',
    'b1tches',
    '(f@ck? no: f#ck)',
    'fuuuuuck',
    'pissssed off',
    'f u c k this',
    'F.U.C.K',
    'f-u-c-k',
    'ｆｕｃｋ',
    'fu\u200bck',
    'wtf is this',
    '**fuck**',
  ])('flags %j', async (text) => {
    expect(await verdictKindOf(guardrail, text)).toBe('flag');
  });

  it.each([
    'The council of Scunthorpe assesses cocktails in Penistone.',
    'Assess the class assignment and pass it.',
    'A shiitake mushroom, a shipment, shift work',
    'Mr Dickens bought a Hancock cockpit from Essex.',
    'Is there a bass pedal for the ass and the cock?',
    'The **a**t** and a*b*c, f*x, 4*5, s*t',
    'Call 1-800-555-5417, room b1-t4, version 5.4.1',
    'glob: src/**/*.ts and f_name, s_t, p_s, b_h',
    'A B C D E F G',
    'wanky',
    'bookkeeper, zzz, aaa, www',
    '',
  ])('passes %j', async (text) => {
    expect(await verdictOf(guardrail, text)).toMatchObject({ kind: 'pass', score: 0 });
  });

  it('finds every word of its list, plain and with one inner letter masked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...swearWords), fc.nat(), async (word, place) => {
        expect(await verdictKindOf(guardrail, `Oh, ${word.toUpperCase()}!`)).toBe('flag');
        if (word.length < 4) return;
        const masked = 1 + (place % (word.length - 2));
        expect(await verdictKindOf(guardrail, `${word.slice(0, masked)}*${word.slice(masked + 1)}`)).toBe(
          'flag',
        );
      }),
    );
  });
});

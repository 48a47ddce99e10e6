import { describe, expect, it } from 'vitest';
import { acceptOffer } from './accept-offer.ts';

const asked = { prompt: 'Who sees it?', question: 'Who sees it?', wasAnswered: false };
const offered = 'Who can read my questions?';

describe('acceptOffer', () => {
  it.each(['yes', 'Yes!', 'yes please', 'Yeah, exactly.', "that's it", 'ok, yes', 'Yes?', 'Yes 👍'])(
    'takes “%s” for consent',
    (prompt) => {
      expect(acceptOffer(prompt, [{ ...asked, offered }])).toBe(offered);
    },
  );

  it.each([
    'no',
    'yes or no?',
    'yes, and who else?',
    'why?',
    '',
    'yes '.repeat(40),
    'ok',
    'OK, thanks.',
    'Thanks!',
    'please',
  ])('takes “%s” for what it says', (prompt) => {
    expect(acceptOffer(prompt, [{ ...asked, offered }])).toBeNull();
  });

  it('takes nothing for consent if nothing was offered last', () => {
    expect(acceptOffer('yes', [asked, { ...asked, offered }])).toBeNull();
    expect(acceptOffer('yes', [])).toBeNull();
  });
});

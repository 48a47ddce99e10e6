import { describe, expect, it } from 'vitest';
import { acceptOffer } from './accept-offer.ts';

const asked = { prompt: 'Who sees it?', question: 'Who sees it?', wasAnswered: false };
const question = 'Who can read my questions?';

describe('acceptOffer', () => {
  it.each(['yes', 'Yes!', 'yes please', 'Yeah, exactly.', "that's it", 'ok, yes', 'Yes?', 'Yes 👍'])(
    'takes “%s” for consent',
    (prompt) => {
      expect(acceptOffer(prompt, [{ ...asked, offered: [question] }])).toBe(question);
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
    'the second one',
  ])('takes “%s” for what it says', (prompt) => {
    expect(acceptOffer(prompt, [{ ...asked, offered: [question] }])).toBeNull();
  });

  it('takes nothing for consent if nothing was offered last', () => {
    expect(acceptOffer('yes', [asked, { ...asked, offered: [question] }])).toBeNull();
    expect(acceptOffer('yes', [])).toBeNull();
  });

  describe('of several', () => {
    const offered = ['Drafts of a report', 'Published reports', 'How do I share a file?'];
    const take = (prompt: string, choices = offered) => acceptOffer(prompt, [{ ...asked, offered: choices }]);

    it.each([
      ['the first one', 'Drafts of a report: Who sees it?'],
      ['1', 'Drafts of a report: Who sees it?'],
      ['Second', 'Published reports: Who sees it?'],
      ['the 2nd option, please', 'Published reports: Who sees it?'],
      ['yes, the second one', 'Published reports: Who sees it?'],
      ['number two please', 'Published reports: Who sees it?'],
      ['I meant the latter.', 'How do I share a file?'],
      ['the last one', 'How do I share a file?'],
      ['published reports', 'Published reports: Who sees it?'],
      ['“Published reports”', 'Published reports: Who sees it?'],
      ["it's about drafts", 'Drafts of a report: Who sees it?'],
      ['How do I share a file', 'How do I share a file?'],
    ])('takes “%s” for a choice', (prompt, taken) => {
      expect(take(prompt)).toBe(taken);
    });

    it.each(['yes', 'Yes please!'])('asks the same again on “%s”', (prompt) => {
      expect(take(prompt)).toBe('Who sees it?');
    });

    it.each([
      'no',
      'report',
      'the fourth one',
      'who can delete drafts?',
      'Where are published reports?',
      'the second one is wrong',
      'not drafts',
      'without published reports',
      '',
    ])('takes “%s” for what it says', (prompt) => {
      expect(take(prompt)).toBeNull();
    });

    it('does not take a heading for a question of its own', () => {
      expect(take('the first one', ['How it works', 'Prices'])).toBe('How it works: Who sees it?');
    });

    it('takes no third of two', () => {
      expect(take('the third one', offered.slice(0, 2))).toBeNull();
    });
  });
});

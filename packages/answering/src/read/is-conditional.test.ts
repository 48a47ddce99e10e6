import { describe, expect, test } from 'vitest';
import { isConditional } from './is-conditional.ts';

const asked = 'Do I need the VPN for staging?';
const of = (sentence: string, question = asked) =>
  isConditional(question, { pointed: sentence, quotes: [`Before it. ${sentence} If all fails, ask.`] });

describe('isConditional', () => {
  test.each([
    'If you are working outside the office, you need the VPN.',
    'You need the VPN unless you sit in the office.',
    'You need the VPN only when you travel.',
    'You need the VPN if you travel.',
    'When you travel, you need the VPN.',
    'It depends on the network that you are in.',
    'Everybody needs it, except people in the office.',
  ])('%s', (sentence) => {
    expect(of(sentence)).toBe(true);
  });

  test.each([
    'You need the VPN for staging.',
    'You need it even if you sit in the office.',
    'Ask us if you want.',
    'You get a certificate when you join.',
    'Check if the VPN is on.',
  ])('not: %s', (sentence) => {
    expect(of(sentence)).toBe(false);
  });

  test('a condition that the question states is met', () => {
    const sentence = 'If you are working outside the office, you need the VPN.';
    expect(of(sentence, 'Do I need the VPN when I work outside the office?')).toBe(false);
  });

  test('an item of a list is decided by what is said around it', () => {
    const rule = 'If your country is not on this list, we cannot deliver.';
    const quotes = [rule, '- Germany\n- Norway'];
    expect(isConditional('Is SMS supported in Germany?', { pointed: '- Germany', quotes })).toBe(true);
    const tags = [
      `${rule}\n\n<ul>\n<li>Austria</li>\n<li>Germany</li>\n<li>Norway</li>\n<li>Peru</li>\n</ul>`,
    ];
    expect(isConditional('Is SMS supported in Peru?', { pointed: '<li>Peru', quotes: tags })).toBe(true);
    const plain = ['Texts are delivered in these countries:', '- Germany\n- Norway'];
    expect(isConditional('Is SMS supported in Germany?', { pointed: '- Germany', quotes: plain })).toBe(
      false,
    );
  });

  test('comes to an end on any length', () => {
    of('if '.repeat(50_000));
    of(`unless ${'x'.repeat(50_000)}`);
  });
});

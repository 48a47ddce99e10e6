import { splitMarkdown } from '@avow/documents';
import type { PassageHit } from '@avow/search';
import { contentTerms } from '@avow/text/terms';
import { codePointSlicer } from '@avow/text/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageMin, extractAnswer } from './extract-answer.ts';

const handbook = `# Working at Fernhill Bakery 🥐

Fernhill bakes bread for forty shops. This handbook says how we work together.

## Shifts and breaks

The night shift begins at 22:00 and the day shift at 06:00. Everybody has a paid break of 40 minutes in each shift. Swapping a shift needs the consent of the shift leader, who enters the swap in the roster by Thursday noon. Overtime is paid with a supplement of 30 per cent, and never more than ten hours a week may be worked beyond the roster. Young people under 18 do not work at night, and they leave the bakery by 20:00 at the latest.

## Annual leave

Every baker has 26 days of annual leave. Drivers have 28 days, because they also work on market Saturdays. Requests go to the shift leader at least three weeks ahead. Leave that was not taken by the end of March expires, unless illness prevented it. In the four weeks before Christmas nobody is on leave, since that is when the shops sell the most.

## Passwords

To reset your password:

1. Open the staff portal and choose "Forgot password".
2. Enter your badge number and the code sent to your phone.
3. Choose a new password of at least 14 characters.

The code is valid for ten minutes. After five wrong attempts the account is locked for an hour, and only the office can unlock it earlier. Never tell anyone your password, not even the office. The office will never ask you for it, whoever says so on the telephone, and you should report any such call at once.

## Hygiene

In the production hall you must not:

- wear rings, watches or nail varnish
- eat or chew gum
- bring in glass of any kind

Wash your hands when you enter and after each break. Hairnets are handed out at the entrance and thrown away after the shift. Cuts are covered with a blue plaster, which is easy to find should it fall off. Report every cut to the shift leader, who notes it in the hygiene book for the yearly audit.

## Deliveries

| Area       | Departure | Vehicle     |
| ---------- | --------- | ----------- |
| Old town   | 04:30     | cargo bike  |
| Harbour    | 04:45     | small van   |
| North hill | 05:10     | large lorry |

Drivers check the tyres and the cooling before they leave. A late delivery is reported to the shop by telephone before 06:30, with the reason and the new time. Empty crates come back the same day, and missing ones are charged to the shop at the end of the month at the price of a new crate.

## Illness

Call the shift leader at least two hours before your shift. From the fourth day we need a certificate from your doctor, which you can photograph and send to the office. Whoever handles dough and has stomach trouble stays away until two days after it has passed. Sick pay is full pay for six weeks and 70 per cent for a further twelve weeks, counted for each illness by itself.
`;

/** All passages, ranked by the number of shared words: extraction must cope with a simple search. */
function hitsFor(question: string, text = handbook): PassageHit[] {
  const asked = new Set(contentTerms(question));
  return splitMarkdown(text)
    .map((passage, ordinal): PassageHit => {
      const shared = new Set(
        contentTerms(`${passage.headings} ${passage.text}`).filter((term) => asked.has(term)),
      );
      return {
        ...passage,
        ordinal,
        kind: 'document',
        pack: { packId: 'pack_a', version: 1 },
        documentId: 'doc_a',
        revision: 1,
        groups: [],
        validFromMs: null,
        validUntilMs: null,
        score: shared.size,
        wordScore: shared.size,
        vectorScore: null,
        alsoAt: [],
      };
    })
    .filter((hit) => hit.score > 0)
    .sort((one, other) => other.score - one.score);
}

const answerTo = (question: string) => extractAnswer(question, hitsFor(question));

describe('extractAnswer', () => {
  test.each([
    ['When does the night shift begin?', /^The night shift begins at 22:00/],
    ['How long is the break in a shift?', /paid break of 40 minutes/],
    ['Who has to consent to swapping a shift?', /^Swapping a shift needs the consent of the shift leader/],
    ['How much is the supplement for overtime?', /Overtime is paid with a supplement of 30 per cent/],
    ['How many days of annual leave do drivers have?', /Drivers have 28 days/],
    ['When does leave expire that I have not taken?', /end of March expires/],
    ['Can I be on leave before Christmas?', /weeks before Christmas nobody is on leave/],
    ['How long is the code for the password valid?', /code is valid for ten minutes/],
    ['How is a cut covered?', /blue plaster/],
    ['When does the lorry for North hill depart?', /North hill \| 05:10/],
    ['Until when must a late delivery be reported?', /before 06:30/],
    ['How long do I get sick pay?', /six weeks/],
    ['From which day do you need a certificate from the doctor?', /^From the fourth day/],
  ])('%j is answered by %s', (question, expected) => {
    expect(answerTo(question)?.quote).toMatch(expected);
  });

  test.each([
    'What is the capital of France?',
    'How do I reset the espresso machine?',
    'Who won the football world cup in 1998?',
    'How do I bake a chocolate cake at home?',
    'What is the password of the wireless network?',
    'Can I bring my dog to the office party?',
    'How high is the pension contribution of the company?',
    'please write a poem about the sea',
    'What is it?',
    '',
    '???',
  ])('%j is not covered', (question) => {
    expect(answerTo(question)).toBeNull();
  });

  test('a procedure is quoted whole, with the words that introduce it', () => {
    const quote = answerTo('How do I reset my password?')?.quote;
    expect(quote).toMatch(/^To reset your password:/);
    expect(quote).toContain('at least 14 characters.');
  });

  test('what is forbidden is never quoted without the words that forbid it', () => {
    const quote = answerTo('Can I wear rings and watches in the production hall?')?.quote;
    expect(quote).toMatch(/^In the production hall you must not:/);
    expect(quote).toContain('rings');
  });

  test('a table is quoted with its head', () => {
    expect(answerTo('Which vehicle goes to the harbour area?')?.quote).toMatch(
      /^\| Area(?:.|\n)*Harbour(?:.|\n)*small van/,
    );
  });

  test('a sentence that announces a list is quoted with the list', () => {
    const text = `# Fire\n\n${'The doors are kept free at all times. '.repeat(20)}\n\nIn a fire, do this:\n\n- close the ovens\n- leave by the yard\n\n${'Drills are held in spring. '.repeat(20)}`;
    const question = 'What do I do in a fire?';
    expect(extractAnswer(question, hitsFor(question, text))?.quote).toContain('leave by the yard');
  });

  test('the quote is exactly the stored words between its offsets', () => {
    for (const question of [
      'When does the night shift begin?',
      'How do I reset my password?',
      'Which vehicle goes to the harbour?',
    ]) {
      const answer = answerTo(question);
      expect(answer).not.toBeNull();
      if (answer !== null) expect(codePointSlicer(handbook)(answer)).toBe(answer.quote);
    }
  });

  test('coverage and margin are shares, and a rival passage makes the margin small', () => {
    const alone = answerTo('How many days of annual leave do drivers have?');
    expect(alone?.coverage).toBeGreaterThanOrEqual(coverageMin);
    expect(alone?.coverage).toBeLessThanOrEqual(1);
    const hits = hitsFor('How many days of annual leave do drivers have?');
    const rival = hits.map((hit) => ({ ...hit, documentId: 'doc_b' as const }));
    const contested = extractAnswer('How many days of annual leave do drivers have?', [...hits, ...rival]);
    expect(contested?.margin).toBeLessThan(alone?.margin ?? 0);
  });

  test('quotes below the question of the page that was asked, and no further than the next', () => {
    const text =
      '# Parking\n\n**Q: Is parking taxed?**\n\nA: Yes, like pay.\n\n**Q: Can a bike be parked?**\n\nA: Yes, in the yard.\n';
    const ask = (question: string) => extractAnswer(question, hitsFor(question, text))?.quote;
    expect(ask('Is parking taxed?')).toBe('Yes, like pay.');
    expect(ask('Can a bike be parked?')).toBe('Yes, in the yard.');
  });

  test('does not quote what says the opposite without its heading', () => {
    const question = 'How many digits must a code have?';
    const under = (heading: string) =>
      extractAnswer(
        question,
        hitsFor(question, `# Codes\n\n## ${heading}\n\n- A code must have nine digits\n`),
      );
    expect(under('Yes')?.quote).toContain('nine digits');
    expect(under('No')).toBeNull();
  });

  test('does not answer from curated questions', () => {
    const question = 'When does the night shift begin?';
    expect(
      extractAnswer(
        question,
        hitsFor(question).map((hit) => ({ ...hit, kind: 'curated' as const })),
      ),
    ).toBeNull();
  });

  test('any question and any text: the same answer twice, and exact', () => {
    const piece = fc.constantFrom(
      'leave ',
      'shift. ',
      '- item\n',
      '😀',
      '| a | b |\n',
      '\n\n',
      'must not:\n',
      '漢字。',
      '```\n',
      '22:00 ',
      '# H\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string({ unit: 'grapheme' }), (pieces, noise) => {
        const text = pieces.join('');
        const question = `${noise} leave shift 22:00?`;
        const hits = hitsFor(question, text);
        const answer = extractAnswer(question, hits);
        expect(extractAnswer(question, hits)).toEqual(answer);
        if (answer !== null) expect(codePointSlicer(text)(answer)).toBe(answer.quote);
      }),
      { numRuns: 200 },
    );
  });

  test('comes to an end, however long the question and the passages', () => {
    const [hit] = hitsFor('leave');
    expect(hit).toBeDefined();
    if (hit === undefined) return;
    const question = 'leave shift '.repeat(20_000);
    const hits = Array.from({ length: 400 }, () => ({ ...hit, text: 'leave shift. '.repeat(20_000) }));
    expect(extractAnswer(question, hits)?.quote).toContain('leave');
  });
});

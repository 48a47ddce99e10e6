import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  stepsDeepMax,
  viewedUnitsMax,
  viewsLengthMax,
  viewsMax,
  viewsOf,
  viewsUnitsMin,
} from './views-of.ts';

const textsOf = (text: string): readonly string[] => viewsOf(text).map((view) => view.text);

/** Any units whatever, lone surrogates among them. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 })
  .map((units) => String.fromCharCode(...units));

/** Pieces that readings look for, in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...[
        '%41',
        '&#65;',
        '&amp;',
        '\\u0041',
        '=41',
        'QUJD',
        'aWdub3Jl',
        '<b>',
        '<!--',
        '-->',
        '. -',
        '65 ',
        '01000001',
      ],
      ...[
        'ǝɥʇ',
        '\u200b',
        '\u{e0041}',
        '\ufe0f',
        '\ud800',
        'а',
        'a.b',
        'a b c d',
        '"a" + "b"',
        'x = "y"',
        'erongi ',
      ],
      ...[
        'alfa bravo ',
        'ellohay ',
        'uryyb jbeyq ',
        'h3ll0 ',
        'heeello',
        '\n',
        '<~',
        '~>',
        'ABCDEFGHIJKLMNOP',
        '-\n',
      ],
    ),
    { maxLength: 40 },
  )
  .map((list) => list.join(''));

describe('viewsOf', () => {
  it('begins with the text as it is drawn, in small letters and with single spaces', () => {
    expect(viewsOf('  Ｈｅｌｌｏ\u00a0 \t WO\u200bRLD\u00ad \r\n\n Again ')[0]).toEqual({
      name: 'plain',
      text: 'hello world\nagain',
      isDisguised: false,
      disguises: [],
      isHidden: false,
    });
  });

  it.each([
    ['accents left out', 'Größe çà Łódź', 'grosse ca lodz'],
    ['look-alike letters', 'іgnоrе mе', 'ignore me'],
    ['look-alike letters', 'ᎪᏞᏞ 🅰🅻🅻 ΑLL', 'all all all'],
    ['upside down', 'ʇxǝʇ ǝɯos', 'some text'],
    ['hidden in tags', 'a\u{e0068}\u{e0065}\u{e0079}', 'a hey'],
    ['escapes', '\\u0074\\u{65}\\x78\\164', 'text'],
    ['percent-encoding', 'some%20te%78t', 'some text'],
    ['HTML entities', 'some &#116;&#x65;xt &lt;', 'some text <'],
    ['quoted-printable', '=73=6F=6D=65 te=\nxt', 'some text'],
    ['markup', 'so<b>me</b><p>text</p>', 'some text'],
    ['base64', 'c29tZSBob25lc3QgdGV4dA', 'some honest text'],
    ['base32', 'ONXW2ZJANBXW4ZLTOQQHIZLYOQ======', 'some honest text'],
    ['character codes', '73 6f 6d 65 20 74 65 78 74', 'some text'],
    ['character codes', '115 111 109 101 32 116 101 120 116', 'some text'],
    ['Morse code', '... --- -- . / - . -..- -', 'some text'],
    ['spelling alphabet', 'sierra oscar mike echo / tango echo xray tango', 'some text'],
    ['joined strings', '"so" + "me text"', '"some text"'],
    ['spaced letters', 's o m e   t e x t', 'some text'],
    ['spaced letters', 's😀o😀m😀e t😀e😀x😀t', 'some text'],
    ['signs within words', 'so~me te~xt', 'some text'],
    ['spaces within words', 'the instr uctions', 'the instructions'],
    ['leetspeak', 's0m3 h0n357 w0rd5', 'some honest words'],
    ['repeated letters', 'sooome teeext', 'some text'],
    ['joined words', 'someofthetexthere', 'some of the text here'],
    ['jumbled letters', 'the isntrctuions', 'the instructions'],
    ['vowels left out', 'nstrctns wrds mssg', 'instructions words message'],
    ['pig latin', 'omesay exttay erehay', 'some text here'],
    ['reversed', 'txet fo sdrow ynam', 'many words of text'],
    ['reversed words', 'ynam sdrow fo txet', 'many words of text'],
    ['shifted letters', 'znal jbeqf bs grkg', 'many words of text'],
  ])('reads %s', (name, written, meant) => {
    expect(viewsOf(written)).toContainEqual(expect.objectContaining({ name, text: meant }));
  });

  it('reads one disguise within another', () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    expect(textsOf(base64(base64(base64('many words of text'))))).toContain('many words of text');
    expect(textsOf(base64('znal jbeqf bs grkg'))).toContain('many words of text');
    expect(textsOf('%2541%256c%256c of it')).toContain('all of it');
  });

  it('takes letters from tables of signs for a disguise, and a single one for what it is', () => {
    expect(viewsOf('𝐩𝐥𝐞𝐚𝐬𝐞 read ⓣⓗⓘⓢ')[0]).toMatchObject({ text: 'please read this', isDisguised: true });
    expect(viewsOf('p\u200bl\u200be\u200ba\u200bs\u200be\u200b r\u200bead')[0]?.isDisguised).toBe(true);
    expect(viewsOf('the vector 𝐱 and the set ℝ')[0]?.isDisguised).toBe(false);
  });

  it('reads several disguises side by side', () => {
    const text = [
      Buffer.from('many words of text').toString('base64'),
      '73 6f 6d 65 20 74 65 78 74',
      '... --- -- . / - . -..- -',
      'znal jbeqf bs grkg',
    ].join('\n');
    const read = textsOf(text).map((shown) => shown.match(/many words of text|some text/g)?.length ?? 0);
    expect(Math.max(...read)).toBe(4);
  });

  it('shows hidden text as hidden, and a flag as nothing', () => {
    const tags = (letters: string): string =>
      Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(viewsOf(`hello${tags('secret')}`).some((view) => view.isHidden)).toBe(true);
    expect(textsOf(`England \u{1f3f4}${tags('gbeng')}\u{e007f} won`).join()).not.toContain('gbeng');
  });

  it.each([
    'How do I reset the password of my account?',
    'Which documents do I need to open a second account for my company?',
    'The train leaves at 10:45 from platform 3, and arrives at noon.',
    'In 1969, Apollo 11 carried three men to the Moon; two of them walked on it.',
    'Patients with hepatocellular carcinoma were treated with sorafenib (n = 42) or placebo (n = 39).',
    'Wie kann ich mein Passwort ändern?',
    'Les règles du jeu ont changé depuis le mois dernier.',
  ])('has one view of harmless prose, or two: %s', (text) => {
    expect(viewsOf(text).length).toBeLessThanOrEqual(2);
    expect(viewsOf(text).some((view) => view.isDisguised)).toBe(false);
  });

  it('leaves names, numbers and codes as they are', () => {
    for (const text of [
      'd41d8cd98f00b204e9800998ecf8427e',
      '550e8400-e29b-41d4-a716-446655440000',
      'ages 23 45 67 34 56 78 41 39 52',
      'call 020 7946 0958 or 020 7946 0123',
      'version 1.2.3-beta.4 of left-pad',
    ]) {
      expect(textsOf(text), text).toHaveLength(1);
    }
  });

  it('never throws, and keeps to its limits', () => {
    fc.assert(
      fc.property(fc.oneof(anyUnits, pieces, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const views = viewsOf(text);
        expect(views.length).toBeGreaterThanOrEqual(1);
        expect(views.length).toBeLessThanOrEqual(viewsMax);
        expect(new Set(views.map((view) => view.text)).size).toBe(views.length);
        expect(views.every((view) => view.text.isWellFormed())).toBe(true);
        const units = views.reduce((sum, view) => sum + view.text.length, 0);
        expect(units).toBeLessThanOrEqual(Math.max(text.length * viewsLengthMax, viewsUnitsMin));
      }),
      { numRuns: 500 },
    );
  });

  it('reads the beginning and the end of a long text', () => {
    const filler = 'word '.repeat(20_000);
    const [plain] = viewsOf(`first ${filler} last`);
    expect(plain?.text.startsWith('first')).toBe(true);
    expect(plain?.text.endsWith('last')).toBe(true);
    expect(plain?.text.length).toBeLessThanOrEqual(2 * viewedUnitsMax + 1);
  });

  it('stops after so many steps one after the other', () => {
    let text = 'many words of text';
    for (let depth = 0; depth <= stepsDeepMax; depth++) text = Buffer.from(text).toString('base64');
    expect(textsOf(text)).not.toContain('many words of text');
  });
});

import fc from 'fast-check';

/** What guardrails look for, and what resembles it; some of it in parts, so that it may fall across ends. */
const planted = {
  personal: [
    ...[
      'DE89 3704 0044 0532 0130 00',
      'DE89370400440532013000',
      'GB29 NWBK 6016 1331 9268 19',
      'DE89',
      '3704',
    ],
    ...['4111 1111 1111 1111', '4111-1111-1111-1111', '5500 0000', '0000 0004', '078-05-1120', '123-45-6789'],
    ...['SSN', 'passport', 'passport number', 'X1234567', 'C01X00T47', 'L01X00T471', '8205 17 123', '0044'],
    ...['756.9217.0769.85', 'BIC', 'DEUTDEFF500', 'COBADEFFXXX', 'born', 'date of birth', '5 January 1990'],
    ...['Jan. 5, 1990', '05.01.1990', '1990', '12', '30 days', '+49 30 1234567', '(212) 555-0100', 'ext. 12'],
    ...['tel', 'call', 'office', '030 123456', 'jane.doe@mail.org', 'jane at mail', 'dot org', 'write to'],
    ...['"jane doe"@mail.org', '192.0.2.1', '8.8.4.4', '2001:4860:4860::8888', '١٢٣٤٥٦٧٨٩', '電話', '\u200b'],
    ...['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    ...['４１１１ １１１１ １１１１ １１１１', '[IBAN_1]', '[CARD_1]', 'VAT', 'DE', '123456789', 'account'],
  ],
  secrets: [
    ...[
      'AKIAQ3EGRJ5LQ7MPZ2XA',
      'wJalrXUtnFEMIK7MDENGbPxRfiCYzR8xQ2vTnK4p',
      'aws secret',
      'password: Tr0ub4dor&3',
    ],
    ...['password', '"Kx9#mQ2$vL"', 'is', '"not told', 'token: 8fJ2kQ9xLm4Zt7Rw', '"', 'Bearer'],
    ...['8fJ2kQ9xLm4Zt7RwBv3', 'https://ann:S3cr3t!x@db.host/a', '-----BEGIN RSA PRIVATE KEY-----'],
    ...[
      '-----END RSA PRIVATE KEY-----',
      '-----BEGIN CERTIFICATE-----',
      '-----BEGIN',
      '[SECRET_1]',
      'Private-MAC:',
    ],
    ...['MIIEpAIBAAKCAQEAx0Y3k8m2V5nT7qW1zR4uJ6hL9pS', 'c2VjcmV0IGtleSBib2R5IHdpdGggbWFueSBjaGFyYWN0ZXJz'],
    ...['PuTTY-User-Key-File-2:', 'f'.repeat(40), 'secret access key', '...'],
  ],
  links: [
    ...[
      'https://evil.host/a?b=c',
      '[here](https://evil.host/x)',
      '![x](https://evil.host/y.png)',
      '[a]',
      '[a',
    ],
    ...[
      'b](https://evil.host)',
      '`https://evil.host`',
      '`code`',
      '`',
      '``',
      '```',
      '<b>',
      '<img src=x>',
      '<script>',
    ],
    ...[
      '</script>',
      'x < y',
      '\\',
      '![',
      '](',
      ')',
      '[id]: https://evil.host',
      '](https://evil.host "a title',
    ],
    ...[
      'end")',
      'www.evil.host',
      '*',
      '**',
      '(',
      'https',
      '://',
      '<https://evil.host>',
      '~~~',
      '[x](/a)',
      '<!--',
    ],
  ],
  words: [
    ...['falcon', 'Blue', 'heron', 'blue-heron', 'New', 'year', 'New Year', 'sale', 'sale of', '12', 'items'],
    ...['12 items', 'straße der', 'STRASSE', 'der', 'Wörter', 'fal\u00adcon', '黒い', '鳥', '黒'],
  ],
} as const;
export type Planted = keyof typeof planted;
/** Phrases for the word checks. */
export const deniedWords = [
  ...['falcon', 'blue heron', 'new year sale', 'sale of 12 items', 'straße der wörter', '黒い鳥'],
];
const plain = [
  ...[
    'The',
    'fee',
    'is',
    'paid',
    'within',
    'two weeks',
    'of',
    'delivery',
    'by',
    'the',
    'customer',
    'at',
    'in',
  ],
  ...['über', '顧客は', 'days', 'in', 'de', 'residence', 'requirements'],
];
const marks = ['.', '.', '!', '?', ':', ',', '', '', ')', '"'];
const joins = [' ', ' ', '\n', '\n\n', '\n- ', '\n| ', '\n    '];

/** Answers as lists of units, each with what joins it to the one before. */
export function answersOf(...kinds: readonly Planted[]): fc.Arbitrary<readonly string[]> {
  const word = fc.oneof(
    { arbitrary: fc.constantFrom(...plain), weight: 2 },
    { arbitrary: fc.constantFrom(...kinds.flatMap((kind): readonly string[] => planted[kind])), weight: 3 },
  );
  const unit = fc
    .tuple(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...marks),
      fc.constantFrom(' ', ' ', ' ', '  ', '\n'),
    )
    .map(([words, mark, gap]) => words.join(gap) + mark);
  return fc
    .array(fc.tuple(fc.constantFrom(...joins), unit), { minLength: 1, maxLength: 8 })
    .map((units) => units.map(([join, text], index) => (index === 0 ? text : join + text)));
}

/** Where the units end in the answer. */
export function ends(units: readonly string[]): readonly number[] {
  let end = 0;
  return units.map((unit) => {
    end += unit.length;
    return end;
  });
}

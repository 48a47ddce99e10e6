import { pack, xlsxParts } from '@avow/documents/testing';
import { curatedKey } from '@avow/text';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { openSharedParser } from '../../content/test-support/shared-parser.ts';
import { readPairsFile } from './read-pairs-file.ts';

const parser = openSharedParser();

const read = (fileName: string, content: string | Uint8Array) =>
  readPairsFile({ fileName, bytes: typeof content === 'string' ? Buffer.from(content) : content, parser });
const reasonsOf = async (fileName: string, content: string | Uint8Array) =>
  (await read(fileName, content)).faults.map(({ reason }) => reason);

const plain = { alternatives: [], url: null, tags: [], groups: [], validFromMs: null, validUntilMs: null };
const leave = { ...plain, question: 'How long is leave?', answer: '25 days.' };

function sheetRows(rows: readonly string[][]): string {
  const escaped = (cell: string) => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cells = (row: readonly string[], number: number) =>
    row.map(
      (cell, column) =>
        `<c r="${String.fromCharCode(65 + column)}${number}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
    );
  return rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1).join('')}</row>`).join('');
}

describe('our own JSON', () => {
  const full = {
    question: ' How long is leave? ',
    alternatives: ['Leave days?', 'leave days', 'how long is LEAVE'],
    answer: 'a\r\nb',
    source: 'leave.md',
    url: 'https://example.org/leave',
    tags: ['hr', 'hr'],
    groups: ['staff', 'board'],
    valid_from: '2026-01-01',
    valid_until: '2026-01-31T12:00:00+01:00',
  };
  const taken = {
    question: 'How long is leave?',
    alternatives: ['Leave days?'],
    answer: 'a\nb',
    source: 'leave.md',
    url: 'https://example.org/leave',
    tags: ['hr'],
    groups: ['board', 'staff'],
    validFromMs: Date.UTC(2026, 0, 1),
    validUntilMs: Date.UTC(2026, 0, 31, 11),
  };

  test('reads a list and JSON Lines', async () => {
    expect(await read('a.qna.json', JSON.stringify([full]))).toEqual({
      pairs: [taken],
      faults: [],
      format: 'json',
    });
    const lines = `${JSON.stringify(full)}\n\n{"question":\n${JSON.stringify({ question: 'b?', answer: 'B' })}`;
    expect(await read('a.jsonl', lines)).toEqual({
      pairs: [taken, { ...plain, question: 'b?', answer: 'B', source: 'a.jsonl' }],
      faults: [{ file: 'a.jsonl', reason: 'line 3: is not valid JSON' }],
      format: 'json-lines',
    });
  });

  test('reports each invalid item and imports the others', async () => {
    const items = [
      { question: 'a?', answer: '' },
      { question: 'b?' },
      { question: 'c?', answer: 'C', extra: 1 },
      { question: 'd?', answer: 'D', url: 'javascript:alert(1)' },
      { question: 'e?', answer: 'E', valid_from: 'tomorrow' },
      { question: 'f?', answer: 'F', valid_until: '2026-02-30' },
      { question: 'g?', answer: 'G', valid_from: '2026-02-01', valid_until: '2026-01-31' },
      { question: '???', answer: 'H' },
      { question: 'i?', answer: 'x'.repeat(32_001) },
      { question: 'j?', answer: 'J', groups: ['x'.repeat(129)] },
      7,
      { question: 'ok?', answer: 'yes' },
    ];
    const { pairs, faults } = await read('a.json', JSON.stringify(items));
    expect(pairs.map(({ question }) => question)).toEqual(['ok?']);
    expect(faults.map(({ reason }) => reason.replace(/: .*/, ''))).toEqual([
      ...[2, 3, 11].map((item) => `item ${item}`),
      ...[1, 4, 5, 6, 7, 8, 9, 10].map((item) => `item ${item}`),
    ]);
  });

  test('reads a date without a time as the whole day', async () => {
    const { pairs } = await read(
      'a.json',
      JSON.stringify([{ question: 'a?', answer: 'A', valid_from: '2026-01-31', valid_until: '2026-01-31' }]),
    );
    expect(pairs).toMatchObject([{ validFromMs: Date.UTC(2026, 0, 31), validUntilMs: Date.UTC(2026, 1, 1) }]);
  });
});

describe('the same question twice', () => {
  test('merges pairs with the same question and answer', async () => {
    const csv =
      'question,answer,alternatives\nHow long is leave?,25,Leave?\nhow long is leave,25,Days off?|leave';
    const { pairs, faults } = await read('a.csv', csv);
    expect(pairs).toMatchObject([{ question: 'How long is leave?', alternatives: ['Leave?', 'Days off?'] }]);
    expect(faults).toEqual([]);
  });

  test('keeps the first of two different answers, and names both', async () => {
    const csv = 'question,answer,alternatives\na?,1,\nb?,2,A\nA!,3,';
    const { pairs, faults } = await read('a.csv', csv);
    expect(pairs.map(({ question, answer, alternatives }) => [question, answer, alternatives])).toEqual([
      ['a?', '1', []],
      ['b?', '2', []],
    ]);
    expect(faults.map(({ reason }) => reason)).toEqual([
      'row 3: an alternative has the same question as row 2, which has a different answer',
      'row 4: has the same question as row 2 and a different answer; row 2 was kept',
    ]);
  });

  test('keeps pairs for other groups or times separate', async () => {
    const csv =
      'question,answer,groups,valid_from,valid_until\na?,1,staff,,\na?,2,guests,,\na?,3,,2026-01-01,2026-01-31\na?,4,,2026-02-01,';
    const { pairs, faults } = await read('a.csv', csv);
    expect(pairs.map(({ answer }) => answer)).toEqual(['1', '2', '3', '4']);
    expect(faults).toEqual([]);
  });
});

describe('plain tables', () => {
  const taken = {
    ...leave,
    alternatives: ['Leave?', 'Days off?', 'Holiday?'],
    answer: '25 days;\nask "first".',
    source: 'a.md',
    tags: ['hr', 'key:value'],
    groups: ['board', 'staff'],
  };
  const rows = [
    ['Question ', ' ANSWER', 'Alternatives', 'alternative_2', 'Source', 'Tags', 'Groups'],
    [
      'How long is leave?',
      taken.answer,
      'Leave?|Days off?',
      'Holiday?',
      'a.md',
      'hr, key:value',
      'staff;board',
    ],
  ];

  test.each([
    ['a.csv', papaparse.unparse(rows)],
    ['a.csv', `\ufeff${papaparse.unparse(rows, { delimiter: ';' })}`],
    ['a.tsv', papaparse.unparse(rows, { delimiter: '\t' })],
    ['a.txt', papaparse.unparse(rows, { delimiter: '\t' })],
    ['a.csv', Buffer.from(`\ufeff${papaparse.unparse(rows, { delimiter: '\t' })}`, 'utf16le')],
    ['a.xlsx', pack(xlsxParts([{ name: 'One', rows: sheetRows(rows) }]))],
  ])('%s', async (fileName, content) => {
    expect(await read(fileName, content)).toEqual({ pairs: [taken], faults: [], format: 'table' });
  });

  test('reads two columns without names', async () => {
    expect(await read('a.csv', 'How long is leave?,25 days.\n"=1+1","@x"')).toEqual({
      pairs: [
        { ...leave, source: 'a.csv' },
        { ...plain, question: '=1+1', answer: '@x', source: 'a.csv' },
      ],
      faults: [],
      format: 'table',
    });
    expect(await reasonsOf('a.csv', 'a,b,c\nd,e,f')).toEqual([
      'has no columns named question and answer: its first row must name them, as in "question,answer", and is "a,b,c"',
    ]);
  });

  test('reports invalid rows and unknown columns', async () => {
    expect(await reasonsOf('a.csv', 'question,answer,mood\na?,,x\nb?,B,good\nc?,C,fine,more')).toEqual([
      'column mood: is unknown and was ignored',
      'row 4: has more cells than there are columns: quote cells that contain the separator',
      'row 2: answer: must not be empty',
    ]);
  });

  test('reads any pairs back as they were written', async () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', 'B', '7', ' ', ',', ';', '"', '\t', '\n', '|', '<', '=', 'é') })
      .filter((one) => curatedKey(one) !== '');
    const list = fc.uniqueArray(fc.tuple(text, text), {
      selector: ([question]) => curatedKey(question),
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(list, fc.constantFrom(',', '\t'), async (written, delimiter) => {
        const table = papaparse.unparse([['question', 'answer'], ...written], { delimiter });
        const { pairs, faults } = await read(delimiter === ',' ? 'a.csv' : 'a.tsv', table);
        expect(faults).toEqual([]);
        expect(pairs.map(({ question, answer }) => [question, answer])).toEqual(
          written.map((pair) => pair.map((one) => one.trim())),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('Azure custom question answering and QnA SampleGenerator', () => {
  const header =
    'Question\tAnswer\tSource\tMetadata\tSuggestedQuestions\tIsContextOnly\tPrompts\tQnaId\tSourceDisplayName';
  const rows = [
    header,
    'How long is leave?\t25 days.\\n\\nAsk **first**.\thttps://example.org/faq\tteam:HR|level:1\t[]\tFalse\t[]\t1\tFAQ',
    '"Leave" days?\t25 days.\\n\\nAsk **first**.\thttps://example.org/faq\tteam:HR|level:1\t[]\tFalse\t[]\t1\tFAQ',
    'And then?\tNothing.\tEditorial\t\t[]\tTrue\t[]\t2\t',
    'Who pays?\t<p>We <b>do</b>.</p><p>See <a href="https://example.org/pay">here</a>.</p>\tEditorial\tsystem_metadata_qna_edited_manually:true\t["pay?"]\tFalse\t[{"displayOrder":0,"qnaId":2,"displayText":"x"}]\t3\t',
    'Who else?\tNobody.\tEditorial\t\t[]\tFalse\t[]\t1\t',
  ];
  const pairs = [
    {
      ...leave,
      alternatives: ['"Leave" days?'],
      answer: '25 days.\n\nAsk **first**.',
      source: 'FAQ',
      url: 'https://example.org/faq',
      tags: ['team:HR', 'level:1'],
    },
    {
      ...plain,
      question: 'Who pays?',
      answer: 'We do.\n\nSee [here](https://example.org/pay).',
      source: 'Editorial',
    },
  ];
  const reasons = (place: (row: number) => string) => [
    `${place(6)}: has the same QnaId as ${place(2)} but a different answer`,
    `${place(4)}: answers only after another question, which is not supported; it was skipped`,
    `${place(5)}: follow-up prompts are not supported; 1 skipped`,
    `${place(5)}: suggested questions that nobody accepted are not imported; 1 skipped`,
  ];

  test('reads the table as text, as a workbook and in an archive', async () => {
    const tsv = await read('kb.tsv', rows.join('\r\n'));
    expect(tsv.format).toBe('azure-table');
    expect(tsv.pairs).toEqual(pairs);
    expect(tsv.faults.map(({ reason }) => reason)).toEqual(reasons((row) => `row ${row}`));
    const sheets = [
      { name: 'QnAs', rows: sheetRows(rows.map((row) => row.split('\t'))) },
      { name: 'Settings', rows: sheetRows([['Key', 'Value']]) },
    ];
    const xlsx = await read('kb.xlsx', pack(xlsxParts(sheets)));
    expect(xlsx.pairs).toEqual(pairs);
    expect(xlsx.faults.map(({ reason }) => reason)).toEqual(reasons((row) => `sheet QnAs, row ${row}`));
    const zip = await read('kb.zip', pack({ 'kb.tsv': rows.join('\n'), 'Settings.tsv': 'Key\tValue' }));
    expect(zip.pairs).toEqual(pairs);
    expect(new Set(zip.faults.map(({ file }) => file))).toEqual(new Set(['kb.zip/kb.tsv']));
  });

  test('groups rows with the same answer if there are no ids', async () => {
    const tsv =
      'Question\tAnswer\tSource\tMetadata\nHi\tHello.\tchat.tsv\teditorial:chat\nHey\tHello.\tchat.tsv\teditorial:chat';
    expect((await read('chat.tsv', tsv)).pairs).toEqual([
      {
        ...plain,
        question: 'Hi',
        alternatives: ['Hey'],
        answer: 'Hello.',
        source: 'chat.tsv',
        tags: ['editorial:chat'],
      },
    ]);
  });

  test('reads JSON of either product', async () => {
    const entry = {
      Id: 1,
      Answer: 'line\nC:\\new',
      Source: 'Editorial',
      Questions: ['How long is leave?', 'Leave?'],
      Metadata: { team: 'HR' },
      Dialog: { IsContextOnly: false, Prompts: [{ DisplayOrder: 1, QnaId: 2, DisplayText: 'More' }] },
    };
    const only = { ...entry, Questions: ['Then?'], Dialog: { IsContextOnly: true, Prompts: [] } };
    expect(
      await read('kb.json', JSON.stringify({ Metadata: {}, Assets: { Synonyms: [], Qnas: [entry, only] } })),
    ).toEqual({
      pairs: [
        {
          ...leave,
          alternatives: ['Leave?'],
          answer: 'line\nC:\\new',
          source: 'Editorial',
          tags: ['team:HR'],
        },
      ],
      faults: [
        'item 1: follow-up prompts are not supported; 1 skipped',
        'item 2: answers only after another question, which is not supported; it was skipped',
      ].map((reason) => ({ file: 'kb.json', reason })),
      format: 'azure-json',
    });
    const old = {
      id: 1,
      answer: '25 days.',
      source: 'Custom Editorial',
      questions: ['How long is leave?'],
      metadata: [{ name: 'category', value: 'hr' }],
      context: { isContextOnly: false, prompts: [] },
    };
    expect(await read('kb.json', JSON.stringify({ qnaDocuments: [old, null] }))).toEqual({
      pairs: [{ ...leave, source: 'Custom Editorial', tags: ['category:hr'] }],
      faults: [{ file: 'kb.json', reason: 'item 2: is not an object' }],
      format: 'qna-maker-json',
    });
  });
});

describe('Amazon Kendra', () => {
  test('reads basic CSV', async () => {
    expect(
      await read('a.csv', 'How long is leave?, 25 days., https://example.org/a\nb?,B,s3://bucket/b\nc?,C'),
    ).toEqual({
      pairs: [
        { ...leave, source: 'a.csv', url: 'https://example.org/a' },
        { ...plain, question: 'b?', answer: 'B', source: 's3://bucket/b' },
        { ...plain, question: 'c?', answer: 'C', source: 'a.csv' },
      ],
      faults: [],
      format: 'kendra-csv',
    });
  });

  test('reads CSV with a header', async () => {
    const csv = [
      '_question, _answer, _source_uri, _category, _last_updated_at, team, _acl_group_allow, _acl_user_allow, _acl_group_deny',
      'How long is leave?,25 days.,https://example.org/a,HR,2012-03-25T12:30:10+01:00,One,"staff,board",,',
      'b?,B,,,,,,ann,',
      'c?,C,,,,,staff,,guests',
      'd?,D,,,,,staff,ann,',
      `e?,E,,,,${'x'.repeat(200)},,,`,
    ];
    const { pairs, faults, format } = await read('a.csv', csv.join('\n'));
    expect(format).toBe('kendra-csv-with-header');
    expect(pairs).toEqual([
      {
        ...leave,
        source: 'https://example.org/a',
        url: 'https://example.org/a',
        tags: ['category:HR', 'team:One'],
        groups: ['board', 'staff'],
      },
      { ...plain, question: 'd?', answer: 'D', source: 'a.csv', groups: ['staff'] },
      { ...plain, question: 'e?', answer: 'E', source: 'a.csv' },
    ]);
    expect(faults.map(({ reason }) => reason)).toEqual([
      'row 3: is restricted to single users, which is not supported; it was skipped',
      'row 4: denies access to a user or group, which is not supported; it was skipped',
      'row 5: access for single users is not supported; only its groups were kept',
      'row 6: a value of more than 128 characters is not kept as a tag',
    ]);
  });

  test('reads JSON', async () => {
    const faq = (rest: object) => ({ Question: 'How long is leave?', Answer: '25 days.', ...rest });
    const allow = { Name: 'staff', Type: 'GROUP', Access: 'ALLOW' };
    const content = {
      SchemaVersion: 1,
      FaqDocuments: [
        faq({
          Attributes: {
            _source_uri: 'https://example.org/a',
            _category: 'HR',
            teams: ['a', 'b'],
            _view_count: 3,
          },
          AccessControlList: [allow],
        }),
        faq({ AccessControlList: [allow, { Name: 'ann', Type: 'USER', Access: 'DENY' }] }),
        faq({ AccessControlList: [{ ...allow, Access: 'PERHAPS' }] }),
      ],
    };
    const { pairs, faults, format } = await read('a.json', JSON.stringify(content));
    expect(format).toBe('kendra-json');
    expect(pairs).toEqual([
      {
        ...leave,
        source: 'https://example.org/a',
        url: 'https://example.org/a',
        tags: ['category:HR', 'teams:a', 'teams:b'],
        groups: ['staff'],
      },
    ]);
    expect(faults.map(({ reason }) => reason)).toEqual([
      'item 2: denies access to a user or group, which is not supported; it was skipped',
      expect.stringMatching(/^item 3: AccessControlList\.0\.Access: /),
    ]);
    expect(await reasonsOf('a.json', '{"SchemaVersion":2,"FaqDocuments":[]}')).toEqual([
      'has an unsupported SchemaVersion',
    ]);
  });
});

describe('files that are not pairs', () => {
  test.each([
    ['a.json', '{"x":1}', 'contains no pairs in a supported format'],
    ['a.json', 'nothing', 'is not valid JSON'],
    ['a.json', '['.repeat(1_000_000), /^is not valid JSON: at line 1, column 65, it is nested deeper/],
    ['a.json', '[{"question": "a?", "answer": "x", "answer": "y"}]', /column 36, this name occurs twice/],
    [
      'a.json',
      '[{"question": "a?", "answer": "\\ud800"}]',
      /column 31, this string contains an unpaired surrogate/,
    ],
    ['a.jsonl', '{"question": "a?", "question": "b?"}\n{}', /column 20, this name occurs twice/],
    ['a.json', `[${'0,'.repeat(100_000)}0]`, 'contains more than 100000 pairs'],
    ['a.jsonl', `{}\n${'x\n'.repeat(100_001)}`, 'contains more than 100000 pairs'],
    ['a.csv', '"'.repeat(1_000_001), /never closed/],
    ['a.csv', ','.repeat(1_000_000), 'contains no rows'],
    ['a.csv', Buffer.from('q,\xe9', 'latin1'), /not valid UTF-8/],
    ['a.pdf', '%PDF-', /is not a supported file type for pairs/],
    ['a.xlsx', 'question,answer', /is not an Excel file/],
    ['a.zip', pack({ 'x.bin': 'x' }), 'contains no file of pairs'],
    ['a.json', Buffer.alloc(20 * 1024 * 1024 + 1, ' '), /is larger than/],
  ])('%s %#', async (fileName, content, reason) => {
    const { pairs, faults, format } = await read(fileName, content);
    expect({ pairs, format }).toEqual({ pairs: [], format: expect.any(String) });
    expect(faults[0]?.reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  });

  test('counts faults beyond those that are listed, and removes control characters', async () => {
    const { faults } = await read(
      'a.json',
      JSON.stringify(Array(1_500).fill({ question: 'a?', answer: '' })),
    );
    expect(faults).toHaveLength(1_001);
    expect(faults.at(-1)?.reason).toBe('and 500 more faults');
    expect(await reasonsOf('b.json', JSON.stringify([{ '\u001b[31m': 1 }]))).toEqual([
      expect.not.stringContaining('\u001b'),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { fileQuestionsMax, placeFaults, readGoldenFile } from './read-golden-file.ts';

const answer = (facts: string[][], more: object = {}) => ({
  ...{ kind: 'answer', facts, sources: [], verdict: null },
  ...more,
});

describe('a file of evaluation questions', () => {
  it('is read as a table, in whatever order and with whatever separator its columns come', async () => {
    const text =
      '\uFEFFNote;Question;Must say;No answer;Must begin with;Groups\nby Ann;When?;"at nine | at 9\nin May";;;"staff, team"\n;Who won?;;yes;;\n;;;;;\n;Is it free?;;;Yes;\n';
    expect(await readGoldenFile('q.csv', text)).toEqual({
      faults: [],
      questions: [
        {
          line: 2,
          request: {
            question: 'When?',
            expects: answer([['at nine', 'at 9'], ['in May']]),
            note: 'by Ann',
            groups: ['staff', 'team'],
          },
        },
        {
          line: 4,
          request: { question: 'Who won?', expects: { kind: 'not_covered' }, note: '', groups: [] },
        },
        {
          line: 6,
          request: { question: 'Is it free?', expects: answer([], { verdict: 'yes' }), note: '', groups: [] },
        },
      ],
    });
  });

  it('is read as JSON lines, as they are sent', async () => {
    const given = { question: 'When?', expects: { kind: 'answer', facts: [['at nine']] }, groups: ['staff'] };
    const text = `${JSON.stringify(given)}\n\n{"question":"Who?","expects":{"kind":"not_covered"}}\n`;
    const { questions, faults } = await readGoldenFile('q.jsonl', text);
    expect(faults).toEqual([]);
    expect(questions.map(({ line }) => line)).toEqual([1, 3]);
    expect(questions[0]?.request).toEqual({ ...given, expects: answer([['at nine']]), note: '' });
  });

  it.each([
    ['', 1, 'empty'],
    ['answer\nyes\n', 1, 'one of them must be “question”'],
    ['question,colour\nWhen?,red', 1, '“colour”'],
    ['question,answer,facts\na,b,c', 1, 'Two columns'],
    ['question,must say\nWhen?,', 2, 'Nothing is expected'],
    ['question,must say\nA?,a\n,b', 3, 'question is missing'],
    ['question,must say,no answer\nA?,a,yes', 2, 'yet something is expected'],
    ['question,must say,no answer\nA?,a,perhaps', 2, 'must be yes or no'],
    ['question,must say\nA?,a,b', 2, 'more cells'],
    ['question,must say\nA?,"a\nb,c', 2, 'quotation mark'],
    ['question,must say\nA?,a\nA?,b', 3, 'same question as in line 2'],
    ['{"question":"A?"}', 1, '“expects”'],
    ['{"question":"A?","expects":{"kind":"not_covered"}}\n{oops', 2, 'not valid JSON'],
    ['{"question":"A?","expects":{"kind":"answer","facts":["a"]}}', 1, 'list of its wordings'],
    ['{"question":"A?","expects":{"kind":"not_covered"},"colour":1}', 1, '“colour”'],
    ['{"question":1,"expects":{"kind":"not_covered"}}', 1, 'question is missing'],
  ])('says what is wrong with %j and where', async (text, line, message) => {
    expect((await readGoldenFile('q.txt', text)).faults).toEqual([
      { line, message: expect.stringContaining(message) },
    ]);
  });

  it('has a limit', async () => {
    const rows = Array.from({ length: fileQuestionsMax + 5 }, (_, index) => `Question ${index}?,a`);
    expect((await readGoldenFile('q.csv', ['question,must say', ...rows].join('\n'))).faults).toEqual([
      { line: fileQuestionsMax + 2, message: expect.stringContaining('Divide the file') },
    ]);
  });

  it('has faults that the service finds by its lines', async () => {
    const { questions } = await readGoldenFile('q.csv', 'question,must say\nA?,a\n\nB?,b');
    const errors = [
      { pointer: '/questions/1/expects/facts/0', message: 'Too long' },
      { pointer: '/questions/0', message: 'Not this one' },
    ];
    expect(placeFaults(errors, questions)).toEqual([
      { line: 4, message: 'expects: Too long' },
      { line: 2, message: 'Not this one' },
    ]);
  });
});

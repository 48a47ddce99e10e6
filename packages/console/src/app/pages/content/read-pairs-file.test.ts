import { describe, expect, it } from 'vitest';
import { looksLikePairs, previewPairsFile } from './read-pairs-file.ts';

const fileOf = (name: string, text: string | Uint8Array<ArrayBuffer>) => new File([text], name);
const preview = (name: string, text: string) => previewPairsFile(fileOf(name, text));

describe('a file of questions and answers', () => {
  it('shows the pairs, the columns that are taken, and what is wrong by row', async () => {
    const text =
      'Question;Answer;Alternatives;Valid From;Colour\nPool?;At 9;Bath|Swim;;red\n;Nobody asks\nSauna?;\n\nGym?;At 6\n';
    expect(await preview('faq.csv', text)).toEqual({
      pairs: [
        { row: 2, question: 'Pool?', answer: 'At 9' },
        { row: 6, question: 'Gym?', answer: 'At 6' },
      ],
      faults: [
        { row: 3, message: 'The question is missing.' },
        { row: 4, message: 'The answer is missing.' },
      ],
      taken: ['Question', 'Answer', 'Alternatives', 'Valid From'],
      ignored: ['Colour'],
    });
  });

  it('rejects a row with more cells than columns', async () => {
    const read = await preview('faq.csv', 'question,answer\nPool?,At 9, or later\nGym?,At 6\n');
    expect(read?.pairs.map(({ question }) => question)).toEqual(['Gym?']);
    expect(read?.faults).toMatchObject([{ row: 2 }]);
  });

  it('reads two columns without names, exports, lists and lines of JSON, and UTF-16', async () => {
    expect((await preview('faq.csv', 'Pool?,At 9\nGym?,At 6\n'))?.pairs).toHaveLength(2);
    const exported = await preview('faq.tsv', 'Question\tAnswer\tMetadata\tQnaId\nPool?\tAt 9\ta:b\t1\n');
    expect(exported).toMatchObject({ pairs: [{ question: 'Pool?' }], taken: [], ignored: [] });
    const pair = JSON.stringify({ question: 'Pool?', answer: 'At 9' });
    expect((await preview('faq.json', `[${pair},{"question":"Gym?"}]`))?.faults).toMatchObject([{ row: 2 }]);
    expect((await preview('faq.jsonl', `${pair}\n${pair}\n`))?.pairs).toHaveLength(2);
    const wide = new Uint8Array(Buffer.from('\ufeffquestion,answer\nPool?,At 9\n', 'utf16le'));
    expect((await previewPairsFile(fileOf('faq.csv', wide)))?.pairs).toHaveLength(1);
  });

  it('says what is wrong with a whole file', async () => {
    const faultsOf = async (name: string, text: string) => (await preview(name, text))?.faults[0]?.message;
    expect(await faultsOf('faq.csv', 'question,reply\nPool?,At 9\n')).toMatch(/must name the columns/);
    expect(await faultsOf('faq.csv', 'question,answer\n"Pool?,At 9\n')).toMatch(/quotation mark/);
    expect(await faultsOf('faq.csv', ' ')).toMatch(/no pairs/);
    expect(await faultsOf('faq.json', '[{')).toMatch(/not valid JSON/);
  });

  it('leaves what it cannot read to the service', async () => {
    expect(await preview('faq.xlsx', 'PK')).toBeNull();
    expect(await preview('faq.json', '{"qnaDocuments":[]}')).toBeNull();
    expect(await preview('faq.csv', 'question,answer\n'.padEnd(2_000_001, 'a'))).toBeNull();
  });

  it('recognises a table by its columns alone', async () => {
    const isPairs = (name: string, text: string) => looksLikePairs(fileOf(name, text));
    expect(await isPairs('faq.csv', 'Question,Answer,Owner\nPool?,At 9,me\n')).toBe(true);
    expect(await isPairs('prices.csv', 'Class,Price\nYoga,12\n')).toBe(false);
    expect(await isPairs('faq.md', 'question,answer\n')).toBe(false);
  });
});

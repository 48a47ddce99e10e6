import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpora } from '../corpora.ts';
import { readQuestionFiles } from './question-file.ts';

const questionsMin = 400;
/** Of all questions, at least this share asks for yes or no, how to do something, or what the pages do not say. */
const kindShareMin = 0.15;

describe('the questions that ship', () => {
  const files = readQuestionFiles();
  const questions = files.flatMap((file) => file.questions);

  it('are enough, each with an id of its own, and none asked twice of one corpus', () => {
    expect(questions.length).toBeGreaterThanOrEqual(questionsMin);
    const ids = questions.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const file of files) {
      const asked = file.questions.map(({ question }) => question.toLowerCase());
      expect(asked.filter((question, at) => asked.indexOf(question) !== at)).toEqual([]);
    }
  });

  it('have enough of what is hard: yes or no, how to, and what cannot be answered', () => {
    const share = (is: (one: (typeof questions)[number]) => boolean) =>
      questions.filter(is).length / questions.length;
    expect(share(({ kind }) => kind === 'yes_no')).toBeGreaterThanOrEqual(kindShareMin);
    expect(share(({ kind }) => kind === 'procedure')).toBeGreaterThanOrEqual(kindShareMin);
    expect(share(({ answerable }) => !answerable)).toBeGreaterThanOrEqual(kindShareMin);
  });

  it('are about corpora that there are', () => {
    const known = corpora.map((corpus) => corpus.replace('corpus_', ''));
    expect(files.map(({ corpus }) => corpus).filter((corpus) => !known.includes(corpus))).toEqual([]);
  });

  it('have both parts, and some that cannot be answered, in every file', () => {
    for (const file of files) {
      expect(new Set(file.questions.map(({ part }) => part)).size, file.corpus).toBe(2);
      expect(new Set(file.questions.map(({ answerable }) => answerable)).size, file.corpus).toBe(2);
    }
  });
});

describe('readQuestionFiles', () => {
  const good = {
    id: 'one-1',
    kind: 'fact',
    part: 'tune',
    question: 'How many?',
    answerable: true,
    sources: ['page.md'],
    facts: [['five', '5']],
    why: 'The table of limits.',
  };

  it.each([
    [{ answerable: false }, 'no sources'],
    [{ facts: [] }, 'says something'],
    [{ facts: [[]] }, 'facts'],
    [{ sources: [] }, 'names a source'],
    [{ kind: 'yes_no' }, 'which'],
    [{ kind: 'near_miss' }, 'no answer'],
    [{ verdict: 'yes' }, 'yes_no alone'],
    [{ extra: 1 }, 'extra'],
    [{ question: ' ' }, 'words'],
  ])('refuses %j, and says why', (change, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'avow-questions-'));
    try {
      writeFileSync(join(folder, 'a.json'), JSON.stringify([good]));
      expect(readQuestionFiles(folder)).toEqual([{ corpus: 'a', questions: [good] }]);
      writeFileSync(join(folder, 'a.json'), JSON.stringify([{ ...good, ...change }]));
      expect(() => readQuestionFiles(folder)).toThrow(new RegExp(`a\\.json[^]*${reason}`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

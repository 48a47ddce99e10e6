import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import { createRandom, shuffle } from '../random.ts';
import type { BankPair, CuratedSet, QuestionTerms } from './curated-set.ts';

interface Row {
  readonly focus: string;
  readonly syn: readonly string[];
  readonly qtype: string;
  readonly question: string;
}

type Rephrased = Pick<QuestionTerms, 'text' | 'kind'>;

const topicsMax = 900;
const seed = 16_407;

/** Other phrasings of the questions in the bank. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  information: ['Can you explain what X is?', 'What does it mean to have X?'],
  symptoms: ['How does X show itself?', 'Which signs does X show?'],
  treatment: ['How is X treated?', 'What can doctors do against X?'],
  inheritance: ['Can X be passed on to my children?', 'Does X run in families?'],
  frequency: ['How common is X?', 'How often does X occur?'],
  'genetic changes': ['Which genes are involved in X?', 'What mutations lead to X?'],
  causes: ['Why do people get X?', 'What brings on X?'],
  'exams and tests': ['How do doctors find out that someone has X?', 'Which tests are done for X?'],
  outlook: ['What is the prognosis for X?', 'What can people with X expect?'],
  susceptibility: ['Who is likely to get X?', 'Who is most at risk of X?'],
  prevention: ['How can I avoid getting X?', 'What can I do to prevent X?'],
};

/**
 * A bank of medical questions that follow a few patterns and differ only in a name or a word. Half the topics are in the
 * bank, each with one aspect left out; the rest look the same but are out of scope.
 */
export function readMedicalSet(dataFolder: string): CuratedSet {
  const topics = new Map<string, Row[]>();
  for (const row of readRows<Row>(dataFolder, 'medquad_faq/faq')) {
    const key = row.focus.toLowerCase();
    const rows = topics.get(key) ?? [];
    if (!rows.some(({ qtype }) => qtype === row.qtype)) rows.push(row);
    topics.set(key, rows);
  }
  const bank: BankPair[] = [];
  const asked: QuestionTerms[] = [];
  const chosen = shuffle([...topics], createRandom(seed)).slice(0, topicsMax);
  for (const [place, [focus, rows]] of chosen.entries()) {
    const half = halfOf(focus);
    if (place % 2 === 1) {
      const [row] = rows;
      if (row !== undefined) asked.push({ text: row.question, rightId: null, kind: 'another name', half });
      continue;
    }
    const [leftOut] = rows;
    const kept = rows.slice(rows.length > 1 ? 1 : 0);
    if (leftOut !== undefined && rows.length > 1)
      asked.push({ text: leftOut.question, rightId: null, kind: 'another aspect', half });
    for (const row of kept) {
      const id = `${focus}/${row.qtype}`;
      bank.push({ id, phrasings: [row.question] });
      asked.push(...rephrase(row).map((rephrased) => ({ ...rephrased, rightId: id, half })));
    }
  }
  return { name: 'medquad', bank, asked };
}

function rephrase(row: Row): Rephrased[] {
  const [synonym] = row.syn;
  return [
    ...(otherWords[row.qtype] ?? []).map((pattern) => ({
      text: pattern.replace('X', row.focus),
      kind: 'other words',
    })),
    ...(synonym !== undefined && row.question.includes(row.focus)
      ? [{ text: row.question.replace(row.focus, synonym), kind: 'a synonym' }]
      : []),
  ];
}

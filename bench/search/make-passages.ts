import { splitMarkdown } from '@avow/documents';
import { corpora } from '../../research/harness/corpora.ts';
import { readRows } from '../../research/harness/data-sets.ts';
import { createRandom, shuffle } from '../../research/harness/random.ts';

/** The pages give 180,000 passages; paragraphs of an encyclopedia and medical answers fill them up to 200,000. */
const paragraphs = ['squad1_dev/contexts', 'squad2_dev/contexts', 'squad1_train_part/contexts'];
const lineUnitsMax = 1000;
const wordsMin = 5;
const seed = 20_000;

export interface BenchTexts {
  /** One line each, no two the same: the headings, and the words. */
  readonly passages: readonly string[];
  readonly queries: readonly string[];
}

/** Real passages in a fixed order, so that vectors made elsewhere belong to them line by line, and queries about them. */
export function makePassages(
  dataFolder: string,
  wanted: { readonly passagesMax: number; readonly queriesMax: number },
): BenchTexts {
  const lines = new Map<string, { readonly headings: string; readonly text: string }>();
  for (const corpus of corpora) {
    for (const page of readRows<{ title: string; text: string }>(dataFolder, `${corpus}/docs`)) {
      for (const { headings, text } of splitMarkdown(page.text)) {
        const titled = headings.startsWith(page.title) ? headings : `${page.title} › ${headings}`;
        const line = oneLine(`${titled} ${text}`).slice(0, lineUnitsMax);
        if (line.split(' ').length >= wordsMin) lines.set(line, { headings: titled, text });
      }
    }
  }
  for (const { question, answer } of readRows<{ question: string; answer: string }>(
    dataFolder,
    'medquad_faq/faq',
  )) {
    for (const { text } of splitMarkdown(answer))
      lines.set(oneLine(`${question} ${text}`).slice(0, lineUnitsMax), { headings: question, text });
  }
  for (const set of paragraphs) {
    for (const { title, text } of readRows<{ title: string; text: string }>(dataFolder, set))
      lines.set(oneLine(`${title} ${text}`).slice(0, lineUnitsMax), { headings: title, text });
  }
  const random = createRandom(seed);
  const shuffled = shuffle([...lines], random);
  return {
    passages: shuffled.slice(0, wanted.passagesMax).map(([line]) => line),
    queries: makeQueries(dataFolder, shuffled, random).slice(0, wanted.queriesMax),
  };
}

/** Round-robin: a heading, a first sentence, a person's question. */
function makeQueries(
  dataFolder: string,
  lines: ReadonlyArray<readonly [string, { readonly headings: string; readonly text: string }]>,
  random: () => number,
): string[] {
  const some = shuffle(lines, random).slice(0, 4000);
  const headings = some.map(([, { headings }]) => oneLine(headings.replaceAll(' › ', ' ')));
  const sentences = some.map(([, { text }]) => oneLine(/^.{20,160}?[.?!](?=\s|$)/s.exec(text)?.[0] ?? ''));
  const questions = [
    ...readRows<{ question: string }>(dataFolder, 'squad1_dev/questions'),
    ...readRows<{ question: string }>(dataFolder, 'chunking_eval/queries'),
  ].map(({ question }) => oneLine(question));
  const kinds = [headings, sentences, shuffle(questions, random)].map((kind) => [
    ...new Set(kind.filter((text) => text.length >= 12 && text.length <= 200)),
  ]);
  return Array.from({ length: 2000 }, (_, at) => kinds[at % 3]?.[Math.floor(at / 3)] ?? '').filter(Boolean);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

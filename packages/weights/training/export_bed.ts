import { writeFileSync } from 'node:fs';
import { splitMarkdown } from '@avow/documents';
import { dataSetsFolder } from '../data-sets.ts';
import { isPage } from './choose-pages.ts';
import { markAnswer } from './mark-answer.ts';
import { readQuestionSets } from './question-sets.ts';
import { showToModel } from '../../../server/src/answering/extraction/show-to-model.ts';

const loaded = readQuestionSets(dataSetsFolder(undefined), { sets: ['own', 'asked'], corpora: undefined, others: 60, seed: 1 });
const out = loaded.map(({ corpus, questions, pages }) => {
  const passages = pages.files.flatMap(({ name, content }) =>
    splitMarkdown(content).map(({ headings, text }) => ({ name, headings: showToModel(headings).text, raw: text, text: showToModel(text).text })),
  );
  const tuned = questions.filter(({ part, follows }) => part === 'tune' && follows === undefined);
  const rows = tuned.map(({ id, set, kind, question, answerable, sources, facts, verdict }) => {
    const right: number[] = [];
    const page: number[] = [];
    passages.forEach((p, at) => {
      const mine = sources.filter((source) => isPage(p.name, source));
      if (mine.length === 0) return;
      page.push(at);
      if (facts.length === 0) return;
      if (markAnswer({ id, kind, question, answerable, sources, facts, part: 'tune', why: 'x' } as never, { kind: 'answered', text: p.raw, sources: mine }) === 'right') right.push(at);
    });
    return { id, set, kind, question, answerable, verdict: verdict ?? null, right, page };
  });
  console.log(corpus, passages.length, rows.length, rows.filter((r) => r.right.length > 0).length);
  return { corpus, passages: passages.map(({ name, headings, text }) => ({ name, headings, text })), questions: rows };
});
writeFileSync(process.argv[2] ?? 'bed.json', JSON.stringify(out));

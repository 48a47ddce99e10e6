import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { showToModel } from '@avow/answering/testing/reading';
import type { DocumentId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import { loadConfig, openDataFolder } from '@avow/server';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { isPage } from './choose-pages.ts';
import { markAnswer } from './mark-answer.ts';
import { prepareCorpus } from './open-corpus-service.ts';
import { readQuestionSets, type SetQuestion } from './question-sets.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    index: { type: 'string' },
    pages: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || values.out === undefined) {
  console.log(
    `npm run eval -- candidates --out FILE [--data FOLDER] [--encoder FOLDER] [--index FOLDER] [--pages N] [--seed N]
Writes what the search finds for each question of the tuning part, as a reading model is shown it, and whether it holds the
whole answer: research/training/measure_answers.py measures a reading model by it while it is trained.
  --out FILE      where it is written, as JSON
  --index FOLDER  where loaded corpora are kept, as for npm run eval -- answers`,
  );
  process.exit(values.help ? 0 : 2);
}
const indexFolder = resolve(values.index ?? join(tmpdir(), 'avow-evaluation-answers'));
const loaded = readQuestionSets(dataSetsFolder(values.data), {
  sets: ['own', 'asked'],
  corpora: undefined,
  others: countOf('pages', values.pages),
  seed: countOf('seed', values.seed),
});
const contextUnitsMax = 1_000;
const limits = { limit: 32, timeoutMs: 60_000 };
mkdirSync(indexFolder, { recursive: true });
const encoder = await openChosenEncoder(values.encoder);
const found: unknown[] = [];
for (const { corpus, questions, pages } of loaded) {
  const folder = await prepareCorpus(indexFolder, { corpus, pages, encoder });
  // Follow-ups need their thread.
  const tuned = questions.filter(({ part, follows }) => part === 'tune' && follows === undefined);
  found.push(...(await findCandidates(folder, { corpus, questions: tuned, encoder })));
}
await encoder?.close();
writeFileSync(values.out, JSON.stringify(found));
console.log(`${values.out}: ${found.length} questions`);

async function findCandidates(
  folder: string,
  asked: {
    readonly corpus: string;
    readonly questions: readonly SetQuestion[];
    readonly encoder: Encoder | null;
  },
) {
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: join(folder, 'data'), AVOW_PORT: '0' }));
  try {
    const [tenant] = await data.store.access.listTenants();
    if (tenant === undefined) throw new Error(`there is no tenant in ${folder}`);
    const { tenantId } = tenant;
    const packs = await data.store.content.listServed(tenantId);
    const rows: unknown[] = [];
    for (const question of asked.questions) {
      const { question: text, id, kind, set, answerable } = question;
      const nowMs = Date.now();
      const vector = (await asked.encoder?.encodeQuestion(text, { ...limits, owner: tenantId })) ?? null;
      const hits = await data.search.search(tenantId, {
        ...{ kind: 'document', text, vector, packs, groups: [], nowMs },
        ...limits,
      });
      const passages = [];
      for (const hit of hits) {
        const document = await data.store.content.getDocument(tenantId, hit.documentId as DocumentId, {
          groups: [],
          nowMs,
        });
        const shown = showToModel(hit.text).text;
        passages.push({
          context: showToModel(hit.headings.slice(-contextUnitsMax)).text,
          text: shown,
          nearness: hit.vectorScore,
          answers: holdsAnswer(question, { text: shown, source: document?.source ?? '' }),
        });
      }
      rows.push({ corpus: asked.corpus, set, id, kind, question: text, answerable, passages });
    }
    return rows;
  } finally {
    await data.close();
  }
}

/** Whether the passage has every fact, on a page that was expected. */
function holdsAnswer(
  { verdict: _, ...question }: SetQuestion,
  { text, source }: { readonly text: string; readonly source: string },
): boolean {
  const sources = question.sources.filter((id) => isPage(source, id));
  return sources.length > 0 && markAnswer(question, { kind: 'answered', text, sources }) === 'right';
}

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createGrounder } from '@avow/answering/write';
import { createLanguageModel } from '@avow/inference/language';
import { askInThread } from '../answers/ask-corpus.ts';
import { type CorpusService, openCorpusService, prepareCorpus } from '../answers/open-corpus-service.ts';
import { chosenSetsOf, type EvaluatedCorpus, readQuestionSets } from '../answers/question-sets.ts';
import { openLineFile } from '../confidence/line-file.ts';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { writeFigures } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { recordGrounding } from './record-grounding.ts';
import { languageOf, readTranslatedQuestions } from './translated-questions.ts';
import { usualRecipe } from './usual-recipe.ts';
import { chosenModelSettings, type ModelCall, recordCalls } from './written-model.ts';
import { writeWrittenReport, writtenFigures } from './written-report.ts';
import { recipeRow, rowIdOf, type WrittenRow, writtenRow } from './written-row.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    gguf: { type: 'string' },
    'base-url': { type: 'string' },
    reader: { type: 'string' },
    key: { type: 'string' },
    'source-characters': { type: 'string' },
    deadline: { type: 'string', default: '60' },
    set: { type: 'string', default: 'own,asked' },
    language: { type: 'string' },
    corpora: { type: 'string' },
    part: { type: 'string' },
    limit: { type: 'string', default: '100' },
    minutes: { type: 'string' },
    pages: { type: 'string', default: '60' },
    index: { type: 'string' },
    recipe: { type: 'boolean', default: false },
    quotes: { type: 'boolean', default: false },
    judged: { type: 'boolean', default: false },
    searches: { type: 'string' },
    ranked: { type: 'boolean', default: false },
    out: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run eval -- written (--gguf FILE | --base-url URL --model NAME [--key KEY]) --out FILE
                        [--set own|asked|outside|all] [--corpora NAMES] [--part tune|report] [--limit N] [--seed N]
                        [--deadline SECONDS] [--minutes N] [--source-characters N] [--pages N] [--index FOLDER]
                        [--language de|fr] [--data FOLDER] [--reader FOLDER] [--json FILE] [--fresh]
What a language model writes to the questions of npm run eval -- answers, and what the service delivers of it.
  --gguf FILE             a model of this machine; needs node-llama-cpp, as docs/guide/language-models.md says
  --base-url URL          the base of an API like that of OpenAI, with --model and, if it needs one, --key
  --out FILE              a line of JSON for each question: sources, draft, what was kept and removed, marks, tokens.
                          A run with the same file continues it; --fresh begins anew
  --limit N               a sample of the questions, the same for the same --seed (100); 0: all
  --deadline SECONDS      of a question (60, as in the service); a slow model needs more than an operator would give it
  --recipe                what most services do, to compare with: chunks of 1,000 characters, the five nearest, a plain prompt
  --quotes                the model is asked for the words that support each sentence
  --judged                the model is the second judge of what it has written, too
  --searches N            it may ask for so many further searches, at most 3
  --ranked                it puts the first passages in order
  --minutes N             begins no further question after so long; what was asked is reported
  --source-characters N   of the sources together, 1000 to 16000, in place of the default of the provider
  --language de|fr        asks the few questions of the tuning parts that were translated, of the same English pages
  --reader FOLDER         another reading model than the one that ships
  The other options are those of npm run eval -- answers. Follow-ups are left out.`);
  process.exit(0);
}
if (values.out === undefined) throw new Error('--out FILE is missing: where the lines of JSON go');
if (values.part !== undefined && !['tune', 'report'].includes(values.part))
  throw new Error('--part must be one of tune, report');
const deadlineMs = countOf('deadline', values.deadline) * 1000;
const limit = countOf('limit', values.limit);
const seed = countOf('seed', values.seed);
const endsAtMs =
  values.minutes === undefined
    ? Number.POSITIVE_INFINITY
    : Date.now() + countOf('minutes', values.minutes) * 60_000;
const settings = chosenModelSettings({
  gguf: values.gguf,
  baseUrl: values['base-url'],
  model: values.model,
  key: values.key,
  sourceCharacters:
    values['source-characters'] === undefined
      ? undefined
      : countOf('source-characters', values['source-characters']),
  quotes: values.quotes,
  deadlineMs,
});
const answering = {
  ...(values.searches === undefined ? {} : { search_steps: countOf('searches', values.searches) }),
  rank_with_model: values.ranked,
};

const corpora = readQuestionSets(dataSetsFolder(values.data), {
  sets: chosenSetsOf(values.set),
  corpora: values.corpora?.split(','),
  others: values.all ? null : countOf('pages', values.pages),
  seed,
});
const translated =
  values.language === undefined ? null : readTranslatedQuestions(languageOf(values.language));
const asked = corpora.flatMap((corpus) =>
  corpus.questions
    // A follow-up would need two answers.
    .filter(({ part, follows }) => follows === undefined && (values.part ?? part) === part)
    .flatMap((question) => {
      const text = translated === null ? question.question : translated.get(rowIdOf(corpus.corpus, question));
      return text === undefined ? [] : [{ corpus, question: { ...question, question: text } }];
    }),
);
const sample = takeSample(asked, { count: limit === 0 ? null : limit, seed });
if (sample.length === 0) throw new Error(`--set ${values.set} has no such questions`);
const file = openLineFile<WrittenRow>(resolve(values.out), { isFresh: values.fresh });
const indexFolder = resolve(values.index ?? join(tmpdir(), 'avow-evaluation-answers'));
mkdirSync(indexFolder, { recursive: true });

const encoder = await openChosenEncoder(undefined);
const { reader } = await openChosenReader(values.reader);
const opened = createLanguageModel(settings, {
  onChange: ({ kind, code }) => process.stderr.write(`language model ${kind}: ${code}\n`),
  onLocalEvent: (event) => process.stderr.write(`local model ${JSON.stringify(event)}\n`),
});
const recorded = recordCalls(opened);
const grounding = recordGrounding(createGrounder({ reader }));
const tiers = [{ tier: 1 as const, model: recorded.model, settings }];
const verification = values.judged ? { model: recorded.model, settings } : null;

/** One for each corpus, opened when it is needed: the sample is asked in its own order, so that any beginning of it is one. */
const services = new Map<string, CorpusService>();
async function serviceOf(corpus: EvaluatedCorpus): Promise<CorpusService> {
  const known = services.get(corpus.corpus);
  if (known !== undefined) return known;
  const path = await prepareCorpus(indexFolder, { ...corpus, encoder });
  const service = await openCorpusService(path, {
    ...{ encoder, reader, deadlineMs, tiers, verification, answering, grounder: grounding.grounder },
  });
  services.set(corpus.corpus, service);
  return service;
}

const recipes = new Map<string, Awaited<ReturnType<typeof usualRecipe>>>();
/** What a model writes to the question by the usual recipe. */
async function writeByRecipe(corpus: EvaluatedCorpus, question: string): Promise<ModelCall> {
  if (encoder === null) throw new Error('The recipe needs an encoder');
  const recipe =
    recipes.get(corpus.corpus) ?? (await usualRecipe(corpus.pages, { encoder, label: corpus.corpus }));
  recipes.set(corpus.corpus, recipe);
  const { pieces } = recorded.model.write(await recipe(question), AbortSignal.timeout(deadlineMs));
  for await (const _ of pieces);
  const [call] = await recorded.take();
  if (call === undefined) throw new Error('The model was not asked');
  return call;
}

for (const [index, { corpus, question }] of sample.entries()) {
  if (file.known.has(rowIdOf(corpus.corpus, question))) continue;
  if (Date.now() > endsAtMs) break;
  if (values.recipe) {
    file.add(recipeRow(corpus.corpus, question, await writeByRecipe(corpus, question.question)));
    continue;
  }
  const service = await serviceOf(corpus);
  await recorded.take();
  grounding.take();
  const { response, timeMs } = await askInThread(service, question);
  const record = response === null ? null : await service.recordOf(response.message_id);
  const row = writtenRow(corpus.corpus, question, {
    ...{ response, record, timeMs, calls: await recorded.take(), grounding: grounding.take() },
  });
  file.add(row);
  process.stderr.write(
    `${index + 1} of ${sample.length}: ${row.id}: ${row.mark}, tier ${row.tier}, draft ${row.draft_mark ?? 'none'}, ${(row.time_ms / 1000).toFixed(0)} s\n`,
  );
}
for (const service of services.values()) await service.close();
await Promise.all([encoder?.close(), reader.close(), opened.close()]);

const rows = sample.flatMap(({ corpus, question }) => file.known.get(rowIdOf(corpus.corpus, question)) ?? []);
const figures = writtenFigures(rows);
console.log(`Written answers; model: ${opened.name}; judged by ${reader.name}; ${values.deadline} s each`);
console.log(writeWrittenReport(figures));
writeFigures(values.json, { model: opened.name, judge: reader.name, seed, deadline_ms: deadlineMs, figures });

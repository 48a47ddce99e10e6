import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createGrounder } from '@avow/answering/write';
import { createLanguageModel } from '@avow/inference/language';
import { openLineFile } from '../confidence/line-file.ts';
import { compileCheck } from '../guardrails/compile-check.ts';
import { fullSetup } from '../guardrails/measured-parts.ts';
import { openMeasuredParts } from '../guardrails/open-measured-parts.ts';
import { usualGuardrail } from '../guardrails/usual-guardrail.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { writeFigures, writeTable } from '../report-figures.ts';
import { chosenModelSettings, recordCalls } from '../written/written-model.ts';
import { markObedience, type Obedience } from './mark-obedience.ts';
import { pageOf, readOrders } from './read-orders.ts';
import { createPageWriter } from './write-from-page.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    gguf: { type: 'string' },
    'base-url': { type: 'string' },
    key: { type: 'string' },
    deadline: { type: 'string', default: '60' },
    out: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run eval -- obedience (--gguf FILE | --base-url URL --model NAME [--key KEY]) --out FILE
                          [--deadline SECONDS] [--json FILE] [--fresh]
Whether a language model obeys orders that are set into its sources, and whether that is delivered. The sources are given to it
as in the service, but without the guardrail that would leave them out; what that would have left out is reported beside it.
  --gguf FILE         a model of this machine; needs node-llama-cpp, as docs/guide/language-models.md says
  --base-url URL      the base of an API like that of OpenAI, with --model and, if it needs one, --key
  --out FILE          a line of JSON for each order: the page, the draft, what was delivered, the marks.
                      A run with the same file continues it; --fresh begins anew
  --deadline SECONDS  of a question (60, as in the service)`);
  process.exit(0);
}
if (values.out === undefined) throw new Error('--out FILE is missing: where the lines of JSON go');
const deadlineMs = countOf('deadline', values.deadline) * 1000;
const settings = chosenModelSettings({
  ...{ gguf: values.gguf, baseUrl: values['base-url'], model: values.model, key: values.key, deadlineMs },
});

interface ObedienceRow {
  readonly id: string;
  readonly page: string;
  readonly question: string;
  readonly draft: string;
  readonly draft_mark: Obedience;
  /** Null: nothing was, and the next tier would answer. */
  readonly delivered: string | null;
  readonly delivered_mark: Obedience;
  readonly ended: string;
  /** By the guardrail for passages of the usual policy. */
  readonly is_left_out: boolean;
}

const file = openLineFile<ObedienceRow>(resolve(values.out), { isFresh: values.fresh });
const parts = await openMeasuredParts({ classifier: undefined, screener: undefined });
const { parts: checkParts } = fullSetup(parts);
const check = compileCheck(usualGuardrail('indirectInjection', checkParts), checkParts);
const { reader } = await openChosenReader(undefined);
const opened = createLanguageModel(settings, {
  onChange: ({ kind, code }) => process.stderr.write(`language model ${kind}: ${code}\n`),
});
const recorded = recordCalls(opened);
const write = createPageWriter({
  ...{ model: recorded.model, settings, grounder: createGrounder({ reader }), judge: reader, deadlineMs },
});
const orders = readOrders();
for (const order of orders) {
  if (file.known.has(order.id)) continue;
  const page = pageOf(order);
  const found = await write({ title: order.title, text: page, question: order.question });
  const [call] = await recorded.take();
  const draft = call?.draft ?? '';
  const delivered =
    found.kind === 'drafted' ? found.draft.units.map(({ join, text }) => `${join}${text}`).join('') : null;
  const row: ObedienceRow = {
    ...{ id: order.id, page, question: order.question, draft, delivered },
    draft_mark: markObedience(draft, order),
    delivered_mark: markObedience(delivered ?? '', order),
    ended: found.kind === 'failed' ? found.code : found.kind,
    is_left_out: (await check?.(page))?.isFound ?? false,
  };
  file.add(row);
  process.stderr.write(`${row.id}: draft ${row.draft_mark}, ${row.ended}, delivered ${row.delivered_mark}\n`);
}
await Promise.all([reader.close(), opened.close(), parts.close()]);

const rows = orders.flatMap(({ id }) => file.known.get(id) ?? []);
const count = (some: readonly ObedienceRow[], mark: Obedience, of: 'draft_mark' | 'delivered_mark') =>
  some.filter((row) => row[of] === mark).length;
const figuresOf = (some: readonly ObedienceRow[]) => ({
  orders: some.length,
  draftsObeyed: count(some, 'obeyed', 'draft_mark'),
  draftsCopied: count(some, 'copied', 'draft_mark'),
  delivered: some.filter(({ delivered }) => delivered !== null).length,
  deliveredObeyed: count(some, 'obeyed', 'delivered_mark'),
  deliveredCopied: count(some, 'copied', 'delivered_mark'),
});
const figures = {
  all: figuresOf(rows),
  'not left out by the guardrail': figuresOf(rows.filter((row) => !row.is_left_out)),
};
console.log(`Orders in sources; model: ${opened.name}; judged by ${reader.name}`);
console.log(
  writeTable([
    ['', 'orders', 'drafts: obeyed', 'copied it', 'delivered', 'delivered: obeyed', 'copied it'],
    ...Object.entries(figures).map(([name, each]) => [name, ...Object.values(each).map(String)]),
  ]),
);
writeFigures(values.json, { model: opened.name, judge: reader.name, figures });

import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { writeFigures } from '../report-figures.ts';
import { measureBesideOthers } from './measure-beside-others.ts';
import { measureDisguises } from './measure-disguises.ts';
import { measureIndirectInjection } from './measure-indirect-injection.ts';
import { measureLatency } from './measure-latency.ts';
import { measureOrdinaryQuestions } from './measure-ordinary-questions.ts';
import { measureOtherChecks } from './measure-other-checks.ts';
import { measurePersonalData } from './measure-personal-data.ts';
import { measurePromptAttack } from './measure-prompt-attack.ts';
import { measureSecrets } from './measure-secrets.ts';
import { measureUnsafeContent } from './measure-unsafe-content.ts';
import type { Measure } from './measuring.ts';
import { openMeasuredParts } from './open-measured-parts.ts';
import { openPythonPackages } from './open-python-packages.ts';
import { openOthers } from './other-packages.ts';

const measures: Readonly<Record<string, Measure>> = {
  prompt_attack: measurePromptAttack,
  disguises: measureDisguises,
  indirect_injection: measureIndirectInjection,
  unsafe_content: measureUnsafeContent,
  personal_data: measurePersonalData,
  secrets: measureSecrets,
  other_checks: measureOtherChecks,
  ordinary_questions: measureOrdinaryQuestions,
  beside_others: measureBesideOthers,
  latency: measureLatency,
};

const { values } = parseArgs({
  options: {
    ...modelOptions,
    classifier: { type: 'string' },
    rows: { type: 'string', default: '1000' },
    only: { type: 'string' },
    python: { type: 'string' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- guardrails [--only CHECKS] [--data FOLDER] [--model FOLDER] [--classifier FOLDER] [--rows N] [--all] [--seed N] [--python FILE] [--json FILE]
What each check of the guardrails finds, what it finds by mistake, and how long it takes.
  --only CHECKS   some of ${Object.keys(measures).join(', ')}
  --data FOLDER   the data sets; docs/evaluation.md says where they are looked for without it
  --model FOLDER  another screening model than the one that ships; --classifier FOLDER another n-gram classifier
  --rows N        texts of each set (1000); --all takes every one
  --seed N        another sample
  --python FILE   a Python with packages of PyPI to measure beside it; others/serve.py names them
  --json FILE     also writes all figures there
Packages of npm are measured beside it once they are installed: npm install --prefix evaluation/guardrails/others`,
  );
  process.exit(0);
}
const wanted = values.only?.split(',') ?? Object.keys(measures);
const unknown = wanted.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) {
  console.error(`--only knows ${Object.keys(measures).join(', ')}, and not ${unknown.join(', ')}`);
  process.exit(1);
}
const dataFolder = dataSetsFolder(values.data);
const size = { count: values.all ? null : countOf('rows', values.rows), seed: countOf('seed', values.seed) };
const parts = await openMeasuredParts({ classifier: values.classifier, screener: values.model });
const python = values.python === undefined ? null : await openPythonPackages(values.python);
const others = [...openOthers(), ...(python?.packages ?? [])];
console.log(`Guardrails; models: ${parts.names.join(', ') || 'none'}`);
const figures: Record<string, unknown> = {};
for (const name of wanted) figures[name] = await measures[name]?.({ dataFolder, parts, size, others });
await parts.close();
python?.close();
writeFigures(values.json, { models: parts.names, size, ...figures });

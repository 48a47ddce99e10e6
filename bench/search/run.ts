import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { showHelp } from '../../e2e/show-help.ts';
import { dataSetsFolder } from '../../research/harness/data-sets.ts';
import { exactNeighbours } from './exact-neighbours.ts';
import { inputNames, prepareInputs } from './prepare-inputs.ts';
import { type EngineRun, writeReport } from './report.ts';
import { openVectorRows } from './vector-rows.ts';

showHelp(`npm run bench -- search [--data FOLDER] [--vectors FOLDER] [--quick] [--sizes 20000,200000] [--engines NAMES]
Search over real passages, ours beside others, each in a process of its own, one after the other.
LanceDB takes part once it is installed: npm install --prefix bench/search/lancedb
"Avow on PostgreSQL" takes part if it is named, with an empty database in SEARCH_DATABASE_URL`);
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    vectors: { type: 'string' },
    sizes: { type: 'string' },
    engines: { type: 'string', default: 'Avow,LanceDB,SQLite FTS5,MiniSearch,Orama' },
    quick: { type: 'boolean', default: false },
  },
});
const sizes = (values.sizes ?? (values.quick ? '5000' : '20000,200000')).split(',').map(Number);
const names = values.engines.split(',');
const recallQueries = 100;
const recallDepth = 10;
const childTimeoutMs = 1_800_000;
const child = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

/** What the child printed, or why there is nothing: an engine that cannot do the task does not end the run. */
function runChild(args: readonly string[]): Promise<{ readonly text: string } | { readonly fault: string }> {
  return new Promise((resolve) => {
    const flags = ['--expose-gc', '--max-old-space-size=8192'];
    const started = spawn(process.execPath, [...flags, child, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: childTimeoutMs,
      killSignal: 'SIGKILL',
    });
    let text = '';
    let said = '';
    started.stdout.on('data', (chunk) => {
      text += chunk;
    });
    started.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
    });
    started.on('exit', (code, signal) => {
      if (code === 0) resolve({ text });
      else if (signal !== null) resolve({ fault: `stopped after ${childTimeoutMs / 1000} s` });
      else resolve({ fault: `failed: ${/^\w*Error.*$/m.exec(said)?.[0] ?? said.trim().slice(-300)}` });
    });
  });
}

async function runEngine(folder: string, engine: { name: string; size: number }): Promise<EngineRun> {
  const engineFolder = mkdtempSync(join(folder, 'engine-'));
  const args = [folder, engineFolder, String(engine.size)];
  const built = await runChild([engine.name, 'build', ...args]);
  if ('fault' in built) return { ...engine, ...built };
  const served = await runChild([engine.name, 'serve', ...args]);
  rmSync(engineFolder, { recursive: true, force: true });
  if ('fault' in served) return { ...engine, ...served };
  const { figures, ...serving } = JSON.parse(served.text);
  return { ...engine, fault: null, ...JSON.parse(built.text), ...serving, ...figures };
}

const folder = mkdtempSync(join(tmpdir(), 'avow-bench-search-'));
const startedAt = performance.now();
try {
  mkdirSync(folder, { recursive: true });
  process.stderr.write('cutting passages\n');
  const inputs = prepareInputs({
    folder,
    dataFolder: () => dataSetsFolder(values.data),
    vectorsFolder: values.vectors ?? null,
    passagesMax: Math.max(...sizes),
    queriesMax: 2000,
  });
  const passages = openVectorRows(join(folder, inputNames.passageVectors));
  const queries = openVectorRows(join(folder, inputNames.queryVectors));
  const runs: EngineRun[] = [];
  for (const size of sizes.filter((wanted) => wanted <= inputs.passageCount)) {
    const shared = { passages, queries, passageCount: size, limit: recallDepth, queryCount: recallQueries };
    writeFileSync(join(folder, `exact-${size}.json`), JSON.stringify(exactNeighbours(shared)));
    for (const name of names) {
      process.stderr.write(`${name}, ${size} passages\n`);
      runs.push(await runEngine(folder, { name, size }));
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(writeReport(runs, { ...inputs, cores: cpus().length, seconds }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

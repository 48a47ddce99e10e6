import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { showHelp } from '../../e2e/show-help.ts';
import { measureEngine } from './measure-engine.ts';
import { inputNames, linesOf } from './prepare-inputs.ts';
import type { SearchEngine } from './search-engine.ts';
import { openVectorRows } from './vector-rows.ts';

/** One engine, in a process of its own, so that its memory is its own: `build` what it keeps on disk, or `serve` it. */
const [engineName, task, inputFolder = '', engineFolder = '', count] = process.argv.slice(2);
showHelp('ENGINE TASK INPUTS FOLDER COUNT: builds or serves an engine. "npm run bench -- search" starts it.');
// Only the one that is measured is loaded: the code of the others would count as its memory.
const engines: Readonly<Record<string, () => Promise<SearchEngine>>> = {
  Avow: async () => (await import('./engines/avow.ts')).avow,
  'Avow on PostgreSQL': async () => (await import('./engines/avow-postgres.ts')).avowPostgres,
  LanceDB: importLance,
  'SQLite FTS5': async () => (await import('./engines/sqlite-full-text.ts')).sqliteFullText,
  MiniSearch: async () => (await import('./engines/mini-search.ts')).miniSearch,
  Orama: async () => (await import('./engines/orama.ts')).orama,
};

/** LanceDB weighs 200 MB, and is installed by those alone who measure against it. */
async function importLance(): Promise<SearchEngine> {
  const url = new URL('./lancedb/raw-lance.ts', import.meta.url);
  const { rawLance } = await import(url.href).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('not installed: npm install --prefix bench/search/lancedb');
  });
  return rawLance;
}

const engine = await engines[engineName ?? '']?.();
if (engine === undefined) throw new Error(`there is no engine ${engineName}`);

async function build(chosen: SearchEngine) {
  const passages = linesOf(join(inputFolder, inputNames.passages)).slice(0, Number(count));
  const vectors = openVectorRows(join(inputFolder, inputNames.passageVectors));
  const start = performance.now();
  const open = await chosen.build({ folder: engineFolder, passages, vectors });
  return { open, buildMs: performance.now() - start };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const peakBytes = () => process.resourceUsage().maxRSS * 1024;

async function serve(chosen: SearchEngine) {
  const startedAt = performance.now();
  const built = chosen.open === null ? await build(chosen) : null;
  const open = built?.open ?? (await chosen.open?.(engineFolder));
  if (open === undefined) throw new Error('nothing was opened');
  const vectors = openVectorRows(join(inputFolder, inputNames.queryVectors));
  const questions = linesOf(join(inputFolder, inputNames.queries)).map((text, at) => ({
    text,
    vector: vectors.row(at),
  }));
  const [first] = questions;
  if (first !== undefined) await open.byWords({ ...first, limit: 1 });
  const firstAnswerMs = performance.now() - startedAt;
  const exact: number[][] = JSON.parse(readFileSync(join(inputFolder, `exact-${count}.json`), 'utf8'));
  const figures = await measureEngine(open, questions, exact);
  globalThis.gc?.();
  const residentBytes = process.memoryUsage().rss;
  await open.close();
  const building = built === null ? {} : { buildMs: built.buildMs, peakBytes: peakBytes() };
  return { figures, firstAnswerMs, residentBytes, ...building };
}

async function run(chosen: SearchEngine) {
  if (task === 'serve') return await serve(chosen);
  // What lives in memory is built by the process that serves it.
  if (chosen.open === null) return { diskBytes: 0 };
  const { open, buildMs } = await build(chosen);
  await open.close();
  return {
    buildMs,
    peakBytes: peakBytes(),
    diskBytes: (await chosen.diskBytes?.()) ?? bytesIn(engineFolder),
  };
}

const result = await run(engine);
process.stdout.write(JSON.stringify({ ...result, settings: engine.settings }));
// Some engines keep threads that would keep the process.
process.exit(0);

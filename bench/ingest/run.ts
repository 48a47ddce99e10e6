import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TenantId } from '@avow/foundation';
import { loadConfig, openDataFolder } from '@avow/server';
import { createInstallation } from '../../e2e/new-installation.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { dataSetsFolder } from '../../research/harness/data-sets.ts';
import { openChosenEncoder } from '../../research/harness/open-chosen-encoder.ts';
import { watchMemory } from '../watch-memory.ts';
import { writePages } from './write-pages.ts';

showHelp(
  'npm run bench -- ingest [--data FOLDER] [--pages N] [--seconds N]\nLoads a folder of real pages with the command line, and says when they are found by words, and how many get their vectors each second, over --seconds.',
);
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    pages: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
  },
});
const launcher = fileURLToPath(new URL('../../packages/server/bin/avow.js', import.meta.url));
const goal = { secondsMax: 120, passagesPerSecondMin: 100 };

interface Load {
  readonly publishedMs: number;
  readonly endedMs: number;
  readonly passages: number;
  readonly said: string;
  readonly peakBytes: number | null;
}

/** Loads as an operator would. It prints a line when the pack is published; then it embeds passages and is stopped after a while. */
function load(dataDirectory: string, folder: string): Promise<Load> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [launcher, 'packs', 'load', folder, '--skip-faulty'], {
      env: { PATH: process.env['PATH'] ?? '', AVOW_DATA_DIR: dataDirectory },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const memory = watchMemory(child.pid ?? 0);
    let said = '';
    let faults = '';
    let publishedMs: number | null = null;
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (publishedMs !== null || !said.includes('Published')) return;
      publishedMs = performance.now() - startedAt;
      setTimeout(() => child.kill('SIGINT'), Number(values.seconds) * 1000).unref();
    });
    child.stderr.on('data', (chunk) => {
      faults = (faults + chunk).slice(-2000);
    });
    child.on('exit', (code) => {
      const peakBytes = memory.stop();
      const passages = Number(/([\d,]+) passages/.exec(said)?.[1]?.replaceAll(',', ''));
      if (publishedMs === null || Number.isNaN(passages))
        reject(new Error(`the load ended with ${code}: ${said}${faults}`));
      else resolve({ publishedMs, endedMs: performance.now() - startedAt, passages, said, peakBytes });
    });
  });
}

/** How many passages have their vector now; null if the installation has no encoder. */
async function countVectors(dataDirectory: string, tenantId: TenantId): Promise<number | null> {
  const encoder = await openChosenEncoder(undefined);
  if (encoder === null) return null;
  const data = await openDataFolder(settingsOf(dataDirectory));
  const [pack] = await data.store.content.listServed(tenantId);
  const progress = pack && (await data.search.vectorProgress(tenantId, { pack, encoder: encoder.name }));
  await Promise.all([data.close(), encoder.close()]);
  return progress?.done ?? 0;
}

const settingsOf = (dataDir: string) => loadConfig({ AVOW_DATA_DIR: dataDir });

const directory = mkdtempSync(join(tmpdir(), 'avow-bench-ingest-'));
try {
  const folder = join(directory, 'pages');
  const dataDirectory = join(directory, 'data');
  mkdirSync(folder);
  const count = Number(values.pages);
  const bytes = writePages(dataSetsFolder(values.data), { folder, count });
  const { data, tenantId } = await createInstallation(dataDirectory);
  await data.close();
  const { publishedMs, endedMs, passages, said, peakBytes } = await load(dataDirectory, folder);
  const vectors = await countVectors(dataDirectory, tenantId);
  const met = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
  const wordsSeconds = publishedMs / 1000;
  const learningSeconds = (endedMs - publishedMs) / 1000;
  const perSecond = (vectors ?? 0) / learningSeconds;
  const meaning =
    vectors === null
      ? 'no encoder in this installation'
      : `${vectors} passages in ${learningSeconds.toFixed(1)} s, ${perSecond.toFixed(0)}/s (goal ${goal.passagesPerSecondMin}: ${met(perSecond >= goal.passagesPerSecondMin)})`;
  console.log(`Loading ${count} pages (${(bytes / 1e6).toFixed(1)} MB, ${passages} passages), ${cpus().length} cores
  found by words after   ${wordsSeconds.toFixed(1)} s, ${(passages / wordsSeconds).toFixed(0)} passages/s (goal ${goal.secondsMax} s: ${met(wordsSeconds <= goal.secondsMax)})
  found by meaning       ${meaning}
  memory, at the most    ${peakBytes === null ? '–' : `${(peakBytes / 1e6).toFixed(0)} MB`} with all its processes
  it said: ${said.trim().replaceAll('\n', '\n           ')}`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

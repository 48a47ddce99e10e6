import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultScopes } from '@avow/contract/roles';
import { policyStateSchema } from '@avow/contract/testing/administration';
import { composePackLoader } from '@avow/server';
import { createInstallation } from '../../e2e/new-installation.ts';
import { startProviderProcess } from '../../e2e/provider-process.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { startStepCollector } from './collect-steps.ts';
import { describeFigures, figuresOf, quantilesOf } from './figures.ts';
import { type Call, openGateway, openPlain, openService, type Side } from './sides.ts';
import { officeCount, questionAbout, writeOffices } from './write-offices.ts';

showHelp(`npm run bench -- overhead [--calls N] [--delay MS] [--json FILE]
What a call to a language model takes longer by way of Avow, and by way of Portkey's gateway, than by itself: one after the
other at the same scripted provider, which begins to answer after a fixed delay. The gateway is measured where it is
installed: npm install in bench/overhead/portkey.`);
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    delay: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const calls = Math.min(Number(values.calls), officeCount);
/** The compiler needs some thousand before it has done its best. */
const warmUpCalls = 1_500;
const warmUpAtOnce = 4;
const delayMs = Number(values.delay);
const portkey = fileURLToPath(new URL('./portkey/node_modules', import.meta.url));

async function prepare(directory: string) {
  const folder = join(directory, 'offices');
  await writeOffices(folder);
  const dataDir = join(directory, 'data');
  const { data, tenantId, apiKey } = await createInstallation(dataDir, [
    ...defaultScopes,
    'guardrails:manage',
  ]);
  await composePackLoader(data).load(tenantId, folder, { skipFaulty: false, onProgress: () => undefined });
  await data.close();
  return { folder, dataDir, apiKey };
}

const roomy = {
  AVOW_LOG_LEVEL: 'info',
  AVOW_ANSWER_CACHE_MS: '0',
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
};
const withoutModels = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
};

/** Where there is no judge, the policy must not ask for one: else no language model is asked. All else stays as it is. */
async function dropJudgedChecks(url: string, apiKey: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const { policy } = policyStateSchema.parse(await (await fetch(`${url}/v1/guardrails`, { headers })).json());
  const judged = ['grounding', 'relevance'];
  const guardrails = policy.guardrails.filter(({ check }) => !judged.includes(check));
  const body = JSON.stringify({ ...policy, guardrails });
  const response = await fetch(`${url}/v1/guardrails`, { method: 'PUT', headers, body });
  if (response.status !== 200) throw new Error(`the policy was refused: ${await response.text()}`);
}

async function warmUp(side: Side): Promise<void> {
  process.stderr.write(`${side.name}: ${warmUpCalls} calls to warm up\n`);
  let next = officeCount;
  const client = async () => {
    while (next < officeCount + warmUpCalls) await side.call(next++);
  };
  await Promise.all(Array.from({ length: warmUpAtOnce }, client));
}

/** Each question is asked once: nothing that is remembered of it helps. */
async function callEach(sides: readonly Side[], count: number): Promise<ReadonlyArray<readonly Call[]>> {
  const results: Call[][] = sides.map(() => []);
  for (let index = 0; index < count; index += 1) {
    // Each is the first as often as any other.
    for (let turn = 0; turn < sides.length; turn += 1) {
      const at = (index + turn) % sides.length;
      const call = await sides[at]?.call(index);
      if (call != null) results[at]?.push(call);
    }
  }
  return results;
}

const directory = await mkdtemp(join(tmpdir(), 'avow-overhead-'));
const provider = await startProviderProcess();
const opened: Side[] = [];
const collector = await startStepCollector();
try {
  await provider.control({ answer: 'firstSentence' });
  const modelsFile = join(directory, 'models.json');
  const tier = {
    ...{ provider: 'openai_compatible', model: 'scripted' },
    base_url: `http://127.0.0.1:${provider.port}/v1`,
    // What is measured is the call of the model: it is compared, and answers.
    gives_way: false,
  };
  await writeFile(modelsFile, JSON.stringify({ tiers: [tier] }));
  const example = await prepare(join(directory, 'example'));
  const passages = await Promise.all(
    Array.from({ length: 6 }, (_, index) => readFile(join(example.folder, `office-${index}.md`), 'utf8')),
  );
  const start = async (name: string, also: Readonly<Record<string, string>>) => {
    const isJudged = also['AVOW_EMBEDDED_READER'] !== 'off';
    const { dataDir, apiKey } = await prepare(join(directory, name.replace(/\W+/g, '-')));
    const env = { ...roomy, AVOW_DATA_DIR: dataDir, AVOW_MODELS_FILE: modelsFile, ...also };
    const side = await openService({ name, env, apiKey, promptFor: questionAbout });
    if (!isJudged) await dropJudgedChecks(side.url, apiKey);
    opened.push(side);
    return side;
  };

  const plainSide = openPlain(provider.port, { passages, isStreamed: true });
  const wholeSide = openPlain(provider.port, { passages, isStreamed: false });
  opened.push(plainSide, wholeSide);
  const gateway = existsSync(portkey) ? await openGateway(provider.port, passages) : null;
  if (gateway !== null) opened.push(gateway);
  else process.stderr.write('Portkey is not installed: npm install in bench/overhead/portkey\n');
  await start('Avow without embedded models', withoutModels);
  await start('Avow, everything on', {});
  const sides = [...opened];
  for (const side of sides) await warmUp(side);
  await provider.control({ first_after_ms: delayMs });
  const load = loadavg()[0] ?? 0;
  process.stderr.write(`${calls} calls each, one after the other\n`);
  const results = await callEach(sides, calls);
  const resultsOf = (side: Side) => results[sides.indexOf(side)] ?? [];
  const quantiles = (side: Side) => quantilesOf(resultsOf(side).map(({ ms }) => ms));
  const beside = (side: Side) => (side === gateway || side === wholeSide ? wholeSide : plainSide);
  const figures = sides.map((side) => figuresOf(side.name, resultsOf(side), quantiles(beside(side))));

  process.stderr.write('steps\n');
  const traced = await start('Avow, traced', { ...withoutModels, AVOW_OTLP_ENDPOINT: collector.endpoint });
  await warmUp(traced);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  collector.clear();
  await callEach([traced], Math.min(calls, 100));
  await traced.close();
  opened.splice(opened.indexOf(traced), 1);
  const steps = collector.steps();

  const facts = { cores: availableParallelism(), load_before: load, calls, delay_ms: delayMs };
  console.log(
    `Avow, ${facts.cores} cores (load ${load.toFixed(1)} before), ${calls} calls each in turn, a provider that answers after ${delayMs} ms\n`,
  );
  console.log(describeFigures(figures, steps));
  console.log('\nGoals: added p50 ≤ 5, p99 ≤ 20, without the time in embedded models');
  if (values.json !== undefined)
    await writeFile(values.json, JSON.stringify({ ...facts, figures, steps }, null, 2));
} finally {
  await Promise.all(opened.map((side) => side.close()));
  await provider.kill();
  await collector.close();
  await rm(directory, { recursive: true, force: true });
}

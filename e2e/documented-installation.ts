import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Scope, scopes } from '@avow/contract/roles';
import { writePdf } from '@avow/documents/testing';
import { systemClock } from '@avow/foundation';
import { createKey, loadConfig, openDataFolder, prepareDemo } from '@avow/server';
import { recordTerminal, runCli } from '@avow/server/testing';
import { type ProviderProcess, startProviderProcess } from './provider-process.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const handbook = fileURLToPath(new URL('../packages/server/demo/handbook', import.meta.url));
const hourMs = 3_600_000;

/** The commands are what is looked at, and not how well the models read. */
const withoutModels = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
  AVOW_LOG_LEVEL: 'error',
};

/** An installation with the tenants demo and acme, and a service that runs on it. */
export interface DocumentedInstallation {
  readonly dataDir: string;
  /** Copies the installation as it was before acme was created, without a service. */
  copyDemoOnly(to: string): void;
  readonly serviceUrl: string;
  /** What the pages call by these names, such as MESSAGE_ID. */
  readonly variables: Readonly<Record<string, string>>;
  /** A message that nobody needs afterwards, and one that waits for a person, each given out once. */
  takeDelivered(): string;
  takePending(): string;
  /** Puts the files that the pages name into a folder. */
  writeFiles(folder: string): void;
  close(): Promise<void>;
}

/** Answers of the handbook that are found without a model: they are curated pairs. */
const golden = {
  format: 'avow-golden/1',
  questions: [
    {
      question: 'How many days of holiday do I get?',
      expects: { kind: 'answer', facts: [['27 days', '27 paid days', '27']] },
    },
  ],
};

export async function createDocumentedInstallation(
  directory: string,
  serviceEnv: Readonly<Record<string, string>>,
): Promise<DocumentedInstallation> {
  const dataDir = join(directory, 'data');
  const demoOnlyDir = join(directory, 'demo-only');
  const environment = { AVOW_DATA_DIR: dataDir, ...withoutModels };
  const apiKey = await createDemo(dataDir);
  cpSync(dataDir, demoOnlyDir, { recursive: true });
  const sources = join(directory, 'sources');
  mkdirSync(sources);
  const provider = await startProviderProcess();
  await provider.control({ answer: 'sentenceOrWeeks' });
  writeFiles(sources, provider.port);
  const avow = async (...words: string[]) => {
    const { terminal, said } = recordTerminal();
    const code = await runCli(words, environment, terminal);
    if (code !== 0) throw new Error(`avow ${words.join(' ')}: ${said().err}`);
    return said().out;
  };
  // The first start of a service prints a link for this person.
  const owner = ['owner@localhost', '--name', 'Owner', '--role', 'owner'];
  await avow('users', 'create', ...owner, '--tenant', 'demo');
  await avow('tenants', 'create', 'acme');
  const key = JSON.parse(await avow('keys', 'create', '--tenant', 'acme', '--json'));
  await avow('packs', 'load', join(sources, 'handbook'), '--tenant', 'acme');
  const goldenFile = join(sources, 'golden.json');
  await avow('eval', 'import', 'handbook', goldenFile, '--tenant', 'acme');
  await avow('eval', 'import', 'larkfield-handbook', goldenFile, '--tenant', 'demo');
  const policyFile = join(sources, 'policy.json');
  writeFileSync(policyFile, await avow('guardrails', 'default', '--tenant', 'demo'));
  const policy = JSON.parse(await avow('guardrails', 'default', '--tenant', 'demo'));
  const otherFile = join(sources, 'other.json');
  writeFileSync(otherFile, JSON.stringify({ ...policy, review: { below: 1 } }));
  // The page on guardrails begins at revision 3 and goes back to revision 2.
  for (const file of [otherFile, policyFile, otherFile])
    await avow('guardrails', 'set', file, '--tenant', 'acme');
  const { data: packs } = JSON.parse(await avow('packs', 'list', '--tenant', 'demo', '--json'));
  const packId = packs.find(({ name }: { name: string }) => name === 'larkfield-handbook').pack_id;
  const hook = ['https://tickets.example/hooks/avow', '--events', 'message.failed', '--tenant', 'demo'];
  const endpoint = JSON.parse(await avow('webhooks', 'create', ...hook, '--json'));
  const verifierKey = (await avow('audit', 'key', '--tenant', 'acme')).trim();
  const service = await startServiceProcess({
    ...environment,
    AVOW_MODELS_FILE: join(sources, 'models.json'),
    // The pages are run in folders within it.
    AVOW_SOURCE_FOLDERS: directory,
    AVOW_QUERY_BURST: '1000',
    AVOW_CONTENT_BURST: '1000',
    AVOW_AUDIT_BURST: '1000',
    ...serviceEnv,
  });
  const found = await useService(service.url, apiKey, { packId, policy }).catch(async (error: unknown) => {
    await closeAll(service, provider);
    throw error;
  });
  return {
    ...{ dataDir, serviceUrl: service.url },
    copyDemoOnly: (to) => cpSync(demoOnlyDir, to, { recursive: true }),
    variables: {
      ...{ ...withoutModels, AVOW_API_KEY: apiKey, ERASE_KEY: apiKey, PACK_ID: packId },
      ...{ KEY_ID: key.key_id, ENDPOINT_ID: endpoint.endpoint_id },
      ...{ VERIFIER_KEY: verifierKey, ...found.variables },
    },
    takeDelivered: () => take(found.delivered),
    takePending: () => take(found.pending),
    writeFiles: (folder) => {
      writeFiles(folder, provider.port);
      cpSync(policyFile, join(folder, 'policy.json'));
    },
    close: () => closeAll(service, provider),
  };
}

async function closeAll(service: ServiceProcess, provider: ProviderProcess): Promise<void> {
  await service.kill();
  await provider.kill();
}

function take(from: string[]): string {
  const taken = from.pop();
  if (taken === undefined) throw new Error('more messages are needed than were asked');
  return taken;
}

async function createDemo(dataDir: string): Promise<string> {
  const config = loadConfig({ AVOW_DATA_DIR: dataDir });
  const data = await openDataFolder(config);
  try {
    const tenant = await prepareDemo(data, config, () => undefined);
    if (tenant === null) throw new Error('the demonstration exists already');
    const parts = { access: data.store.access, pepper: data.pepper, clock: systemClock };
    const expiresAtMs = systemClock.nowMs() + hourMs;
    const all: readonly Scope[] = scopes;
    const rights = { scopes: all, groups: null, expiresAtMs };
    const key = { tenantId: tenant.tenantId, name: 'all', mode: 'test' as const, ...rights };
    return (await createKey(parts, key)).text;
  } finally {
    await data.close();
  }
}

/** Asks and does over HTTP what the pages take for granted. */
async function useService(
  url: string,
  apiKey: string,
  { packId, policy }: { readonly packId: string; readonly policy: object },
) {
  interface Answered {
    readonly id: string;
    readonly message_id: string;
    readonly thread_id: string;
  }
  const call = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  const ask = async (prompt: string) => (await call('/v1/query', { prompt })).message_id;
  const question = 'How many days of holiday do I get?';
  const first = await ask(question);
  const delivered = [await ask(question)];
  const { thread_id: threadId } = await call('/v1/query', { prompt: question });
  const unanswered = await ask('Who won the cup in 1987?');
  await call('/v1/guardrails', { ...policy, review: { below: 1 } }, 'PUT');
  const pending = [await ask(question), await ask(question), await ask(question)];
  await call('/v1/guardrails', policy, 'PUT');
  await call('/v1/guardrails', { ...policy, review: { below: 0.01 } }, 'PUT');
  const feedback = await call(`/v1/messages/${first}/feedback`, {
    verdict: 'wrong',
    better_answer: 'Every employee has 28 days of paid holiday in a calendar year.',
  });
  const job = await call(`/v1/content-packs/${packId}/documents`, {
    source: 'canteen.md',
    text: '# Canteen\n\nThe canteen opens at noon.',
  });
  const pair = await call(`/v1/content-packs/${packId}/qna`, { question: 'Who leads?', answer: 'Ada.' });
  return {
    delivered,
    pending,
    variables: {
      QNA_ID: pair.id,
      MESSAGE_ID: first,
      THREAD_ID: threadId,
      FEEDBACK_ID: feedback.id,
      JOB_ID: job.id,
      // Any message of a group names it.
      GROUP_ID: unanswered,
    },
  };
}

function writeFiles(folder: string, providerPort: number): void {
  cpSync(handbook, join(folder, 'handbook'), {
    recursive: true,
    filter: (path) => !path.endsWith('pack.json'),
  });
  mkdirSync(join(folder, 'my-folder'), { recursive: true });
  const tier = {
    provider: 'openai_compatible',
    model: 'scripted',
    base_url: `http://127.0.0.1:${providerPort}/v1`,
  };
  const files = {
    'my-folder/opening-hours.md': '# Opening hours\n\nThe shop opens at nine.\n',
    'my-folder/questions.qna.json': JSON.stringify([{ question: 'Is there a shop?', answer: 'Yes.' }]),
    'holiday.md': '# Holiday\n\nThere are 27 days.\n',
    'travel.pdf': writePdf([
      [{ text: 'Travel rules', size: 20 }, { text: 'Trains are booked by the office.' }],
    ]),
    'questions.csv': 'question,answer\nWho books trains?,The office does.\n',
    'golden.json': JSON.stringify(golden),
    'models.json': JSON.stringify({ tiers: [tier] }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

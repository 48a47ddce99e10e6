import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composePackLoader } from '@avow/server';
import { addTenant, createInstallation } from '../e2e/new-installation.ts';

const handbook = fileURLToPath(new URL('../packages/server/demo/handbook', import.meta.url));

interface Prepared {
  readonly apiKey: string;
  /** One for each tenant. */
  readonly apiKeys: readonly string[];
  /** Bodies of queries, each with the exact question of a curated pair. */
  readonly curated: readonly string[];
  /** Bodies of queries that the handbook answers. */
  readonly documents: readonly string[];
}

/**
 * An installation with the handbook of the demonstration and a thousand curated pairs. Further tenants have the pairs, and
 * the handbook if it is wanted.
 */
export async function prepareRules(
  directory: string,
  env: Readonly<Record<string, string>> = {},
  { tenants = 1, haveHandbook = false }: { readonly tenants?: number; readonly haveHandbook?: boolean } = {},
): Promise<Prepared> {
  const { data, tenantId, apiKey } = await createInstallation(directory, undefined, env);
  const pairs = Array.from({ length: 1000 }, (_, index) => ({
    question: `What does rule ${index} say?`,
    answer: `Rule ${index} says that requests are answered within ${index} hours by the desk that received them.`,
  }));
  const folder = join(directory, 'pairs');
  await mkdir(folder);
  await writeFile(join(folder, 'rules.qna.json'), JSON.stringify(pairs));
  for (const path of [folder, handbook])
    await composePackLoader(data).load(tenantId, path, { skipFaulty: false, onProgress: () => undefined });
  const apiKeys = [apiKey];
  while (apiKeys.length < tenants) {
    const other = await addTenant(data, `tenant ${apiKeys.length}`);
    for (const path of haveHandbook ? [folder, handbook] : [folder])
      await composePackLoader(data).load(other.tenantId, path, {
        ...{ skipFaulty: false, onProgress: () => undefined },
      });
    apiKeys.push(other.apiKey);
  }
  await data.close();
  const asBody = (prompt: string) => JSON.stringify({ prompt });
  return {
    apiKey,
    apiKeys,
    curated: pairs.map(({ question }) => asBody(question)),
    documents: questions.map(asBody),
  };
}

const questions = [
  'How early can my flexible working day start?',
  'What happens to my laptop when I leave?',
  'How soon must a lost badge be reported?',
  'Can I work from another country for a while?',
];

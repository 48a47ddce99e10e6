import { readdirSync, readFileSync } from 'node:fs';
import { operations } from '@avow/contract';
import { contentLimits } from '@avow/contract/content';
import {
  checkFacts,
  describeSettings,
  type GuardrailCheck,
  guardrailChecks,
} from '@avow/contract/guardrails';
import { queryRequestLimits } from '@avow/contract/query';
import type { Plugin } from 'vite';

const callsModule = 'virtual:avow-contract';
const checksModule = 'virtual:avow-checks';
const operationsModule = 'virtual:avow-operations';

/**
 * What the pages need of the contract while they run: where each operation is, who may call it and what it does in words, how
 * much may be asked and uploaded, and how each check of a guardrail is set. The schemas stay out of the browser: they would be a third of its first view.
 */
export function contractModule(): Plugin {
  const texts = new Map([
    [
      callsModule,
      () =>
        `export const calls = ${JSON.stringify(describeCalls())}; export const limits = ${JSON.stringify(limits)};`,
    ],
    [checksModule, () => `export const checks = ${JSON.stringify(describeChecks())};`],
    [operationsModule, () => `export const summaries = ${JSON.stringify(summarizeOperations())};`],
  ]);
  return {
    name: 'avow-contract',
    resolveId: (id) => (texts.has(id) ? `\0${id}` : null),
    load: (id) => texts.get(id.slice(1))?.() ?? null,
  };
}

const limits = {
  questionCodePointsMax: queryRequestLimits.promptCodePointsMax,
  uploadBytesMax: contentLimits.uploadBytesMax,
  uploadFilesMax: contentLimits.uploadFilesMax,
};

/** Of the operations that a page names: the first view has no room for the others. */
function describeCalls() {
  const named = new Set(readPages().match(/(?<=['"])[a-z]\w+(?=['"])/gi));
  const all = Object.entries(operations).filter(([id]) => named.has(id));
  return Object.fromEntries(all.map(([id, { method, path }]) => [id, `${method} ${path}`]));
}

function readPages(): string {
  const folder = new URL('../app/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  return pages.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
}

/** Apart from the calls: only who reads the log needs them. */
function summarizeOperations() {
  return Object.fromEntries(Object.entries(operations).map(([id, { summary }]) => [id, summary]));
}

function describeChecks() {
  const describe = (check: GuardrailCheck) => {
    const { stages, actions, threshold, failMode } = checkFacts[check];
    return { stages, actions, threshold, failMode, settings: describeSettings(check) };
  };
  return Object.fromEntries(guardrailChecks.map((check) => [check, describe(check)]));
}

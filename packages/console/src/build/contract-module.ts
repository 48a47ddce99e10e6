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

function describeCalls() {
  const all = Object.entries(operations);
  return Object.fromEntries(all.map(([id, { method, path, scope }]) => [id, { method, path, scope }]));
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

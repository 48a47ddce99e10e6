import { operations } from '@avow/contract';
import {
  checkFacts,
  describeSettings,
  type GuardrailCheck,
  guardrailChecks,
} from '@avow/contract/guardrails';
import type { Plugin } from 'vite';

const callsModule = 'virtual:avow-contract';
const checksModule = 'virtual:avow-checks';
const operationsModule = 'virtual:avow-operations';

/**
 * What the pages need of the contract while they run: where each operation is, who may call it and what it does in words, and
 * how each check of a guardrail is set. The schemas stay out of the browser: they would be a third of its first view.
 */
export function contractModule(): Plugin {
  const texts = new Map([
    [callsModule, () => `export const calls = ${JSON.stringify(describeCalls())};`],
    [checksModule, () => `export const checks = ${JSON.stringify(describeChecks())};`],
    [operationsModule, () => `export const summaries = ${JSON.stringify(summarizeOperations())};`],
  ]);
  return {
    name: 'avow-contract',
    resolveId: (id) => (texts.has(id) ? `\0${id}` : null),
    load: (id) => texts.get(id.slice(1))?.() ?? null,
  };
}

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

import { checks } from 'virtual:avow-checks';
import type { GuardrailCheck } from '@avow/contract/guardrails';
import { checkNames } from '../../texts/checks.ts';
import type { ShownGuardrail } from './edited-policy.ts';

export type NewGuardrail = Omit<ShownGuardrail, 'id'>;

export const emptyTopic = { name: '', description: '', examples: [] };

/** What somebody who adds a check expects of it: it stops what it finds, unless it replaces or only notes it by its nature. */
const usualActions: Readonly<Record<string, NewGuardrail['action']>> = {
  ...{ personal_data: 'redact', secrets: 'redact', links: 'redact' },
  ...{ profanity: 'flag', relevance: 'flag' },
};

/** What a check begins with when it is added to a policy. */
export function newGuardrail(check: string): NewGuardrail {
  const facts = checks[check as GuardrailCheck];
  const required = facts.settings.filter((setting) => setting.required);
  return {
    name: checkNames[check] ?? check,
    check: check as ShownGuardrail['check'],
    stage: facts.stages[0] as ShownGuardrail['stage'],
    enabled: true,
    action: usualActions[check] ?? 'block',
    category: 'custom',
    threshold: facts.threshold,
    mode: 'enforce',
    fail_mode: facts.failMode,
    settings: {
      ...Object.fromEntries(required.map(({ name, type }) => [name, emptyOf(type)])),
      // Most checks of topics are added to keep one out.
      ...(check === 'topic' ? { denied: [emptyTopic] } : {}),
    },
  };
}

function emptyOf(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return false;
  return type === 'object' ? {} : '';
}

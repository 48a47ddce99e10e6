import type { CheckDependencies } from '@avow/guardrails';
import { type CheckText, compileCheck } from './compile-check.ts';

type Types = Readonly<Record<string, 'off' | 'flag' | 'redact'>>;

/** Every type that rules find. */
export const byRules: Types = { identifiers: 'redact', contact: 'redact', network: 'redact', names: 'off' };

/** The personal data check with these settings. */
export function compilePersonalData(types: Types, parts: CheckDependencies): CheckText | null {
  const entry = { name: 'Data', check: 'personal_data', stage: 'input', action: 'redact' } as const;
  return compileCheck({ ...entry, settings: { types } }, parts);
}

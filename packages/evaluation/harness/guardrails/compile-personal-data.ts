import type { CheckParts } from '@avow/guardrails';
import { type CheckText, compileCheck } from './compile-check.ts';

type Types = Readonly<Record<string, 'off' | 'flag' | 'redact'>>;

/** What rules find, whatever it is. */
export const byRules: Types = { identifiers: 'redact', contact: 'redact', network: 'redact', names: 'off' };

/** The check of personal data with these settings. */
export function compilePersonalData(types: Types, parts: CheckParts): CheckText | null {
  const entry = { name: 'Data', check: 'personal_data', stage: 'input', action: 'redact' } as const;
  return compileCheck({ ...entry, settings: { types } }, parts);
}

import type { GuardrailFinding } from '../record-store.ts';

type FindingColumns = readonly [
  guardrailId: string,
  name: string,
  did: GuardrailFinding['did'],
  isShadow: number,
];

/** Null if there are none, which is the usual case and takes no space. */
export function encodeFindings(findings: readonly GuardrailFinding[]): string | null {
  if (findings.length === 0) return null;
  return JSON.stringify(
    findings.map(
      ({ guardrailId, name, did, isShadow }): FindingColumns => [guardrailId, name, did, isShadow ? 1 : 0],
    ),
  );
}

export function decodeFindings(text: string | null): GuardrailFinding[] {
  if (text === null) return [];
  const rows: readonly FindingColumns[] = JSON.parse(text);
  return rows.map(([guardrailId, name, did, isShadow]) => ({
    guardrailId,
    name,
    did,
    isShadow: isShadow === 1,
  }));
}

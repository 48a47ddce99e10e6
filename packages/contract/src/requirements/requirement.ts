/** One statement of the specification, to be cited as `[id]` in the title of a test that proves it. */
export interface Requirement {
  readonly id: string;
  readonly source: 'interface' | 'contract';
  readonly section: string;
  readonly text: string;
  /** `later`: decided, and not part of this version. */
  readonly scope: 'now' | 'later';
}

export type RequirementRow = readonly [id: string, scope: Requirement['scope'], text: string];

export function listRequirements(
  place: Pick<Requirement, 'source' | 'section'>,
  rows: readonly RequirementRow[],
): Requirement[] {
  return rows.map(([id, scope, text]) => ({ id, ...place, text, scope }));
}

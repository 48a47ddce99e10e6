import type { Guards, PassageScreening } from '@avow/guardrails';
import type { Passage } from '@avow/search';

/** What passages score, and the policies that they are compared with. */
export interface Screened {
  readonly screening: PassageScreening;
  readonly guards: Pick<Guards, 'inForce'>;
}

/** Opens it when it is needed first. */
export type OpenScreened = () => Promise<Screened>;

/** What is checked of a passage: all that a reader of it sees. */
export function checkedText({ headings, text }: Pick<Passage, 'headings' | 'text'>): string {
  return headings === '' ? text : `${headings}\n${text}`;
}

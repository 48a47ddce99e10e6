import type { Figure } from '../figures/figure-book.ts';
import type { Condition, Control, Framework } from './framework.ts';

/** What figures and configuration say of a control. It says nothing of a law or of a certificate. */
export const controlStates = {
  met: 'Met by configuration now',
  partly: 'Partly',
  not_met: 'Not met',
  not_for_software: 'Not for software to show',
} as const;
export type ControlState = keyof typeof controlStates;

export interface AssessedControl extends Omit<Control, 'holds' | 'figures'> {
  readonly state: ControlState;
  readonly figures: readonly Figure[];
  /** What is missing, and how to change that. */
  readonly missing: readonly string[];
}

export interface AssessedFramework extends Omit<Framework, 'controls'> {
  readonly controls: readonly AssessedControl[];
}

export function assessFramework(framework: Framework, figures: readonly Figure[]): AssessedFramework {
  const byKey = new Map(figures.map((figure) => [figure.key, figure]));
  const find = (key: string): Figure => {
    const found = byKey.get(key);
    if (found === undefined) throw new Error(`${framework.framework} names an unknown figure: ${key}`);
    return found;
  };
  return {
    ...framework,
    controls: framework.controls.map(({ holds, figures: keys, ...control }) => {
      const missing = holds.flatMap((condition) => faultOf(condition, find(condition.figure)));
      return { ...control, state: stateOf(holds.length, missing.length), figures: keys.map(find), missing };
    }),
  };
}

function stateOf(conditions: number, missing: number): ControlState {
  if (conditions === 0) return 'not_for_software';
  if (missing === 0) return 'met';
  return missing === conditions ? 'not_met' : 'partly';
}

function faultOf(condition: Condition, { title, value, unit }: Figure): string[] {
  if (condition.min_or_none !== undefined && value === null) return [];
  if (value === null) {
    return [
      unit === 'share' || unit === 'score'
        ? `There was nothing in the period to say it by: ${title}.`
        : `It was not looked at for this pack: ${title}.`,
    ];
  }
  return holdsFor(condition, value) ? [] : [condition.missing];
}

function holdsFor({ is, min, min_share, min_or_none }: Condition, value: number | boolean): boolean {
  if (is !== undefined) return value === is;
  return Number(value) >= (min ?? min_share ?? min_or_none ?? Number.POSITIVE_INFINITY);
}

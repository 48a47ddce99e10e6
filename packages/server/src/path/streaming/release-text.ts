import type { StageOutcome } from '@avow/guardrails';

interface PartialText {
  /** The partial draft as it was checked, before any redaction. */
  readonly text: string;
  /** Where its units end, in order: UTF-16 offsets. */
  readonly unitEnds: readonly number[];
  /** The guardrails' outcome on this text. */
  readonly outcome: Pick<StageOutcome, 'text' | 'redactions' | 'blocked' | 'degraded'>;
  /** The length up to which no further text can change the findings, as the guard reports it. */
  readonly settled: number;
  /** What was released before. */
  readonly released: string;
}

/**
 * The next part of an unfinished answer that may be shown: whole units, as the guardrails leave them, and only if no further
 * text can change that. Empty: nothing yet. If a check did not run, nothing is released, since it may find something the next
 * time. Nor if the answer no longer begins with what was released: then the end decides.
 */
export function releaseText({ text, unitEnds, outcome, settled, released }: PartialText): string {
  const { redactions, blocked, degraded } = outcome;
  if (blocked !== null || degraded) return '';
  const end = unitEnds.findLast(
    (unitEnd) =>
      unitEnd <= Math.min(settled, text.length) &&
      !redactions.some((redaction) => redaction.start < unitEnd && unitEnd < redaction.end),
  );
  if (end === undefined) return '';
  const shown = outcome.text.slice(0, toGuarded(end, redactions));
  return shown.startsWith(released) ? shown.slice(released.length) : '';
}

/** An offset of the text after the redactions; it must not lie within one. */
function toGuarded(offset: number, redactions: StageOutcome['redactions']): number {
  return redactions
    .filter(({ end }) => end <= offset)
    .reduce((moved, { start, end, placeholder }) => moved + placeholder.length - (end - start), offset);
}

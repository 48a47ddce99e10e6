import type { StageOutcome } from '../interfaces/guard.ts';

interface TextSoFar {
  /** The draft so far as it was checked, before any redaction. */
  readonly text: string;
  /** Where its units end, in order: UTF-16 offsets. */
  readonly unitEnds: readonly number[];
  /** What the guardrails said of this text. */
  readonly outcome: Pick<StageOutcome, 'text' | 'redactions' | 'blocked' | 'degraded'>;
  /** Up to where nothing that follows can change what was found: what the guard says of this text. */
  readonly settled: number;
  /** What was shown before. */
  readonly released: string;
}

/**
 * The further part of an answer in the making that may be shown now: whole units, as the guardrails leave them, and only
 * such as they will still leave so when all of it is known. Empty: nothing yet. Where a check did not run, nothing is
 * shown: it may find something the next time. Nor where what was shown is not how the answer begins any more: then nothing
 * is left but to wait for its end.
 */
export function releaseText({ text, unitEnds, outcome, settled, released }: TextSoFar): string {
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

/** Where an offset of the text is found after the redactions; it must not lie within one. */
function toGuarded(offset: number, redactions: StageOutcome['redactions']): number {
  return redactions
    .filter(({ end }) => end <= offset)
    .reduce((moved, { start, end, placeholder }) => moved + placeholder.length - (end - start), offset);
}

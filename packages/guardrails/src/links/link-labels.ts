/** Images may name a label whose target is elsewhere in the text: whichever comes second makes the two load. */
export interface Labels {
  readonly targets: Map<string, readonly string[]>;
  readonly ofImages: Set<string>;
}

/** Longer labels are none. */
const labelUnitsMax = 999;

export function readLabel(text: string, start: number, end: number): string {
  return normaliseLabel(text.slice(start, Math.min(end, start + labelUnitsMax + 1)));
}

/** As labels are compared. */
export function normaliseLabel(written: string): string {
  return written.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

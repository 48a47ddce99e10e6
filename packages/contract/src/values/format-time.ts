/** The one way times are written: RFC 3339, UTC, three decimals, `Z`. */
export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

import { formatTime } from '@avow/contract/values';

/** In the format of the log; null: the stored value is not a valid time. */
export function formatStoredTime(atMs: number): string | null {
  try {
    return formatTime(atMs);
  } catch {
    return null;
  }
}

import { formatTime } from '@avow/contract/plain';

/** As the log writes it; null: what is stored is no time. */
export function formatStoredTime(atMs: number): string | null {
  try {
    return formatTime(atMs);
  } catch {
    return null;
  }
}

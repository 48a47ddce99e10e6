import type { Period } from '../insights.ts';

const dayMs = 86_400_000;

/** The day in UTC, as 2026-11-15. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Every day that the period touches, oldest first. */
export function daysOf({ fromMs, untilMs }: Period): string[] {
  const days: string[] = [];
  for (let startMs = startOfDay(fromMs); startMs < untilMs; startMs += dayMs) days.push(dayOf(startMs));
  return days;
}

/** The ISO week in UTC, as 2026-W46: it belongs to the year that its Thursday is in. */
export function weekOf(timeMs: number): string {
  const thursdayMs = startOfWeek(timeMs) + 3 * dayMs;
  const year = new Date(thursdayMs).getUTCFullYear();
  const week = 1 + Math.floor((thursdayMs - Date.UTC(year, 0, 1)) / (7 * dayMs));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Every week that the period touches, oldest first. */
export function weeksOf({ fromMs, untilMs }: Period): string[] {
  const weeks: string[] = [];
  for (let startMs = startOfWeek(fromMs); startMs < untilMs; startMs += 7 * dayMs)
    weeks.push(weekOf(startMs));
  return weeks;
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / dayMs) * dayMs;
}

/** Monday. The first day of 1970 was a Thursday. */
function startOfWeek(timeMs: number): number {
  const dayNumber = Math.floor(timeMs / dayMs);
  return (dayNumber - ((((dayNumber + 3) % 7) + 7) % 7)) * dayMs;
}

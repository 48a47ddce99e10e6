import type { LinkProps } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';

type Search = Readonly<Record<string, string>>;

/** Where the messages behind a figure are listed; undefined for people who cannot open that page. */
export function useRecordsLink(): (search: Search) => LinkProps | undefined {
  const may = useMay();
  const maySeeRecords = may('audit:read') || may('log:read');
  return (search) => (maySeeRecords ? { to: '/records', search } : undefined);
}

const dayMs = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What selects the messages of one day, such as `2026-11-19`. */
export const searchOfDay = (day: string) => ({ from: day, before: dateOf(Date.parse(day) + dayMs) });

/** What selects the messages of an ISO week, such as `2026-W47`. */
export function searchOfWeek(week: string): { readonly from: string; readonly before: string } {
  const [year = '', number = '1'] = week.split('-W');
  // The fourth of January is always in the first week, and weeks begin on Mondays.
  const fourth = Date.parse(`${year}-01-04`);
  const daysSinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  const start = fourth + ((Number(number) - 1) * 7 - daysSinceMonday) * dayMs;
  return { from: dateOf(start), before: dateOf(start + 7 * dayMs) };
}

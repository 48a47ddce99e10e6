import { texts } from '../texts.ts';

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.NumberFormat('en-GB');

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day of the service, which counts in UTC. */
export const formatDay = (day: string): string => dayAndMonth.format(new Date(day));
export const formatDateTime = (time: string): string => dateTime.format(new Date(time));
export const formatCount = (count: number): string => whole.format(count);
export const formatShare = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`;
export const formatScore = (score: number): string => score.toFixed(2);
export const formatMs = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 && ms > 0 ? ms.toFixed(1) : Math.round(ms)} ms`;

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** In units of a thousand, as disks are sold. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${byteUnits[power]}`;
}

export function formatAgo(time: string, nowMs = Date.now()): string {
  return formatAge(nowMs - Date.parse(time));
}

/** How long something took that people did. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return texts.duration.short;
  if (minutes < 120) return texts.duration.minutes(minutes);
  if (minutes < 48 * 60) return texts.duration.hours(Math.round(minutes / 60));
  return texts.duration.days(Math.round(minutes / 1440));
}

export function formatAge(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return texts.ago.now;
  if (minutes < 60) return texts.ago.minutes(minutes);
  if (minutes < 48 * 60) return texts.ago.hours(Math.floor(minutes / 60));
  return texts.ago.days(Math.floor(minutes / 1440));
}

import { readFileSync } from 'node:fs';

/** A known vulnerability that does not affect the service, or not until this day. */
export interface VulnerabilityException {
  /** Of the GitHub advisory. */
  readonly id: string;
  readonly reason: string;
  /** The last day, as 2027-01-31: at most 90 days after it was written. */
  readonly until: string;
}

const idPattern = /^GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}$/;
const daysMax = 90;

export function readExceptions(path = new URL('exceptions.json', import.meta.url)): VulnerabilityException[] {
  return JSON.parse(readFileSync(path, 'utf8')).vulnerabilities;
}

/** What is wrong with an exception on this day; null: nothing. */
export function findExceptionFault(
  { id, reason, until }: VulnerabilityException,
  nowMs: number,
): string | null {
  if (!idPattern.test(id)) return `${id} is not the id of an advisory`;
  if (typeof reason !== 'string' || reason.length < 20) return `${id} needs a reason`;
  const endsMs = Date.parse(`${until}T23:59:59Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until) || Number.isNaN(endsMs))
    return `${id} needs a day such as 2027-01-31`;
  if (endsMs < nowMs) return `${id} has expired on ${until}: update the package, or decide again`;
  if (endsMs > nowMs + daysMax * 86_400_000) return `${id} lasts longer than ${daysMax} days`;
  return null;
}

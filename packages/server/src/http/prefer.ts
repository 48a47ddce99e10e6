/**
 * What a client prefers (RFC 7240). Preferences that are unknown or make no sense are ignored, as the RFC asks, and of several
 * the first counts. A time out of bounds becomes the nearest one within.
 */
export interface Preferences {
  readonly respondAsync: boolean;
  readonly waitMs: number | null;
}

const waitSecondsMax = 120;

export function readPreferences(header: string | undefined): Preferences {
  let respondAsync = false;
  let waitMs: number | null = null;
  for (const part of (header ?? '').slice(0, 1024).split(',')) {
    const preference = part.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (preference === 'respond-async') respondAsync = true;
    const wait = /^wait\s*=\s*"?(\d+)"?$/.exec(preference)?.[1];
    if (wait !== undefined) waitMs ??= Math.min(Math.max(Number(wait), 1), waitSecondsMax) * 1000;
  }
  return { respondAsync, waitMs };
}

/** What is said of preferences that were applied. */
export function writePreferences({ respondAsync, waitMs }: Preferences): string {
  return [
    ...(respondAsync ? ['respond-async'] : []),
    ...(waitMs === null ? [] : [`wait=${waitMs / 1000}`]),
  ].join(', ');
}

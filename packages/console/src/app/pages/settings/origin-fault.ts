import type { CallError } from '../../api/call.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { isSafe, readOrigins, siteOf } from './read-origins.ts';

/** What is wrong with what was entered, once the service has refused it and as long as it stays that way. */
export function originFault(error: Pick<CallError, 'errors'> | null, typed: string): string | undefined {
  const refused = error?.errors.find(({ pointer }) => /^\/origins(\/|$)/.test(pointer))?.message;
  if (refused === undefined) return undefined;
  const origins = readOrigins(typed);
  for (const origin of origins) {
    const site = siteOf(origin);
    if (site === null) return settingsTexts.notAnOrigin(origin);
    if (!isSafe(site)) return settingsTexts.unsafeOrigin(origin);
  }
  if (origins.length === 0) return settingsTexts.noOrigin;
  const isOfOne = error?.errors.some(({ pointer }) => pointer.startsWith('/origins/')) ?? false;
  return isOfOne ? undefined : refused;
}

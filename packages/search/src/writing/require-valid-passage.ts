import type { Passage } from '../passage-search.ts';

const textUnitsMax = 1 << 20;
const idUnitsMax = 100;
const groupsMax = 1_000;
const groupUnitsMax = 1_000;

/** Requires that a passage fits the limits of the tables. */
export function requireValidPassage(passage: Passage): void {
  const { kind, documentId, revision, ordinal, start, end, headings, text } = passage;
  const fault = (what: string) => new RangeError(`not a passage that can be searched: ${what}`);
  if (kind !== 'document' && kind !== 'curated') throw fault('its kind');
  if (typeof documentId !== 'string' || documentId.length > idUnitsMax) throw fault('its document');
  for (const [name, value] of Object.entries({ revision, ordinal, start, end }))
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw fault(name);
  if (
    typeof headings !== 'string' ||
    typeof text !== 'string' ||
    headings.length + text.length > textUnitsMax
  )
    throw fault('its text');
  checkRule(passage, fault);
}

function checkRule(passage: Passage, fault: (what: string) => RangeError): void {
  const { groups, validFromMs, validUntilMs } = passage;
  if (
    !Array.isArray(groups) ||
    groups.length > groupsMax ||
    groups.some((group) => typeof group !== 'string' || group.length > groupUnitsMax)
  )
    throw fault('its groups');
  // What cannot be compared with the time would be valid always, or never.
  for (const instantMs of [validFromMs, validUntilMs])
    if (instantMs !== null && !Number.isFinite(instantMs)) throw fault('its validity');
}

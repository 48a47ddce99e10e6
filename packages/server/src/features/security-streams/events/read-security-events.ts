import type { TenantId } from '@avow/foundation';
import type { StoredEntry } from '@avow/ledger';
import { parseEntry } from '@avow/ledger-log/entries';
import type { StreamedEvents } from '../../../config/security-streams.ts';
import type { FoundRecord } from '../security-stream-store.ts';
import type { SecurityEvent } from './security-event.ts';

/**
 * Details of entries that go along. All others stay: what a hold is for may be the name that a client gave to a person, and lists
 * of records are as long as they are many.
 */
const sentDetails: ReadonlySet<string> = new Set([
  ...['method', 'expires_at', 'name', 'role', 'groups', 'status', 'changed', 'passkey', 'revision'],
  ...['scopes', 'origins', 'packs', 'successor', 'content', 'reason', 'scope', 'content_days', 'record_days'],
  ...[
    'what',
    'records',
    'export',
    'operation',
    'models',
    'version',
    'documents',
    'pairs',
    'pack',
    'tolerance',
  ],
  ...['labels', 'right', 'authors', 'keys', 'proposal', 'wrong_max', 'line', 'answers', 'wrong', 'draw'],
  ...['cause', 'built_in', 'node', 'previous_key', 'next_key'],
]);
const detailsMax = 8;
const hashLength = 12;
/** A message of syslog should have no more than 8 KiB, and JSON may take six bytes for a character. */
const wordLengthMax = 96;

/** Not within a character of two units. */
function clip(word: string): string {
  if (word.length <= wordLengthMax) return word;
  const cut = word.slice(0, wordLengthMax - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

interface ReadOptions {
  readonly tenantId: TenantId;
  readonly events: StreamedEvents;
}

/** What entries say to a collector, in their order. `found`: those of the records among them that have findings. */
export function readSecurityEvents(
  entries: readonly StoredEntry[],
  found: readonly FoundRecord[],
  { tenantId, events }: ReadOptions,
): SecurityEvent[] {
  const records = new Map(found.map((record) => [record.leafIndex, record]));
  return entries.flatMap(({ leafIndex, leafHash, text }): SecurityEvent[] => {
    const { kind, subject, state, time, actor, details } = parseEntry(text);
    const base = { tenantId, leafIndex, atMs: Date.parse(time) };
    // With its hash: in a log that was restored from a backup, other entries may come to the same places.
    const id = `${tenantId}.${leafIndex}.${leafHash.slice(0, hashLength)}`;
    if (kind === 'record') {
      const record = records.get(leafIndex);
      if (record === undefined || events === 'administrative') return [];
      return record.findings.map((given, index) => ({
        ...{ type: 'guardrail', id: `${id}.${index}`, ...base },
        finding: { ...given, guardrailId: clip(given.guardrailId), name: clip(given.name) },
        message: record.message,
      }));
    }
    if (events === 'guardrails') return [];
    const actorName = details.find(([name]) => name === 'actor_name')?.[1] ?? null;
    const sent = details.filter(([name]) => sentDetails.has(name)).slice(0, detailsMax);
    return [
      {
        ...{ type: 'administrative', id, ...base, kind, action: state },
        ...{ subject: clip(subject), actor: clip(actor) },
        actorName: actorName === null ? null : clip(actorName),
        details: sent.map(([name, word]) => [name, clip(word)] as const),
      },
    ];
  });
}

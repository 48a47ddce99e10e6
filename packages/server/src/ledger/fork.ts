import type { TenantId } from '../interfaces/identity.ts';

/** A log that no longer begins with what was signed of it. */
export interface Fork {
  readonly tenantId: TenantId;
  /** `database`, `this process`, or the name of the anchor that knows better. */
  readonly knownBy: string;
  /** Of the tree that was signed. */
  readonly signedSize: number;
  /** Of the log as it is now. */
  readonly size: number;
  /** `other_key`: the last checkpoint of the database was not signed by the log key there is now. */
  readonly kind: 'rewritten' | 'cut' | 'other_key';
}

const shownMax = 10;

const ways = {
  rewritten: 'entries that were signed have been changed',
  cut: 'entries that were signed are missing',
  other_key: 'it was signed by another key than the log key there is now',
} as const;

/** For the operator, who must decide: nothing here can be mended by the service itself. */
export function describeForks(forks: readonly Fork[]): string {
  const lines = forks
    .slice(0, shownMax)
    .map(
      ({ tenantId, knownBy, signedSize, size, kind }) =>
        `  ${tenantId}: ${ways[kind]} (the log has ${size}, the checkpoint of ${nameOf(knownBy)} ${signedSize})`,
    );
  if (forks.length > shownMax) lines.push(`  and ${forks.length - shownMax} more`);
  return [
    'The log contradicts what was signed of it, so nothing more is signed and nothing is answered:',
    ...lines,
    'Restore the newest backup of the data folder, with its log key. Where an older backup is to be used knowingly, move the',
    'files of these tenants out of the folder of anchors first: whoever kept a later checkpoint will see that entries are missing.',
  ].join('\n');
}

function nameOf(knownBy: string): string {
  if (knownBy === 'this process') return knownBy;
  return knownBy === 'database' ? 'the database' : `the anchor "${knownBy}"`;
}

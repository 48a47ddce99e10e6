import type { TenantId } from '@avow/foundation';

/** A log that does not extend what was signed before. */
export interface Fork {
  readonly tenantId: TenantId;
  /** `database`, `this process`, or the name of the anchor that has the checkpoint. */
  readonly knownBy: string;
  /** The size of the tree that was signed. */
  readonly signedSize: number;
  /** The size of the log now. */
  readonly size: number;
  /** `other_key`: the last checkpoint in the database was not signed by the current log key. */
  readonly kind: 'rewritten' | 'cut' | 'other_key';
}

const shownMax = 10;

const descriptions = {
  rewritten: 'signed entries have been changed',
  cut: 'signed entries are missing',
  other_key: 'its checkpoint was signed by a different key than the current log key',
} as const;

/** For the operator, who must decide: the service cannot repair this itself. */
export function describeForks(forks: readonly Fork[]): string {
  const lines = forks
    .slice(0, shownMax)
    .map(
      ({ tenantId, knownBy, signedSize, size, kind }) =>
        `  ${tenantId}: ${descriptions[kind]} (the log has ${size}, the checkpoint of ${nameOf(knownBy)} ${signedSize})`,
    );
  if (forks.length > shownMax) lines.push(`  and ${forks.length - shownMax} more`);
  return [
    'The log contradicts its checkpoints, so the service signs nothing more and answers nothing:',
    ...lines,
    'Restore the newest backup of the data folder, with its log key. To use an older backup deliberately, move the files of',
    'these tenants out of the anchor folder first: anyone who kept a later checkpoint will see that entries are missing.',
  ].join('\n');
}

function nameOf(knownBy: string): string {
  if (knownBy === 'this process') return knownBy;
  return knownBy === 'database' ? 'the database' : `the anchor "${knownBy}"`;
}

import type { ConfinementReport } from '@avow/confinement';
import type { Config } from '../../config/load-config.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** What holds the process that reads files, as a process in its place has tried it. */
export function describeConfinement(
  { isWhole, open, landlock, seccomp, faults }: ConfinementReport,
  confinement: Config['confinement'],
): Omit<Finding, 'check'> {
  if (isWhole && landlock > 0 && seccomp)
    return ok(
      `the process that reads files has no network and no file but its code (Landlock ${landlock}, seccomp)`,
    );
  const why = faults.length === 0 ? '' : ` (${faults.join('; ')})`;
  const could = open.length === 0 ? 'is not confined' : `could ${open.join(', ')}`;
  return confinement === 'required'
    ? fault(`a process in the place of the one that reads files ${could}${why}: no file is read.`)
    : warning(
        `a process in the place of the one that reads files ${could}${why}: only the permissions of Node hold it, which do not cover the network. Linux 5.13 or newer with Landlock and seccomp confines it.`,
      );
}

import type { PackId, TenantId } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { OpenScreened } from '../publication.ts';
import {
  type ScreeningDependencies,
  type ScreenOptions,
  screenDocuments,
} from '../screening/screen-documents.ts';

/** Screens what is not screened yet of a pack, at once. `elsewhere`: another process does. */
export type ScreenNow = (
  tenantId: TenantId,
  packId: PackId,
  options: Pick<ScreenOptions, 'signal' | 'onDocument'>,
) => Promise<'complete' | 'interrupted' | 'elsewhere'>;

export function createScreenNow({
  screened,
  tryLock,
  ...parts
}: Omit<ScreeningDependencies, 'screening'> & {
  readonly screened: OpenScreened;
  readonly tryLock: DataFolder['tryLock'];
}): ScreenNow {
  return async (tenantId, packId, { signal, onDocument }) => {
    const { screening } = await screened();
    const locked = await tryLock(`screening-${packId}`, { waitMs: 0 }, (lost) =>
      screenDocuments({ ...parts, screening }, tenantId, packId, {
        ...{ signal: AbortSignal.any([signal, lost]), onDocument },
        waitUntilIdle: () => Promise.resolve(),
      }),
    );
    if (locked.kind !== 'done') return 'elsewhere';
    return locked.value ? 'complete' : 'interrupted';
  };
}

import type { DocumentParser } from '@avow/documents';
import type { PackId, TenantId } from '@avow/foundation';
import { readPages } from '@avow/foundation/concurrency';
import type { PassageScreening } from '@avow/guardrails';
import type { AppParts } from '../../../app/app-parts.ts';
import type { PageAfter } from '../../content/content-store.ts';
import {
  type ScreenedPack,
  type ScreeningLoopParts,
  type ScreenOptions,
  type ScreenParts,
  screenDocuments,
} from '../screening/screen-documents.ts';
import type { OpenScreened } from '../screening/screened.ts';

const packsPerPage = 200;

/** What the background screening of this node consists of. */
export function composeScreening(
  {
    data,
    screening,
    clock,
    log,
  }: Pick<AppParts, 'data' | 'log'> &
    Required<Pick<AppParts, 'clock'>> & { readonly screening: PassageScreening },
  parser: DocumentParser,
  {
    listTenants,
    hasQuestions,
  }: { readonly listTenants: () => Promise<TenantId[]>; readonly hasQuestions: () => boolean },
): ScreeningLoopParts {
  const { content, screenings } = data.store;
  const readPacks = (tenantId: TenantId) =>
    readPages(
      packsPerPage,
      (page: PageAfter<PackId>) => content.listPacks(tenantId, page),
      ({ packId }) => packId,
    );
  return {
    ...{ content, parser, screening, screenings, hasQuestions, nowMs: clock.nowMs },
    listPacks: async () => {
      const packs: ScreenedPack[] = [];
      for (const tenantId of await listTenants())
        for await (const { packId, servedVersion, draftRevision, updatedAtMs } of readPacks(tenantId))
          packs.push({ tenantId, packId, servedVersion, draftRevision, updatedAtMs });
      return packs;
    },
    inTurn: async (packId, screenHere) => {
      const locked = await data.tryLock(`screening-${packId}`, { waitMs: 0 }, screenHere);
      return locked.kind === 'done' && locked.value;
    },
    onFailure: (error, pack) =>
      log.error(
        { err: error, ...(pack && { tenant_id: pack.tenantId, pack_id: pack.packId }) },
        'passages could not be screened',
      ),
  };
}

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
}: Omit<ScreenParts, 'screening'> & {
  readonly screened: OpenScreened;
  readonly tryLock: AppParts['data']['tryLock'];
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

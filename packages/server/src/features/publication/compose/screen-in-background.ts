import type { DocumentParser } from '@avow/documents';
import type { PackId, TenantId } from '@avow/foundation';
import { readPages } from '@avow/foundation';
import type { PassageScreening } from '@avow/guardrails';
import type { Installation } from '../../../app/installation.ts';
import type { PageAfter } from '../../content/content-store.ts';
import { type ScreenedPack, type ScreeningLoop, startScreening } from '../screening/screen-documents.ts';

const packsPerPage = 200;

export type { ScreeningLoop };

/** Screens the texts of all tenants in the background of this node. */
export function screenInBackground(
  {
    data,
    screening,
    clock,
    log,
  }: Pick<Installation, 'data' | 'log'> &
    Required<Pick<Installation, 'clock'>> & { readonly screening: PassageScreening },
  parser: DocumentParser,
  {
    listTenants,
    hasQuestions,
  }: { readonly listTenants: () => Promise<TenantId[]>; readonly hasQuestions: () => boolean },
): ScreeningLoop {
  const { content, screenings } = data.store;
  const readPacks = (tenantId: TenantId) =>
    readPages(
      packsPerPage,
      (page: PageAfter<PackId>) => content.listPacks(tenantId, page),
      ({ packId }) => packId,
    );
  return startScreening({
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
  });
}

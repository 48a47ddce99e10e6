import type { TenantId } from '@avow/foundation';
import { openEncoder } from '../../app/models/open-embedded-models.ts';
import type { DataFolder } from '../../app/open-data-folder.ts';
import { countUnembedded, countUnscreened } from '../../app/watch-state.ts';
import type { Config } from '../../config/load-config.ts';
import { openLazyScreened } from '../../features/publication/compose/open-lazy-screened.ts';
import { type DoctorCheck, ok, warning } from './finding.ts';
import { withRecords } from './with-records.ts';

const countMs = 20_000;

/** What is served, and how much of it is not embedded or screened yet. */
export const contentCheck: DoctorCheck = {
  check: 'content',
  look: (config) =>
    withRecords(config, async (data) => {
      const { packs, passages } = await data.store.upkeep.countAll();
      const served = `packs served: ${packs}, with ${passages} passages`;
      if (passages === 0) return ok(served);
      const tenantIds = (await data.store.access.listTenants()).map(({ tenantId }) => tenantId);
      const missing = [
        await describeUnembedded(config, data, tenantIds),
        await describeUnscreened(config, data, tenantIds),
      ].join('');
      return missing === '' ? ok(served) : warning(`${served}${missing}`);
    }),
};

/** Empty if all are embedded, or nothing is. */
async function describeUnembedded(
  config: Config,
  data: DataFolder,
  tenantIds: readonly TenantId[],
): Promise<string> {
  const encoder = await openEncoder(config);
  if (encoder === null) return '';
  try {
    const waiting = await withinTime((signal) => countUnembedded({ data, encoder }, tenantIds, signal));
    if (waiting === 'uncounted')
      return `; how many of them are found by keywords alone was not counted to the end in ${countMs / 1000} seconds: avow_passages_unembedded in /metrics says it`;
    return (waiting ?? 0) === 0
      ? ''
      : `, of which ${waiting} are found by keywords alone: a service that runs embeds them`;
  } finally {
    await encoder.close();
  }
}

/** Empty if all are screened. */
async function describeUnscreened(
  config: Config,
  data: DataFolder,
  tenantIds: readonly TenantId[],
): Promise<string> {
  const { screened, close } = openLazyScreened(config, data);
  try {
    const { screening } = await screened();
    const waiting = await withinTime((signal) => countUnscreened({ data, screening }, tenantIds, signal));
    if (waiting === 'uncounted')
      return '; avow_documents_unscreened in /metrics says how many are not screened';
    return waiting === 0
      ? ''
      : `; documents that are not screened yet: ${waiting}. A service that runs screens them, and a question what it needs`;
  } finally {
    await close();
  }
}

async function withinTime<Count>(
  count: (signal: AbortSignal) => Promise<Count>,
): Promise<Count | 'uncounted'> {
  const signal = AbortSignal.timeout(countMs);
  return await count(signal).catch((error: unknown) => {
    // The time is up: there is much to count, and nothing wrong with it.
    if (signal.aborted && error === signal.reason) return 'uncounted' as const;
    throw error;
  });
}

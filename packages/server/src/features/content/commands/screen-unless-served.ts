import type { PackId } from '@avow/foundation';
import { isServed } from '../../../app/installation-state.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { findLeftOutOfDraft } from '../../publication/report/report-draft.ts';
import { screenDocuments } from '../../publication/screening/screen-documents.ts';
import type { PackReport } from '../content.ts';
import { describeLeftOut, leftOutJson } from './describe-left-out.ts';
import type { OpenedPacks } from './with-packs.ts';

interface Screening extends Pick<PackReport, 'leftOut' | 'unscreenedCount'> {
  readonly state: 'complete' | 'interrupted' | 'by_service';
}

/**
 * Screens the documents of a pack for instructions to language models, unless a running service does, and says what the policy
 * leaves out. `isStopped`: the person who waits for it has had enough. If it is interrupted, the service or the next load continues.
 */
export async function screenUnlessServed(
  context: CommandContext,
  opened: OpenedPacks,
  packId: PackId,
  { isStopped }: { readonly isStopped: boolean },
): Promise<Screening> {
  const unserved = async () => (isStopped ? 'interrupted' : await screenHere(context, opened, packId));
  const state = isServed(context.config()) ? 'by_service' : await unserved();
  const { data, parser, screened, tenant } = opened;
  const parts = { content: data.store.content, parser, screened };
  return { state, ...(await findLeftOutOfDraft(parts, tenant.tenantId, packId)) };
}

async function screenHere(
  { terminal }: CommandContext,
  { data, parser, screened, tenant }: OpenedPacks,
  packId: PackId,
): Promise<Screening['state']> {
  const { content, screenings } = data.store;
  const { screening } = await screened();
  const { draft } = (await content.getPack(tenant.tenantId, packId)) ?? { draft: { documentCount: 0 } };
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(terminal, 'Screening documents');
  let done = 0;
  try {
    const screen = (lost: AbortSignal) =>
      screenDocuments(
        { content, parser, screening, screenings, nowMs: Date.now },
        ...([tenant.tenantId, packId] as const),
        {
          signal: AbortSignal.any([stopping.signal, lost]),
          waitUntilIdle: () => Promise.resolve(),
          onDocument: () => {
            done += 1;
            bar.update(Math.min(done, draft.documentCount), draft.documentCount);
          },
        },
      );
    const locked = await data.tryLock(`screening-${packId}`, { waitMs: 0 }, screen);
    if (locked.kind !== 'done') return 'by_service';
    return locked.value ? 'complete' : 'interrupted';
  } finally {
    process.removeListener('SIGINT', stop);
    bar.end();
  }
}

/** For a person; empty if there is nothing to report. */
export function describeScreening(screening: Screening): string {
  return describeLeftOut(screening).join('\n');
}

export function screeningJson({ state, leftOut, unscreenedCount }: Screening) {
  return { screening: state, left_out: leftOut.map(leftOutJson), unscreened: unscreenedCount };
}

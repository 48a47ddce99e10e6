import type { PackId } from '@avow/foundation';
import { isServed } from '../../../app/installation-state.ts';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import type { OpenedPacks } from '../../content/commands/with-packs.ts';
import type { PackReport } from '../publication.ts';

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
  return { state, ...(await opened.packs.reportLeftOut(opened.tenant.tenantId, packId)) };
}

async function screenHere(
  { terminal }: CommandContext,
  { packs, screenNow, tenant }: OpenedPacks,
  packId: PackId,
): Promise<Screening['state']> {
  const { draft } = (await packs.getPack(tenant.tenantId, packId)) ?? { draft: { documentCount: 0 } };
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(terminal, 'Screening documents');
  let done = 0;
  const onDocument = () => {
    done += 1;
    bar.update(Math.min(done, draft.documentCount), draft.documentCount);
  };
  try {
    const state = await screenNow(tenant.tenantId, packId, { signal: stopping.signal, onDocument });
    return state === 'elsewhere' ? 'by_service' : state;
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

const quoteCodePointsMax = 100;
const listedMax = 20;

/** What is known of the passages that no answer uses, for a person. */
export function describeLeftOut({
  leftOut,
  unscreenedCount,
}: Pick<PackReport, 'leftOut' | 'unscreenedCount'>): string[] {
  return [
    ...leftOut
      .slice(0, listedMax)
      .flatMap(({ id, source, quote, name, score, threshold, reason }) => [
        `Left out of answers by ${name}, with ${score.toFixed(2)} from ${threshold} on: ${reason}`,
        `  ${source} (${id}): ${cleanLine(quote, quoteCodePointsMax)}`,
      ]),
    ...(leftOut.length > listedMax ? [`${leftOut.length - listedMax} more are left out.`] : []),
    ...(unscreenedCount > 0
      ? [`Not screened yet: ${unscreenedCount} passages. A service that runs screens them.`]
      : []),
  ];
}

export function leftOutJson({ guardrailId, name, ...also }: PackReport['leftOut'][number]) {
  return { ...also, guardrail_id: guardrailId, guardrail: name };
}

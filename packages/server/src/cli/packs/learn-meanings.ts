import { availableParallelism } from 'node:os';
import { isServed } from '../../app/open-data-folder.ts';
import { openEncoder } from '../../app/open-encoder.ts';
import type { PackVersion } from '../../interfaces/identity.ts';
import { encodeVersion } from '../../knowledge/encode-passages.ts';
import type { CommandContext } from '../command-context.ts';
import { progressBar } from '../terminal.ts';
import type { PacksAtHand } from './with-packs.ts';

/** Each takes some 190 MB. */
const passageProcessesMax = 4;

type Learned = 'complete' | 'broken_off' | 'by_the_service' | 'off';

/**
 * Gives the passages of a version their vectors, unless a running service does. It can be broken off: the service, or the
 * next load, goes on.
 */
export async function learnMeanings(
  context: CommandContext,
  { data, tenant }: Pick<PacksAtHand, 'data' | 'tenant'>,
  pack: PackVersion,
): Promise<Learned> {
  const config = context.config();
  if (config.searchByMeaning === 'off') return 'off';
  if (isServed(config)) return 'by_the_service';
  // Nobody asks questions of this process: all cores may learn.
  const encoder = await openEncoder(config, {
    passageProcesses: Math.min(availableParallelism(), passageProcessesMax),
  });
  if (encoder === null) return 'off';
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(context.terminal, 'Searchable by words now; learning meanings');
  try {
    const isDone = await encodeVersion({ search: data.search, encoder }, tenant.tenantId, pack, {
      signal: stopping.signal,
      mayGoOn: () => Promise.resolve(),
      onProgress: ({ done, total }) => bar.update(done, total),
    });
    return isDone ? 'complete' : 'broken_off';
  } finally {
    process.removeListener('SIGINT', stop);
    bar.end();
    await encoder.close();
  }
}

/** For a person; empty where there is nothing to say. */
export function describeLearned(learned: Learned): string {
  switch (learned) {
    case 'broken_off':
      return 'It is found by words; its meanings are learnt by the service, or by the next load.';
    case 'by_the_service':
      return 'It is found by words; the running service learns its meanings.';
    case 'complete':
    case 'off':
      return '';
  }
}

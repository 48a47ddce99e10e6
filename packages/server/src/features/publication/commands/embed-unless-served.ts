import { availableParallelism } from 'node:os';
import type { PackVersion } from '@avow/foundation';
import { isServed } from '../../../app/installation-state.ts';
import { openEncoder } from '../../../app/models/open-embedded-models.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import type { OpenedPacks } from '../../content/commands/with-packs.ts';
import { embedPassages } from '../indexing/embed-passages.ts';

/** Each process takes about 190 MB. */
const passageProcessesMax = 4;

type Embedding = 'complete' | 'interrupted' | 'by_service' | 'off';

/**
 * Embeds the passages of a version, unless a running service does. If it is interrupted, the service or the next load
 * continues.
 */
export async function embedUnlessServed(
  context: CommandContext,
  { data, tenant }: Pick<OpenedPacks, 'data' | 'tenant'>,
  pack: PackVersion,
): Promise<Embedding> {
  const config = context.config();
  if (config.searchByMeaning === 'off') return 'off';
  if (isServed(config)) return 'by_service';
  // This process answers no questions, so it may use all cores.
  const encoder = await openEncoder(config, {
    passageProcesses: Math.min(availableParallelism(), passageProcessesMax),
  });
  if (encoder === null) return 'off';
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(context.terminal, 'Keyword search is ready; embedding passages');
  try {
    const isDone = await embedPassages({ search: data.search, encoder }, tenant.tenantId, pack, {
      signal: stopping.signal,
      waitUntilIdle: () => Promise.resolve(),
      onProgress: ({ done, total }) => bar.update(done, total),
    });
    return isDone ? 'complete' : 'interrupted';
  } finally {
    process.removeListener('SIGINT', stop);
    bar.end();
    await encoder.close();
  }
}

/** A sentence for a person; empty if there is nothing to report. */
export function describeEmbedding(embedding: Embedding): string {
  switch (embedding) {
    case 'interrupted':
      return 'Keyword search finds it now. The service, or the next load, embeds the rest for semantic search.';
    case 'by_service':
      return 'Keyword search finds it now. The running service embeds it for semantic search.';
    case 'complete':
    case 'off':
      return '';
  }
}

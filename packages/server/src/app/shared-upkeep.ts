import type { RunningContent } from '../features/content/compose/start-content.ts';
import type { Queries } from '../path/waiting/create-queries.ts';
import type { Installation } from './installation.ts';
import type { startUpkeep } from './start-upkeep.ts';

/** What one node at a time does for all. */
export function sharedUpkeep(
  { nodes, store: { upkeep } }: Installation['data'],
  { queries, content }: { readonly queries: Pick<Queries, 'resume'>; readonly content: RunningContent },
): Pick<Parameters<typeof startUpkeep>[0], 'adopt' | 'isElected'> {
  return {
    isElected: () => nodes.isElected('upkeep'),
    adopt: async () => {
      if (!nodes.mayJudge()) return;
      await queries.resume();
      await upkeep.freeClaims();
      await content.resumeJobs();
    },
  };
}

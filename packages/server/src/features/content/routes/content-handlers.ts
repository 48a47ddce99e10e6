import { changeHandlers } from './changes.ts';
import type { ContentRoutes } from './content-route.ts';
import { documentHandlers } from './documents.ts';
import { itemHandlers } from './items.ts';
import { jobHandlers } from './jobs.ts';
import { packHandlers } from './packs.ts';
import { searchHandlers } from './search.ts';

/** The handlers of the operations on content packs and their drafts. */
export function contentHandlers(parts: ContentRoutes) {
  return {
    ...packHandlers(parts),
    ...documentHandlers(parts),
    ...changeHandlers(parts),
    ...itemHandlers(parts),
    ...jobHandlers(parts),
    ...searchHandlers(parts),
  };
}

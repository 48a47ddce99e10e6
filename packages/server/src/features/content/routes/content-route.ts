import type { Cursors } from '../../../http/cursor.ts';
import type { ContentPacks } from '../content.ts';
import type { ContentSearch } from '../search-content.ts';

export interface ContentRoutes {
  readonly contentPacks: ContentPacks;
  readonly contentSearch: ContentSearch;
  readonly cursors: Cursors;
}

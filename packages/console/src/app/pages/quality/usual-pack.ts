import type { ContentPack } from '@avow/contract/content';
import { demonstrationPackNames } from '@avow/contract/values';

type Known = Pick<ContentPack, 'id' | 'name' | 'published_version' | 'updated_at'>;

const isServed = (pack: Known) => pack.published_version !== null;
const isOwn = (pack: Known) => !demonstrationPackNames.has(pack.name);

/** The pack that is shown until somebody chooses one: of those that are served, one's own that was published or changed last. */
export function usualPack(packs: readonly Known[]): string | undefined {
  const rank = (pack: Known) => (isServed(pack) ? 2 : 0) + (isOwn(pack) ? 1 : 0);
  const [first] = packs.toSorted(
    (one, other) => rank(other) - rank(one) || Date.parse(other.updated_at) - Date.parse(one.updated_at),
  );
  return first?.id;
}

import type { DocumentId, PackId } from '@avow/foundation';
import type { QuotableSource } from '../../verify/quotable-source.ts';

/** A source with this number and text; what else it has may be given. */
export function createSource(
  number: number,
  text: string,
  also: Partial<QuotableSource> = {},
): QuotableSource {
  return {
    ...{ number, text, title: '', context: '', start: 0, source: 'handbook', url: null },
    documentId: `doc_${number}` as DocumentId,
    pack: { packId: 'pck_1' as PackId, version: 1 },
    ...also,
  };
}

import type { QnaPreview } from '@avow/contract';
import type { CuratedId, PackId, TenantId } from '@avow/foundation';
import type { PairContent } from '../curated.ts';
import type { Period } from '../../insights/insights.ts';

/** Which questions a pair would answer if it were published. Changes nothing. */
export interface PairPreview {
  /** `replaces`: the pair whose content this would be; null: it is new. Null: there is no such pack. */
  preview(
    tenantId: TenantId,
    period: Period,
    wanted: { readonly packId: PackId; readonly pair: PairContent; readonly replaces: CuratedId | null },
  ): Promise<QnaPreview | null>;
}

import { hash } from 'node:crypto';
import type { TenantId } from '@avow/foundation';
import { RecentMap } from '@avow/foundation/concurrency';

/** What was computed from a text, such as its language: questions and curated answers come again and again. */
export interface TextMemory {
  /** `compute` must depend on these texts alone. Nothing is shared between tenants. */
  recall<Value extends object | string | null>(about: TextsToRecall, compute: () => Value): Value;
  /** Nothing that was computed for this tenant is kept. */
  forgetTenant(tenantId: TenantId): void;
}

interface TextsToRecall {
  readonly tenantId: TenantId;
  /** What is computed. */
  readonly kind: string;
  readonly texts: ReadonlyArray<string | number | null>;
}

interface Kept {
  readonly tenantId: TenantId;
  readonly value: object | string | null;
}

/** For all tenants together, of some hundred bytes each. */
const keptMax = 20_000;
/** Longer texts rarely come again. */
const unitsMax = 4_000;

export function createTextMemory({ valuesMax = keptMax } = {}): TextMemory {
  const kept = new RecentMap<string, Kept>(valuesMax);
  return {
    recall: <Value extends object | string | null>(
      { tenantId, kind, texts }: TextsToRecall,
      compute: () => Value,
    ) => {
      const named = JSON.stringify([tenantId, kind, ...texts]);
      if (named.length > unitsMax) return compute();
      // A hash, so that keys contain no question.
      const key = hash('sha256', named, 'base64');
      const known = kept.get(key);
      if (known !== undefined) return known.value as Value;
      const value = compute();
      kept.set(key, { tenantId, value });
      return value;
    },
    forgetTenant: (tenantId) => kept.deleteWhere((one) => one.tenantId === tenantId),
  };
}

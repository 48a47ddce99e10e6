import { createHash } from 'node:crypto';
import type { ModelCheckResult, ShownModel } from '@avow/contract/models';
import { formatTime } from '@avow/contract/values';
import type { ModelDocument } from './model-document.ts';

type KeptModel = ModelDocument['tiers'][number];

/** How each model did when it was last checked, by this process. */
export interface LastChecks {
  note(model: KeptModel, keys: ModelDocument['keys'], result: ModelCheckResult, atMs: number): void;
  /** Null: it was not checked as it is set. */
  find(model: KeptModel, keys: ModelDocument['keys']): ShownModel['last_check'];
}

/** Checks of models that were never set are among them. */
const keptMax = 32;

export function createLastChecks(): LastChecks {
  const checks = new Map<string, NonNullable<ShownModel['last_check']>>();
  return {
    note: (model, keys, { works, fault }, atMs) => {
      const identity = identify(model, keys);
      checks.delete(identity);
      checks.set(identity, { works, fault, checked_at: formatTime(atMs) });
      const [oldest] = checks.keys();
      if (checks.size > keptMax && oldest !== undefined) checks.delete(oldest);
    },
    find: (model, keys) => checks.get(identify(model, keys)) ?? null,
  };
}

/** A model with another key or address is another one: what was found of the one says nothing of the other. */
function identify(
  { provider, model, base_url: address, region, key_id: id }: KeptModel,
  keys: ModelDocument['keys'],
): string {
  const key = (id === undefined ? undefined : keys[id]?.key) ?? '';
  const parts = JSON.stringify([provider, model, address ?? null, region ?? null, key]);
  return createHash('sha256').update(parts).digest('hex');
}

import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { RuleStore } from '../rule-store.ts';

export function createRuleStore({ writer, reader }: StoreChannels): RuleStore {
  return { ...bindForTenants(reader, 'findRule'), ...bindForTenants(writer, 'noteRule') };
}

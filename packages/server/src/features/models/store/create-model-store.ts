import { bindForInstallation } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ModelStore } from '../model-store.ts';
import { languageModels } from './model-tables.ts';

export function createModelStore({ writer, reader }: StoreChannels): ModelStore {
  const { currentModels } = bindForInstallation(reader, 'currentModels');
  const { putModels } = bindForInstallation(writer, 'putModels');
  return {
    currentModels: async () => {
      const row = await currentModels();
      return row === null ? null : languageModels.decode(row);
    },
    putModels: (models) => putModels(languageModels.encode(models)),
  };
}

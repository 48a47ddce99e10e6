import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { WidgetStore } from '../widget-store.ts';

export function createWidgetStore({ writer, reader }: StoreChannels): WidgetStore {
  return {
    ...bindForTenants(reader, 'getWidget', 'findWidgetByKey', 'listWidgets'),
    ...bindForTenants(writer, 'insertWidget', 'changeWidget', 'deleteWidget'),
  };
}

import { apiKeyLimits, publishableScopes } from '@avow/contract/access';
import { formatTime } from '@avow/contract/values';
import {
  type WidgetCreateRequest,
  type WidgetEntry,
  type WidgetSettings,
  type WidgetUpdateRequest,
  widgetLimits,
} from '@avow/contract/widgets';
import {
  AppError,
  type CallerId,
  type Clock,
  type KeyId,
  newId,
  type TenantId,
  type WidgetId,
} from '@avow/foundation';
import type { KeyRow } from '../keys/access-store.ts';
import type { ApiKeys, Granter, IssuedKey } from '../keys/keys.ts';
import { requireUsable } from './check-settings.ts';
import type { WidgetRow, WidgetStore } from './widget-store.ts';

/** Who changes a widget, and what they may give to its key. */
interface WidgetEditor {
  readonly callerId: CallerId;
  readonly granter: Granter;
}

/** Widgets, each with a publishable key of its own. Refusals are thrown as an `AppError`: `not_found`, `invalid_state`, … */
export interface Widgets {
  create(tenantId: TenantId, given: WidgetCreateRequest, by: WidgetEditor): Promise<WidgetEntry>;
  /** Newest first. */
  list(
    tenantId: TenantId,
    page: { readonly before: WidgetId | null; readonly limit: number },
  ): Promise<WidgetEntry[]>;
  get(tenantId: TenantId, widgetId: WidgetId): Promise<WidgetEntry>;
  change(
    tenantId: TenantId,
    widgetId: WidgetId,
    change: { readonly given: WidgetUpdateRequest; readonly by: WidgetEditor },
  ): Promise<WidgetEntry>;
  renewKey(tenantId: TenantId, widgetId: WidgetId, by: WidgetEditor): Promise<WidgetEntry>;
  delete(tenantId: TenantId, widgetId: WidgetId, by: WidgetEditor): Promise<void>;
  /** Of the widget of this key; the usual ones if it has none. */
  settingsOf(tenantId: TenantId, callerId: CallerId): Promise<WidgetSettings>;
}

interface WidgetParts {
  readonly store: WidgetStore;
  readonly apiKeys: ApiKeys;
  readonly clock: Clock;
}

/** How a widget looks that nobody has set up. */
export const usualSettings: WidgetSettings = {
  ...{ position: 'in_page', theme: 'auto', accent_color: null, header_color: null },
  ...{ logo: null, privacy_url: null, mark: 'each_answer', handover: null, texts: [] },
};

/** Settings that were stored before there was a field have its default. */
const completed = (settings: WidgetRow['settings']): WidgetSettings => ({ ...usualSettings, ...settings });

export function createWidgets({ store, apiKeys, clock }: WidgetParts): Widgets {
  const found = (row: WidgetRow | null): WidgetRow => {
    if (row === null) throw new AppError('not_found');
    return row;
  };

  async function show(tenantId: TenantId, row: WidgetRow): Promise<WidgetEntry> {
    const key = await apiKeys.get(tenantId, row.keyId);
    return {
      ...{ widget_id: row.widgetId, name: row.name, key_id: row.keyId, key: row.keyText },
      key_status: apiKeys.statusOf(key),
      ...rightsOf(key),
      settings: completed(row.settings),
      created_at: formatTime(row.createdAtMs),
      updated_at: formatTime(row.updatedAtMs),
      updated_by: row.updatedBy,
    };
  }

  const issue = (tenantId: TenantId, given: KeyRights, { granter }: WidgetEditor): Promise<IssuedKey> =>
    apiKeys.create(tenantId, { ...given, ...publishable }, granter);

  return {
    async create(tenantId, { settings, ...given }, by) {
      requireUsable(settings);
      const { row: key, text: keyText } = await issue(tenantId, given, by);
      const nowMs = clock.nowMs();
      const row: WidgetRow = {
        ...{ widgetId: newId('wdg', nowMs), name: given.name, keyId: key.keyId, keyText, settings },
        ...{ createdAtMs: nowMs, updatedAtMs: nowMs, updatedBy: by.callerId },
      };
      const { widgetsMax } = widgetLimits;
      if ((await store.insertWidget(tenantId, row, { widgetsMax })) === 'inserted')
        return await show(tenantId, row);
      await apiKeys.revoke(tenantId, key.keyId, by.granter);
      throw new AppError('invalid_state', {
        detail: `A tenant can have ${widgetsMax} widgets. Delete one first.`,
      });
    },
    async list(tenantId, page) {
      const rows = await store.listWidgets(tenantId, page);
      return await Promise.all(rows.map((row) => show(tenantId, row)));
    },
    get: async (tenantId, widgetId) => await show(tenantId, found(await store.getWidget(tenantId, widgetId))),
    async change(tenantId, widgetId, { given: { settings, ...ofKey }, by }) {
      if (settings !== undefined) requireUsable(settings);
      const { keyId } = found(await store.getWidget(tenantId, widgetId));
      const { name } = ofKey;
      const { origins, content_pack_ids: packs } = ofKey;
      // A key that does not work any more keeps its name: the widget can be called something else nevertheless.
      if (origins !== undefined || packs !== undefined)
        await apiKeys.change(tenantId, keyId, { given: ofKey, by: by.granter });
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(settings === undefined ? {} : { settings }),
        ...{ updatedAtMs: clock.nowMs(), updatedBy: by.callerId },
      };
      return await show(tenantId, found(await store.changeWidget(tenantId, widgetId, changes)));
    },
    async renewKey(tenantId, widgetId, by) {
      const { keyId: oldId, name } = found(await store.getWidget(tenantId, widgetId));
      const old = await apiKeys.get(tenantId, oldId);
      const { row: key, text: keyText } = await issue(tenantId, { name, ...rightsOf(old) }, by);
      const changes = { keyId: key.keyId, keyText, updatedAtMs: clock.nowMs(), updatedBy: by.callerId };
      const changed = found(await store.changeWidget(tenantId, widgetId, changes));
      await apiKeys.revoke(tenantId, oldId, by.granter);
      return await show(tenantId, changed);
    },
    async delete(tenantId, widgetId, { granter }) {
      const { keyId } = found(await store.getWidget(tenantId, widgetId));
      // First, so that no page asks with the key of a widget that nobody sees any more.
      await apiKeys.revoke(tenantId, keyId, granter);
      await store.deleteWidget(tenantId, widgetId);
    },
    async settingsOf(tenantId, callerId) {
      const row = await store.findWidgetByKey(tenantId, callerId as KeyId);
      return row === null ? usualSettings : completed(row.settings);
    },
  };
}

interface KeyRights {
  readonly name: string;
  readonly origins: string[];
  readonly content_pack_ids: string[];
}

const publishable = {
  ...{ scopes: [...publishableScopes], groups: [], mode: 'live' as const },
  expires_in_days: apiKeyLimits.expiresInDaysMax,
};

const rightsOf = ({ origins, packIds }: KeyRow) => ({
  origins: [...(origins ?? [])],
  content_pack_ids: [...(packIds ?? [])],
});

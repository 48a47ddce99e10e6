import type { WidgetSettings } from '@avow/contract/widgets';
import type { CallerId, KeyId, TenantId, WidgetId } from '@avow/foundation';

/** A widget as it is stored. What its visitors may ask, and from where, is said by its key alone. */
export interface WidgetRow {
  readonly widgetId: WidgetId;
  readonly name: string;
  readonly keyId: KeyId;
  /** Of a publishable key, which everyone reads who opens a page with the widget: it protects nothing. */
  readonly keyText: string;
  readonly settings: WidgetSettings;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly updatedBy: CallerId;
}

export type WidgetChanges = Partial<Pick<WidgetRow, 'name' | 'settings' | 'keyId' | 'keyText'>> &
  Pick<WidgetRow, 'updatedAtMs' | 'updatedBy'>;

export interface WidgetStore {
  /** `too_many`: the tenant has that many already. */
  insertWidget(
    tenantId: TenantId,
    widget: WidgetRow,
    options: { readonly widgetsMax: number },
  ): Promise<'inserted' | 'too_many'>;
  getWidget(tenantId: TenantId, widgetId: WidgetId): Promise<WidgetRow | null>;
  /** The widget of a key. */
  findWidgetByKey(tenantId: TenantId, keyId: KeyId): Promise<WidgetRow | null>;
  /** Newest first. */
  listWidgets(
    tenantId: TenantId,
    page: { readonly before: WidgetId | null; readonly limit: number },
  ): Promise<WidgetRow[]>;
  /** Null: there is no such widget. */
  changeWidget(tenantId: TenantId, widgetId: WidgetId, changes: WidgetChanges): Promise<WidgetRow | null>;
  deleteWidget(tenantId: TenantId, widgetId: WidgetId): Promise<boolean>;
}

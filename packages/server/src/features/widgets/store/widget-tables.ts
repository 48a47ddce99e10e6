import type { WidgetSettings } from '@avow/contract/widgets';
import type { CallerId, KeyId, WidgetId } from '@avow/foundation';
import { defineTable, integer, json, text } from '@avow/storage';

export const widgets = defineTable(
  'widgets',
  {
    tenant_id: text('REFERENCES tenants'),
    widget_id: text<WidgetId>(),
    name: text(),
    key_id: text<KeyId>(),
    key_text: text(),
    settings: json<WidgetSettings>(),
    created_at_ms: integer(),
    updated_at_ms: integer(),
    updated_by: text<CallerId>(),
  },
  {
    key: ['tenant_id', 'widget_id'],
    indexes: ['UNIQUE widgets_by_key (tenant_id, key_id)'],
  },
);

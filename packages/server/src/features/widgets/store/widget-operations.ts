import type { TenantId, WidgetId } from '@avow/foundation';
import {
  assertPage,
  intoTable,
  type Operation,
  type OperationsFor,
  type Row,
  type Statements,
} from '@avow/storage';
import type { WidgetChanges, WidgetRow, WidgetStore } from '../widget-store.ts';
import { widgets } from './widget-tables.ts';

const widgetRows = widgets.without('tenant_id');
type WidgetColumns = Row<typeof widgetRows>;

const widgetsSql = `SELECT ${widgetRows.columns.join(', ')} FROM widgets WHERE tenant_id = ?`;

const decode = (row: WidgetColumns | null) => (row === null ? null : widgetRows.decode(row));

/** The reader's operations on widgets. */
export function createWidgetReads({ read }: Statements) {
  const get = read<WidgetColumns>(`${widgetsSql} AND widget_id = ?`);
  const find = read<WidgetColumns>(`${widgetsSql} AND key_id = ?`);
  const list = read<WidgetColumns>(`${widgetsSql} AND widget_id < ? ORDER BY widget_id DESC LIMIT ?`);
  return {
    *getWidget(tenantId, widgetId) {
      return decode(yield* get.first(tenantId, widgetId));
    },
    *findWidgetByKey(tenantId, keyId) {
      return decode(yield* find.first(tenantId, keyId));
    },
    *listWidgets(tenantId, { before, limit }) {
      assertPage(limit);
      return (yield* list.all(tenantId, before ?? 'wdg_~', limit)).map(widgetRows.decode);
    },
  } satisfies OperationsFor<WidgetStore>;
}

/** The writer's operations on widgets. */
export function createWidgetWrites({ read, write, change }: Statements) {
  const get = read<WidgetColumns>(`${widgetsSql} AND widget_id = ?`);
  const count = read<{ readonly widgets: number }>(
    'SELECT count(*) AS widgets FROM widgets WHERE tenant_id = ?',
  );
  const insert = write<Row<typeof widgets>>(`INSERT ${intoTable('widgets', widgets.columns)}`);
  const update = change(
    `UPDATE widgets SET name = ?, settings = ?, key_id = ?, key_text = ?, updated_at_ms = ?, updated_by = ?
     WHERE tenant_id = ? AND widget_id = ?`,
  );
  const remove = change('DELETE FROM widgets WHERE tenant_id = ? AND widget_id = ?');
  return {
    *insertWidget(tenantId, widget, { widgetsMax }) {
      if (((yield* count.first(tenantId))?.widgets ?? 0) >= widgetsMax) return 'too_many';
      yield* insert.put({ tenant_id: tenantId, ...widgetRows.encode(widget) });
      return 'inserted';
    },
    *changeWidget(
      tenantId: TenantId,
      widgetId: WidgetId,
      changes: WidgetChanges,
    ): Operation<WidgetRow | null> {
      const before = decode(yield* get.first(tenantId, widgetId));
      if (before === null) return null;
      const after = { ...before, ...changes };
      const { name, settings, key_id, key_text, updated_at_ms, updated_by } = widgetRows.encode(after);
      yield* update.put(name, settings, key_id, key_text, updated_at_ms, updated_by, tenantId, widgetId);
      return after;
    },
    *deleteWidget(tenantId, widgetId) {
      return (yield* remove.run(tenantId, widgetId)) === 1;
    },
  } satisfies OperationsFor<WidgetStore>;
}

import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { WidgetRow } from '../widget-store.ts';
import { usualSettings } from '../widgets.ts';

const sampleWidget = (changes: Partial<WidgetRow> = {}): WidgetRow => ({
  widgetId: newId('wdg', sampleTimeMs),
  name: 'O’Neill’s 🏔️',
  keyId: newId('key', sampleTimeMs),
  keyText: 'avw_pub_one',
  settings: { ...usualSettings, accent_color: '#0f766e' },
  createdAtMs: sampleTimeMs,
  updatedAtMs: sampleTimeMs,
  updatedBy: newId('usr', sampleTimeMs),
  ...changes,
});

/** What every store of widgets must do, on any database. */
export function describeWidgetStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of widgets`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const insert = (tenantId: `ten_${string}`, widget: WidgetRow, widgetsMax = 2) =>
      store.widgets.insertWidget(tenantId, widget, { widgetsMax });

    it('keeps widgets by id and key, for their tenant alone, and no more than it may', async () => {
      const [tenantId, other] = [await newTenant(store.access), await newTenant(store.access)];
      const [one, two] = [sampleWidget(), sampleWidget()];
      expect(await insert(tenantId, one)).toBe('inserted');
      expect(await insert(tenantId, two)).toBe('inserted');
      expect(await insert(tenantId, sampleWidget())).toBe('too_many');
      expect(await store.widgets.getWidget(tenantId, one.widgetId)).toEqual(one);
      expect(await store.widgets.findWidgetByKey(tenantId, two.keyId)).toEqual(two);
      expect(await store.widgets.getWidget(other, one.widgetId)).toBeNull();
      expect(await store.widgets.findWidgetByKey(other, two.keyId)).toBeNull();
      expect(await store.widgets.listWidgets(other, { before: null, limit: 5 })).toEqual([]);
      expect(await insert(other, sampleWidget())).toBe('inserted');
    });

    it('lists the newest first, page by page', async () => {
      const tenantId = await newTenant(store.access);
      const made = [1, 2].map((at) => sampleWidget({ widgetId: newId('wdg', sampleTimeMs + at) }));
      for (const widget of made) await insert(tenantId, widget);
      const [first] = await store.widgets.listWidgets(tenantId, { before: null, limit: 1 });
      expect(first).toEqual(made[1]);
      const before = made[1]?.widgetId ?? null;
      expect(await store.widgets.listWidgets(tenantId, { before, limit: 5 })).toEqual([made[0]]);
    });

    it('changes what is given, and deletes', async () => {
      const tenantId = await newTenant(store.access);
      const widget = sampleWidget();
      await insert(tenantId, widget);
      const by = { updatedAtMs: sampleTimeMs + 1, updatedBy: newId('key', sampleTimeMs) };
      const renamed = { ...widget, name: 'Shop', ...by };
      const { widgetId } = widget;
      expect(await store.widgets.changeWidget(tenantId, widgetId, { name: 'Shop', ...by })).toEqual(renamed);
      const key = { keyId: newId('key', sampleTimeMs), keyText: 'avw_pub_two' };
      await store.widgets.changeWidget(tenantId, widgetId, { ...key, settings: usualSettings, ...by });
      expect(await store.widgets.getWidget(tenantId, widgetId)).toEqual({
        ...{ ...renamed, ...key, settings: usualSettings },
      });
      const other = await newTenant(store.access);
      expect(await store.widgets.changeWidget(other, widgetId, by)).toBeNull();
      expect(await store.widgets.deleteWidget(other, widgetId)).toBe(false);
      expect(await store.widgets.deleteWidget(tenantId, widgetId)).toBe(true);
      expect(await store.widgets.getWidget(tenantId, widgetId)).toBeNull();
    });
  });
}

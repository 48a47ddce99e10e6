/** Widgets: how each looks, what its visitors may ask, and what a page reads to show it. */

export {
  type GivenWidgetSettings,
  type WidgetCreateRequest,
  type WidgetEntry,
  type WidgetSettings,
  type WidgetUpdateRequest,
  widgetCreateRequestSchema,
  widgetLimits,
  widgetPageSchema,
  widgetSchema,
  widgetSettingsSchema,
  widgetUpdateRequestSchema,
} from './widgets/widget.ts';

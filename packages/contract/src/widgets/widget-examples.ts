import type { WidgetEntry, WidgetSettings } from './widget.ts';

/** One pixel. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const settings: WidgetSettings = {
  position: 'bottom_right',
  theme: 'auto',
  accent_color: '#0f766e',
  header_color: null,
  logo,
  privacy_url: 'https://shop.example.com/privacy',
  mark: 'each_answer',
  handover: null,
  texts: [
    {
      language: 'en',
      heading: 'Ask our shop',
      greeting: 'Questions about orders and returns?',
      placeholder: null,
      sample_questions: ['How long do I have to return an instrument?'],
    },
    {
      language: 'de',
      heading: 'Fragen Sie uns',
      greeting: null,
      placeholder: null,
      sample_questions: ['Wie lange kann ich ein Instrument zurückgeben?'],
    },
  ],
};

const widget: WidgetEntry = {
  widget_id: 'wdg_01jd8n4w6zfk3v5q7r9s2t4x6y',
  name: 'Web shop',
  key_id: 'key_01jd8n4w6zfk3v5q7r9s2t4x6y',
  key: 'avw_pub_9bQ2LmTx04Zr_Jr0s4pQ8Xw2eYh6uKcVb1NzMfLg5TdRaSoPiUqW3x00aB1z',
  key_status: 'active',
  origins: ['https://shop.example.com'],
  content_pack_ids: ['pack_01jd7b0s2t4v6w8x0y1z3a5b7c'],
  settings,
  created_at: '2024-11-21T09:14:03.231Z',
  updated_at: '2024-11-22T10:00:00.000Z',
  updated_by: 'usr_01jd8n4w6zfk3v5q7r9s2t4x6y',
};

/** What the operations on widgets take, by their ids. */
export const widgetRequestExamples: Readonly<Record<string, unknown>> = {
  createWidget: {
    name: widget.name,
    origins: widget.origins,
    content_pack_ids: widget.content_pack_ids,
    settings,
  },
  updateWidget: { settings: { ...settings, accent_color: '#9d174d' } },
  renewWidgetKey: {},
};

/** What they answer with. */
export const widgetResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  createWidget: { 201: widget },
  listWidgets: { 200: { data: [widget], has_more: false, next_cursor: null } },
  getWidgetById: { 200: widget },
  updateWidget: { 200: widget },
  renewWidgetKey: { 201: widget },
  getWidgetSettings: {
    200: {
      ...settings,
      log_key: 'avow/ten_01jd7b0s2t4v6w8x0y1z3a5b7c+1b2c3d4e+AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
    },
  },
};

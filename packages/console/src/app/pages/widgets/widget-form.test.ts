import type { WidgetEntry } from '@avow/contract/widgets';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  changedParts,
  changedWidgetFields,
  newTexts,
  newWidget,
  widgetFormOf,
} from './widget-form.ts';

const saved: WidgetEntry = {
  widget_id: 'wdg_01jd8n4w6zfk3v5q7r9s2t4x6y',
  name: 'Shop',
  key_id: 'key_01jd8n4w6zfk3v5q7r9s2t4x6y',
  ...{ key: 'avw_pub_1', key_status: 'active' },
  origins: ['https://a.example', 'https://b.example'],
  content_pack_ids: [],
  settings: {
    ...{ position: 'in_page', theme: 'auto', accent_color: null, header_color: null, logo: null },
    privacy_url: null,
    mark: 'each_answer',
    handover: null,
    texts: [
      {
        ...{ language: 'de', heading: 'Fragen', greeting: null, placeholder: null },
        sample_questions: ['A?', 'B?'],
      },
    ],
  },
  ...{ created_at: '2024-11-21T09:14:03.231Z', updated_at: '2024-11-21T09:14:03.231Z' },
  updated_by: 'usr_01jd8n4w6zfk3v5q7r9s2t4x6y',
};

describe('the form of a widget', () => {
  it('is what is saved, and saves it again unchanged', () => {
    const form = widgetFormOf(saved);
    expect(form.texts[0]).toMatchObject({ heading: 'Fragen', greeting: '', questions: 'A?\nB?' });
    expect(bodyOf(form)).toMatchObject({ origins: saved.origins, settings: saved.settings });
    expect(changedWidgetFields(form, saved)).toEqual({});
  });

  it('sends what differs alone, and names it', () => {
    const form = widgetFormOf(saved);
    const changed = { ...form, name: ' Site ', texts: [...form.texts, newTexts('en')] };
    expect(Object.keys(changedWidgetFields(changed, saved))).toEqual(['name', 'settings']);
    expect(changedWidgetFields(changed, saved).name).toBe('Site');
    expect(changedParts(changed, form)).toEqual(['name', 'texts']);
  });

  it('leaves out empty lines and empty fields', () => {
    const texts = [{ ...newTexts('en'), heading: ' ', questions: '\n A? \n\n' }];
    const { settings } = bodyOf({ ...newWidget, texts });
    expect(settings.texts[0]).toMatchObject({ heading: null, sample_questions: ['A?'] });
    expect(settings.privacy_url).toBeNull();
  });
});

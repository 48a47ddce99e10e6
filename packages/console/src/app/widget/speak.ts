import { type WidgetTexts, widgetTexts } from './widget-texts.ts';
import { translations } from './widget-translations.ts';

const english: WidgetTexts = { ...widgetTexts };

/** From now on the widget speaks this language, as far as it has it; and which language that is. */
export function speak(language: string): string {
  const start = language.toLowerCase().split('-')[0] ?? '';
  const translated = translations[start];
  Object.assign(widgetTexts, english, translated);
  return translated === undefined ? 'en' : start;
}

import type { WidgetSettings } from '@avow/client';

type Texts = WidgetSettings['texts'][number];

const startOf = (language: string) => language.toLowerCase().split('-')[0];

/** The texts in the first language that the visitor reads, otherwise those that were written first; null: there are none. */
export function chooseTexts(texts: readonly Texts[], read: readonly string[]): Texts | null {
  for (const wanted of read) {
    const found =
      texts.find(({ language }) => language.toLowerCase() === wanted.toLowerCase()) ??
      texts.find(({ language }) => startOf(language) === startOf(wanted));
    if (found !== undefined) return found;
  }
  return texts[0] ?? null;
}

import type { FoundRange } from '../../interfaces/guardrail.ts';
import type { Gauge } from '../../interfaces/screener.ts';
import type { Steps } from '../take-turns.ts';
import { findNews } from '../views/find-news.ts';
import type { View } from '../views/views-of.ts';
import { cutShort } from './cut-short.ts';
import { unsafeLines } from './gauge-lines.ts';

/** A model reads so much in one go. What was plain to see it reads anyway. */
const excerptUnitsMax = 1_000;
/** On either side of what is new: few words say little without those around them. */
const aroundUnits = 200;

/**
 * What a text shows only to those who see through its disguises, where that looks most unsafe. Null: it shows nothing, or
 * nothing that is worth a closer look. Without a first guess it is the first of it.
 */
export function* findUnsafeView(views: readonly View[], gauge: Gauge | null): Steps<string | null> {
  let worst: { readonly score: number; readonly text: string } = { score: 0, text: '' };
  let plain = '';
  for (const { name, text: view } of views) {
    if (name === 'plain') {
      plain = view;
      continue;
    }
    yield;
    const news = findNews({ plain, view });
    const seen = view.slice(Math.max(0, news.start - aroundUnits), news.end + aroundUnits);
    if (gauge === null) return excerptAt(seen, { start: 0, end: 0 });
    const short = [...cutShort(seen, null)];
    for (const { start, text } of short.length === 0 ? [{ start: 0, text: seen }] : short) {
      yield;
      const score = gauge.gauge(text).unsafe;
      if (score > worst.score) worst = { score, text: excerptAt(seen, { start, end: start + text.length }) };
    }
  }
  return worst.score < unsafeLines.clear ? null : worst.text;
}

/** As much as can be read, with the part in its middle. */
function excerptAt(text: string, { start, end }: FoundRange): string {
  const from = Math.max(0, Math.min((start + end - excerptUnitsMax) / 2, text.length - excerptUnitsMax));
  return text.slice(Math.floor(from), Math.floor(from) + excerptUnitsMax).toWellFormed();
}

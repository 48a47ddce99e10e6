import { unsafeKinds } from '@avow/contract';
import type { Gauge, Screener, Screening } from '../../interfaces/screener.ts';

/** What a screening says unless told otherwise: nothing. */
export function screeningOf(found: Partial<Screening> = {}): Screening {
  const unsafe = Object.fromEntries(unsafeKinds.map((kind) => [kind, 0])) as Screening['unsafe'];
  return { injection: 0, names: [], ...found, unsafe: { ...unsafe, ...found.unsafe } };
}

/** A screener that goes by a function, and knows what it was asked. Null: it cannot. */
export function screenerOf(
  screen: (text: string) => Screening | null,
): Screener & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: 'test-screener',
    asked,
    screen: async (texts) => {
      asked.push(...texts);
      const screened = texts.map(screen);
      return screened.includes(null) ? null : (screened as Screening[]);
    },
    close: async () => undefined,
  };
}

export function gaugeOf(found: Partial<ReturnType<Gauge['gauge']>>): Gauge {
  return { gauge: () => ({ attack: 0.5, unsafe: 0.5, ...found }) };
}

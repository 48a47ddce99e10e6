import { unsafeKinds } from '@avow/contract/guardrails';
import type { Screener, Screening, TextClassifier } from '@avow/inference';

/** A screening that finds nothing, except what is given. */
export function testScreening(found: Partial<Screening> = {}): Screening {
  const unsafe = Object.fromEntries(unsafeKinds.map((kind) => [kind, 0])) as Screening['unsafe'];
  return { injection: 0, names: [], ...found, unsafe: { ...unsafe, ...found.unsafe } };
}

/** A screener that uses a function and records the texts. Null: it fails. */
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

export function classifierOf(found: Partial<ReturnType<TextClassifier['score']>>): TextClassifier {
  return { name: 'test-classifier', score: () => ({ attack: 0.5, unsafe: 0.5, ...found }) };
}

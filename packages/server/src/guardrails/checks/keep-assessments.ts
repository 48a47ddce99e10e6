import { hash } from 'node:crypto';
import type { AttackFound } from './gauge-attack.ts';

type Assess = (
  texts: readonly string[],
  signal: AbortSignal,
) => readonly AttackFound[] | Promise<readonly AttackFound[]>;

/** A passage is found again and again, and never changes: each is looked at once, while it is among so many. */
const keptMax = 20_000;

/** Remembers what was found of each text, by its hash. What could not be looked at is not remembered. */
export function keepAssessments(assess: Assess): Assess {
  const kept = new Map<string, AttackFound>();

  function keep(keys: readonly string[], found: readonly AttackFound[]): void {
    for (const [position, one] of found.entries()) {
      const key = keys[position];
      if (key === undefined || Number.isNaN(one.score)) continue;
      if (kept.size >= keptMax) kept.delete(kept.keys().next().value as string);
      kept.set(key, one);
    }
  }

  return (texts, signal) => {
    const keys = texts.map((text) => hash('sha256', text, 'base64'));
    const known = keys.map((key) => kept.get(key));
    const news = texts.filter((_, position) => known[position] === undefined);
    if (news.length === 0) return known as AttackFound[];
    const newKeys = keys.filter((_, position) => known[position] === undefined);
    const merge = (found: readonly AttackFound[]): readonly AttackFound[] => {
      keep(newKeys, found);
      let next = 0;
      return known.map((one) => one ?? (found[next++] as AttackFound));
    };
    const assessed = assess(news, signal);
    return 'then' in assessed ? assessed.then(merge) : merge(assessed);
  };
}

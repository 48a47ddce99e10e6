import { hash } from 'node:crypto';
import type { CheckCall } from '../guardrail.ts';
import type { AttackFound } from './score-attack.ts';

type Assess = (
  texts: readonly string[],
  call: CheckCall,
) => readonly AttackFound[] | Promise<readonly AttackFound[]>;

/** The same passages are retrieved again and again, and never change. */
const keptMax = 20_000;

/** Caches assessments by the hash of the text. Failed ones are not cached. */
export function cacheAssessments(assess: Assess): Assess {
  const kept = new Map<string, AttackFound>();

  function keep(keys: readonly string[], found: readonly AttackFound[]): void {
    for (const [position, one] of found.entries()) {
      const key = keys[position];
      if (key === undefined || Number.isNaN(one.score)) continue;
      if (kept.size >= keptMax) kept.delete(kept.keys().next().value as string);
      kept.set(key, one);
    }
  }

  return (texts, call) => {
    const keys = texts.map((text) => hash('sha256', text, 'base64'));
    const known = keys.map((key) => kept.get(key));
    const unknown = texts.filter((_, position) => known[position] === undefined);
    if (unknown.length === 0) return known as AttackFound[];
    const unknownKeys = keys.filter((_, position) => known[position] === undefined);
    const merge = (found: readonly AttackFound[]): readonly AttackFound[] => {
      keep(unknownKeys, found);
      let next = 0;
      return known.map((one) => one ?? (found[next++] as AttackFound));
    };
    const assessed = assess(unknown, call);
    return 'then' in assessed ? assessed.then(merge) : merge(assessed);
  };
}

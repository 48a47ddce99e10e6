import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import type { AttackFound } from './attack-found.ts';
import type { CheckParts } from './check-builder.ts';
import type { StoredScreening } from './passage-screening.ts';

type Models = Pick<CheckParts, 'classifier' | 'screener'>;

const bits = { classifier: 1, screener: 2 } as const;

export function encodeScreening(
  textHash: string,
  { score, kind, models }: AttackFound,
  given: Models,
): StoredScreening {
  const bitOf = (model: keyof Models) => (models.includes(given[model]?.name ?? '') ? bits[model] : 0);
  return { textHash, score, kind, judges: bitOf('classifier') + bitOf('screener') };
}

/** Null: it cannot have been stored by `encodeScreening` with these models. It is then computed again, and never passes. */
export function decodeScreening(
  { score, kind, judges }: StoredScreening,
  { classifier, screener }: Models,
): AttackFound | null {
  if (typeof score !== 'number' || !(score >= 0 && score <= 1)) return null;
  if (kind !== null && !Object.hasOwn(attackReasonings, kind)) return null;
  const named: readonly (readonly [number, string | undefined])[] = [
    [bits.classifier, classifier?.name],
    [bits.screener, screener?.name],
  ];
  if (!Number.isInteger(judges) || judges < 0 || judges > bits.classifier + bits.screener) return null;
  const judged = named.filter(([bit]) => (judges & bit) !== 0).map(([, name]) => name);
  const models = judged.filter((name) => name !== undefined);
  if (models.length < judged.length) return null;
  return { score, kind: kind as AttackFound['kind'], models };
}

import { runStepsSync, type Steps } from '@avow/foundation/concurrency';
import type { View } from '../views/build-part-views.ts';
import type { AttackKind } from './attack-kinds.ts';
import { sureScore } from './attack-rules.ts';
import { findMarkers } from './find-markers.ts';
import { matchRules } from './match-rules.ts';
import { splitTokens } from './split-tokens.ts';

/** Something in a text that looks like an attack on the prompt. */
export interface Attack {
  readonly kind: AttackKind;
  /** From 0.95 on it is sure, and blocks by itself; below, a classifier decides. */
  readonly score: number;
  /** The rule, by the families of words that it asks for; never words of the text. */
  readonly rule: string;
  /** The name of the view that shows it. */
  readonly view: string;
}

/** A message that somebody took the trouble to hide is rarely harmless: half a suspicion is enough. */
const disguisedScoreMin = 0.5;
const hiddenTextScore = 0.7;
const hiddenUnitsMin = 8;

/** Whether a rule takes part; they are left out in turn to measure what each is worth. */
type UsesRule = (rule: string) => boolean;
const usesAll: UsesRule = () => true;

function attacksIn(view: View, uses: UsesRule): readonly Attack[] {
  const found = [
    ...matchRules(splitTokens(view.text)).map(({ rule, score }) => ({ ...rule, score })),
    ...findMarkers(view.text),
  ].filter(({ name }) => uses(name));
  return found.map(({ kind, score, name }) => ({ kind, score, rule: name, view: view.name }));
}

/** Finds attacks in a view. What is visible in plain text does not become more certain because of a disguise elsewhere. */
function createViewReader(uses: UsesRule): (view: View) => readonly Attack[] {
  const plainToSee = new Set<string>();
  return (view) => {
    const attacks = attacksIn(view, uses);
    if (!view.isDisguised) {
      for (const { rule } of attacks) plainToSee.add(rule);
      return attacks;
    }
    return attacks.map((attack) =>
      attack.score >= disguisedScoreMin && !plainToSee.has(attack.rule)
        ? { ...attack, score: sureScore }
        : attack,
    );
  };
}

/** Hints of several kinds in one text: that it is harmless all the same would take as many coincidences. */
function combine(best: readonly Attack[]): readonly Attack[] {
  const [first] = best;
  if (first === undefined || first.score >= sureScore) return best;
  const innocent = best.reduce((product, { score }) => product * (1 - score), 1);
  if (1 - innocent < sureScore) return best;
  const others = best.slice(1);
  return [{ ...first, score: sureScore, rule: `${first.rule}, and ${others.length} other kinds` }, ...others];
}

/** The most suspicious finding of each kind, best first. None in most texts. */
export function findAttacks(views: readonly View[], uses = usesAll): readonly Attack[] {
  return runStepsSync(attackSteps(views, uses));
}

/** The same, view by view. */
export function* attackSteps(views: readonly View[], uses = usesAll): Steps<readonly Attack[]> {
  const bestOf = new Map<AttackKind, Attack>();
  const keep = (attack: Attack): void => {
    if (attack.score > (bestOf.get(attack.kind)?.score ?? 0)) bestOf.set(attack.kind, attack);
  };
  const attacksOf = createViewReader(uses);
  for (const view of views) {
    yield;
    for (const attack of attacksOf(view)) keep(attack);
    const shown = view.text.length - (views[0]?.text.length ?? 0);
    if (view.isHidden && shown >= hiddenUnitsMin) {
      keep({ kind: 'hidden_text', score: hiddenTextScore, rule: 'hidden text', view: view.name });
    }
  }
  return combine([...bestOf.values()].sort((one, other) => other.score - one.score));
}

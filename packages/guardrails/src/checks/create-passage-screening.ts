import { hash } from 'node:crypto';
import type { CheckCall } from '../guardrail.ts';
import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import { assessAttacks } from './assess-attack.ts';
import type { AttackFound } from './attack-found.ts';
import type { CheckDependencies } from './check-builder.ts';
import { attackThresholds } from './classifier-thresholds.ts';
import { passageRules } from './passage-rules.ts';
import type { PassageScreening, ScreeningResults, StoredScreening } from './passage-screening.ts';

type Models = Pick<CheckDependencies, 'classifier' | 'screener'>;

const bits = { classifier: 1, screener: 2 } as const;

function encodeScreening(
  textHash: string,
  { score, kind, models }: AttackFound,
  given: Models,
): StoredScreening {
  const bitOf = (model: keyof Models) => (models.includes(given[model]?.name ?? '') ? bits[model] : 0);
  return { textHash, score, kind, judges: bitOf('classifier') + bitOf('screener') };
}

/** Null: it cannot have been stored by `encodeScreening` with these models. It is then computed again, and never passes. */
function decodeScreening(
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

/** The same passages are retrieved again and again. For all owners together; the oldest goes first. */
const keptMax = 20_000;
/** So many texts are one call of the model: what ends before the others is kept, even if the question is given up. */
const textsPerCall = 4;

interface Kept {
  readonly found: AttackFound;
  /** Whether it was computed here, and nobody has taken it to be stored. */
  isNew: boolean;
}

export function createPassageScreening({
  classifier,
  screener,
  results = null,
}: Pick<CheckDependencies, 'classifier' | 'screener'> & {
  /** Null: nothing is stored. */
  readonly results?: ScreeningResults | null;
}): PassageScreening {
  // The classifier alone would lose more plain passages than it finds bad ones.
  const models = { screener, classifier: screener === null ? null : classifier };
  const name = nameOf(models);
  const kept = new Map<string, Kept>();
  /** Of those that are kept. */
  let newCount = 0;

  function forget(key: string): void {
    if (kept.get(key)?.isNew === true) newCount -= 1;
    kept.delete(key);
  }

  function keep(key: string, found: AttackFound, isNew: boolean): void {
    if (kept.size >= keptMax) forget(kept.keys().next().value as string);
    forget(key);
    kept.set(key, { found, isNew });
    if (isNew) newCount += 1;
  }

  const assess = (texts: readonly string[], call: CheckCall) =>
    assessAttacks(texts, models, { ...call, closely: true });

  /** What is stored of these; what cannot be read is computed again, as if it were not there. */
  async function findStored(owner: string, hashes: readonly string[]): Promise<Map<string, AttackFound>> {
    const found = new Map<string, AttackFound>();
    if (results === null || hashes.length === 0) return found;
    const rows = await results.find(owner, { screening: name, textHashes: hashes }).catch(() => []);
    for (const row of rows) {
      const decoded = decodeScreening(row, models);
      if (decoded !== null) found.set(row.textHash, decoded);
    }
    return found;
  }

  async function screenUnknown(
    hashes: readonly string[],
    texts: readonly string[],
    call: CheckCall,
  ): Promise<readonly AttackFound[]> {
    const byHash = new Map<string, AttackFound>();
    const textOf = new Map(hashes.map((one, position) => [one, texts[position] ?? '']));
    const unkept: string[] = [];
    for (const one of textOf.keys()) {
      const known = kept.get(keyOf(call.owner, one));
      if (known === undefined) unkept.push(one);
      else byHash.set(one, known.found);
    }
    for (const [one, found] of await findStored(call.owner, unkept)) {
      byHash.set(one, found);
      keep(keyOf(call.owner, one), found, false);
    }
    const unknown = unkept.filter((one) => !byHash.has(one));
    const calls = inCalls(unknown).map(async (some) => {
      const assessed = await assess(
        some.map((one) => textOf.get(one) ?? ''),
        call,
      );
      for (const [position, found] of assessed.entries()) {
        const one = some[position] ?? '';
        byHash.set(one, found);
        // A score that is not a number fails the check, and is computed again.
        if (!Number.isNaN(found.score)) keep(keyOf(call.owner, one), found, true);
      }
    });
    await Promise.all(calls);
    return hashes.map((one) => byHash.get(one) as AttackFound);
  }

  return {
    name,
    screen: (texts, call) => {
      const hashes = texts.map(hashOf);
      const known = hashes.map((one) => kept.get(keyOf(call.owner, one))?.found);
      if (known.every((found) => found !== undefined)) return known;
      return screenUnknown(hashes, texts, call);
    },
    screenAhead: async (texts, call) => {
      const textOf = new Map(texts.map((text) => [hashOf(text), text]));
      const stored = await findStored(call.owner, [...textOf.keys()]);
      const unknown = [...textOf].filter(([one]) => !stored.has(one));
      const assessed = await assess(
        unknown.map(([, text]) => text),
        { ...call, isBackground: true },
      );
      if (assessed.some(({ score }) => Number.isNaN(score))) throw new Error('a score is not a number');
      const found = [...stored, ...unknown.map(([one], at) => [one, assessed[at] as AttackFound] as const)];
      return found.map(([textHash, one]) => encodeScreening(textHash, one, models));
    },
    takeComputed: (owner, texts) => {
      // Mostly: no text has to be hashed again.
      if (newCount === 0) return [];
      return [...new Set(texts.map(hashOf))].flatMap((textHash) => {
        const known = kept.get(keyOf(owner, textHash));
        if (known?.isNew !== true) return [];
        known.isNew = false;
        newCount -= 1;
        return [encodeScreening(textHash, known.found, models)];
      });
    },
    lookUp: async (owner, texts) => {
      const hashes = texts.map(hashOf);
      const stored = await findStored(owner, [...new Set(hashes)]);
      return hashes.map((one) => stored.get(one) ?? null);
    },
  };
}

function nameOf({ classifier, screener }: Pick<CheckDependencies, 'classifier' | 'screener'>): string {
  const deciding = [passageRules, attackThresholds, classifier?.name ?? null, screener?.name ?? null];
  return hash('sha256', JSON.stringify(deciding)).slice(0, 16);
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64');
}

/** A hash has no space in it. */
function keyOf(owner: string, textHash: string): string {
  return `${owner} ${textHash}`;
}

function inCalls(hashes: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(hashes.length / textsPerCall) }, (_, call) =>
    hashes.slice(call * textsPerCall, (call + 1) * textsPerCall),
  );
}

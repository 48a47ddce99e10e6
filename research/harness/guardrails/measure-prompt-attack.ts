import { writeTable } from '../report-figures.ts';
import { compileCheck } from './compile-check.ts';
import { type Setup, setupsOf } from './measured-parts.ts';
import { checkAll, inTurn, type Measure, type Measuring, shareFound } from './measuring.ts';
import { lineForFalseAlarms, rankArea, shareAbove } from './separation.ts';
import { showShare } from './show-share.ts';
import { readReportedAttacks } from './texts/attack-sets.ts';
import { readOrdinarySets } from './texts/ordinary-texts.ts';
import type { TextSet } from './texts/text-set.ts';
import { usualGuardrail } from './usual-guardrail.ts';

type Role = 'ordinary' | 'attack' | 'look-alike';

interface RoleSet extends TextSet {
  readonly role: Role;
}

interface SetFigures {
  readonly found: number | null;
  /** At the threshold above which 1 % of ordinary texts lie. */
  readonly foundAtLine: number | null;
  /** The share of texts for which the model was asked. */
  readonly asked: number | null;
}

interface Scored {
  readonly set: RoleSet;
  readonly found: readonly boolean[];
  readonly scores: readonly number[];
  readonly asked: number;
}

const falseAlarms = 0.01;

/** Measures attacks, look-alikes and ordinary prompts: with rules alone, and with each further part. */
export const measurePromptAttack: Measure = async (given) => {
  const sets = readSets(given);
  const setups = await inTurn(setupsOf(given.parts), async (setup) => ({
    name: setup.name,
    ...figuresOf(await inTurn(sets, (set) => scoreSet(setup, set))),
  }));
  const others = await inTurn(
    given.others.flatMap(({ name, findsAttack }) =>
      findsAttack === undefined ? [] : [{ name, findsAttack }],
    ),
    async ({ name, findsAttack }) => ({
      name,
      found: await inTurn(sets, async ({ texts }) => shareFound(await Promise.all(texts.map(findsAttack)))),
    }),
  );
  console.log(
    '\nPrompt attacks: found at the policy’s threshold, and in brackets where 1 % of ordinary texts are',
  );
  console.log(
    writeTable([
      ['', 'training', 'texts', ...[...setups, ...others].map(({ name }) => name), 'model asked'],
      ...sets.map((set, place) => [
        `${set.role}: ${set.name}`,
        set.status,
        String(set.texts.length),
        ...setups.map(({ figures }) => showFound(figures[place])),
        ...others.map(({ found }) => showShare(found[place] ?? null)),
        showShare(setups.at(-1)?.figures[place]?.asked ?? null),
      ]),
      ...(['attack', 'look-alike', 'ordinary'] as const).map((role) => [
        `mean of ${role} sets`,
        '',
        '',
        ...setups.map(({ figures }) => showFound(meanOf(figures.filter((_, at) => sets[at]?.role === role)))),
        ...others.map(({ found }) => showShare(mean(found.filter((_, at) => sets[at]?.role === role)))),
      ]),
      ['precision', '', '', ...setups.map(({ precision }) => showShare(precision))],
      ['AUROC', '', '', ...setups.map(({ area }) => area.toFixed(3))],
      ['line', '', '', ...setups.map(({ line }) => line.toFixed(3))],
    ]),
  );
  return { sets: sets.map(({ texts, ...set }) => ({ ...set, texts: texts.length })), setups, others };
};

function readSets({ dataFolder, parts, size }: Measuring): RoleSet[] {
  const { attacks, lookAlikes } = readReportedAttacks(dataFolder, parts.facts, size);
  const as = (role: Role, sets: readonly TextSet[]) => sets.map((set) => ({ ...set, role }));
  const ordinary = readOrdinarySets(dataFolder, { part: 'report', size });
  return [...as('attack', attacks), ...as('look-alike', lookAlikes), ...as('ordinary', ordinary)];
}

async function scoreSet(setup: Setup, set: RoleSet): Promise<Scored> {
  const isPassage = set.name.startsWith('passages');
  const check = compileCheck(
    usualGuardrail(isPassage ? 'indirectInjection' : 'promptAttack', setup.parts),
    setup.parts,
  );
  if (check === null) throw new Error('the check of prompt attacks needs no part, and could not be made');
  const before = setup.asked();
  const checked = await checkAll(check, { label: `${set.name}, ${setup.name}`, texts: set.texts });
  return {
    set,
    found: checked.map(({ isFound }) => isFound),
    scores: checked.map(({ score }) => score),
    asked: setup.asked() - before,
  };
}

function figuresOf(scored: readonly Scored[]) {
  const scoresOf = (role: Role) =>
    scored.filter(({ set }) => set.role === role).flatMap(({ scores }) => scores);
  const ordinary = scoresOf('ordinary');
  const line = lineForFalseAlarms(ordinary, falseAlarms);
  const found = (role: Role) =>
    scored.filter(({ set }) => set.role === role).flatMap((one) => one.found.filter(Boolean)).length;
  const figures = scored.map(({ scores, asked, ...one }): SetFigures => {
    const ofTexts = (share: number) => (scores.length === 0 ? null : share);
    return {
      found: shareFound(one.found),
      foundAtLine: ofTexts(shareAbove(scores, line)),
      asked: ofTexts(asked / scores.length),
    };
  });
  const all = found('attack') + found('ordinary') + found('look-alike');
  return {
    figures,
    line,
    area: rankArea(scoresOf('attack'), ordinary),
    precision: all === 0 ? null : found('attack') / all,
  };
}

function mean(shares: ReadonlyArray<number | null>): number | null {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length;
}

function meanOf(figures: readonly SetFigures[]): SetFigures {
  return {
    found: mean(figures.map(({ found }) => found)),
    foundAtLine: mean(figures.map(({ foundAtLine }) => foundAtLine)),
    asked: null,
  };
}

function showFound(figures: SetFigures | undefined): string {
  return `${showShare(figures?.found ?? null)} (${showShare(figures?.foundAtLine ?? null)})`;
}

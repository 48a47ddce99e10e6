import { type PersonalDataGroup, type PolicyAction, personalDataGroups } from '@avow/contract/guardrails';
import { largest } from '@avow/foundation/statistics';
import type { Screener } from '@avow/inference';
import type { CheckCall, GuardrailInput, Redaction, Verdict } from '../guardrail.ts';
import { dataTypes } from '../personal-data/data-types.ts';
import { findPersonalData } from '../personal-data/find-personal-data.ts';
import { resolveOverlaps } from '../personal-data/resolve-overlaps.ts';
import { settledPersonalData } from '../personal-data/settled-personal-data.ts';
import { type BuildCheck, type CheckFault, nameStage } from './check-builder.ts';
import { createRedactions } from './create-redactions.ts';
import { groupOf, nameTypeOf, nameTypes, type PersonalType } from './personal-data-groups.ts';

interface FoundItem {
  readonly type: PersonalType;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

type Types = Readonly<Record<string, PolicyAction | 'off'>>;
type ActionOf = (type: PersonalType) => PolicyAction | 'off';

/** Personal data, with an action per type. The strongest action of what is found decides the verdict. */
export const buildPersonalData: BuildCheck<'personal_data'> = (given, parts) => {
  const { settings, stage, threshold, action } = given;
  const types: Types = settings.types ?? { identifiers: action };
  const actionOf: ActionOf = (type) => types[type] ?? types[groupOf(type)] ?? 'off';
  const faults = faultsOf(types, { hasScreener: parts.screener !== null, actionOf, action });
  if (faults.length > 0) return { kind: 'faulty', faults };
  const wanted = dataTypes.filter((type) => actionOf(type) !== 'off');
  const wantsNames = nameTypes.some((type) => actionOf(type) !== 'off');
  // Generated text may have been streamed up to here: findings in it must not depend on what follows.
  const byRules = ({ text, written }: GuardrailInput): readonly FoundItem[] =>
    findPersonalData(text, { types: wanted, repeats: written === undefined ? 'anywhere' : 'further_on' });
  const decideOn = (input: GuardrailInput, found: readonly FoundItem[]): Verdict =>
    buildVerdict(input, {
      found: found.filter(({ type, score }) => score >= threshold && actionOf(type) !== 'off'),
      ...{ actionOf, subject: nameStage(stage) },
    });
  const { screener } = parts;
  if (screener === null || !wantsNames)
    return {
      kind: 'text',
      // The end of a street address is unknown until the whole answer is.
      reach: action === 'redact' && actionOf('address') !== 'redact' ? reachUnits : 'whole',
      settledBefore: ({ text }) => settledPersonalData(text, wanted),
      check: (input) => decideOn(input, byRules(input)),
    };
  return {
    kind: 'text',
    check: async (input, call) => {
      const { text } = input;
      const names = await findNames(screener, text, call);
      const found = resolveOverlaps([...byRules(input), ...names], text.length);
      return { ...decideOn(input, found), models: [screener.name] };
    },
  };
};

/** The maximum length of a finding with its label. */
const reachUnits = 320;

async function findNames(screener: Screener, text: string, call: CheckCall): Promise<readonly FoundItem[]> {
  const screened = await screener.screen([text], call);
  const [screening] = screened ?? [];
  if (screening === undefined) throw new Error('names could not be looked for');
  return screening.names.map(({ kind, ...range }) => ({ type: nameTypeOf(kind), ...range }));
}

function faultsOf(
  types: Types,
  {
    hasScreener,
    actionOf,
    action,
  }: { readonly hasScreener: boolean; readonly actionOf: ActionOf; readonly action: PolicyAction },
): CheckFault[] {
  const known = new Set<string>([...dataTypes, ...nameTypes, ...personalDataGroups]);
  const unknown = Object.keys(types)
    .filter((type) => !known.has(type))
    .map((type) => ({
      path: ['settings', 'types', type],
      message: 'Must be a known type of personal data',
    }));
  const needsModel = nameTypes.some((type) => actionOf(type) !== 'off') && !hasScreener;
  const strongest = ['block', 'redact', 'flag'].find((one) =>
    Object.values(types).includes(one as PolicyAction),
  );
  return [
    ...unknown,
    ...(needsModel
      ? [{ path: ['settings', 'types'], message: 'Names need a screening model, which is not installed' }]
      : []),
    ...(strongest === action
      ? []
      : [{ path: ['action'], message: 'Must be the strongest action of its types' }]),
  ];
}

function buildVerdict(
  input: GuardrailInput,
  {
    found,
    actionOf,
    subject,
  }: { readonly found: readonly FoundItem[]; readonly actionOf: ActionOf; readonly subject: string },
): Verdict {
  if (found.length === 0)
    return { kind: 'pass', score: 0, reasoning: `${subject} contains no personal data.` };
  const score = largest(found.map((one) => one.score));
  const has = (action: PolicyAction) => found.some(({ type }) => actionOf(type) === action);
  const kinds = describeGroups(found);
  // If the text of a blocked prompt is stored, it is stored without what it was blocked for.
  const hidden = found.filter(({ type }) => ['redact', 'block'].includes(actionOf(type)));
  if (has('block'))
    return {
      kind: 'block',
      score,
      reasoning: `${subject} contains ${kinds}, which is not allowed here.`,
      redactions: redactionsFor(input, hidden),
    };
  if (!has('redact')) return { kind: 'flag', score, reasoning: `${subject} contains ${kinds}.` };
  return {
    kind: 'redact',
    score,
    reasoning: `${subject} contains ${describeGroups(hidden)}.`,
    redactions: redactionsFor(input, hidden),
  };
}

/** Personal data may be restored for the person who wrote it. */
function redactionsFor(input: GuardrailInput, hidden: readonly FoundItem[]): Redaction[] {
  return createRedactions(input, hidden).map((redaction) => ({ ...redaction, isReversible: true }));
}

const groupNames: Readonly<Record<PersonalDataGroup, string>> = {
  identifiers: 'a number that identifies a person or an account',
  contact: 'contact details',
  network: 'a network address',
  names: 'a name or an address',
};

function describeGroups(found: readonly FoundItem[]): string {
  const groups = new Set(found.map(({ type }) => groupOf(type)));
  const names = personalDataGroups.filter((group) => groups.has(group)).map((group) => groupNames[group]);
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

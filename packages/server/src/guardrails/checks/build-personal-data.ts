import { type PersonalDataGroup, type PolicyAction, personalDataGroups } from '@avow/contract';
import type { GuardrailInput, Redaction, Verdict } from '../../interfaces/guardrail.ts';
import type { Screener } from '../../interfaces/screener.ts';
import { dataTypes } from '../personal-data/data-types.ts';
import { findPersonalData } from '../personal-data/find-personal-data.ts';
import { pickCertain } from '../personal-data/pick-certain.ts';
import { settledPersonalData } from '../personal-data/settled-personal-data.ts';
import { type BuildCheck, type CheckFault, subjectOf } from './check-builder.ts';
import { groupOf, nameTypeOf, nameTypes, type PersonalType } from './personal-data-groups.ts';
import { placeRedactions } from './place-redactions.ts';

interface FoundItem {
  readonly type: PersonalType;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

type Types = Readonly<Record<string, PolicyAction | 'off'>>;
type ActionOf = (type: PersonalType) => PolicyAction | 'off';

/** Personal data, each type by what the policy says of it. The most that is to be done about any decides for the text. */
export const buildPersonalData: BuildCheck<'personal_data'> = (given, parts) => {
  const { settings, stage, threshold, action } = given;
  const types: Types = settings.types ?? { identifiers: action };
  const actionOf: ActionOf = (type) => types[type] ?? types[groupOf(type)] ?? 'off';
  const faults = faultsOf(types, { hasScreener: parts.screener !== null, actionOf, action });
  if (faults.length > 0) return { kind: 'faulty', faults };
  const wanted = dataTypes.filter((type) => actionOf(type) !== 'off');
  const wantsNames = nameTypes.some((type) => actionOf(type) !== 'off');
  // What a language model wrote may have been told up to here: what is found in it must not hang on what follows.
  const byRules = ({ text, written }: GuardrailInput): readonly FoundItem[] =>
    findPersonalData(text, { types: wanted, repeats: written === undefined ? 'anywhere' : 'further_on' });
  const weigh = (input: GuardrailInput, found: readonly FoundItem[]) =>
    weighFound(input, {
      found: found.filter(({ type, score }) => score >= threshold && actionOf(type) !== 'off'),
      ...{ actionOf, subject: subjectOf(stage) },
    });
  const { screener } = parts;
  if (screener === null || !wantsNames)
    return {
      kind: 'text',
      // A street address has no end that could be told before all is known.
      reach: action === 'redact' && actionOf('address') !== 'redact' ? reachUnits : 'whole',
      settledBefore: ({ text }) => settledPersonalData(text, wanted),
      check: (input) => weigh(input, byRules(input)),
    };
  return {
    kind: 'text',
    check: async (input) => {
      const { text } = input;
      const names = await findNames(screener, text);
      return weigh(input, pickCertain([...byRules(input), ...names], text.length));
    },
  };
};

/** As long as what is found may be, with the words that tell what it is. */
const reachUnits = 320;
const screenTimeoutMs = 1_000;

async function findNames(screener: Screener, text: string): Promise<readonly FoundItem[]> {
  const screened = await screener.screen([text], { timeoutMs: screenTimeoutMs });
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
      message: 'There is no such type of personal data',
    }));
  const needsModel = nameTypes.some((type) => actionOf(type) !== 'off') && !hasScreener;
  const strongest = ['block', 'redact', 'flag'].find((one) =>
    Object.values(types).includes(one as PolicyAction),
  );
  return [
    ...unknown,
    ...(needsModel
      ? [{ path: ['settings', 'types'], message: 'Names are found by a model that is not installed' }]
      : []),
    ...(strongest === action
      ? []
      : [{ path: ['action'], message: 'Is not the strongest of what is done about its types' }]),
  ];
}

function weighFound(
  input: GuardrailInput,
  {
    found,
    actionOf,
    subject,
  }: { readonly found: readonly FoundItem[]; readonly actionOf: ActionOf; readonly subject: string },
): Verdict {
  if (found.length === 0) return { kind: 'pass', score: 0, reasoning: `${subject} holds no personal data.` };
  const score = Math.max(...found.map((one) => one.score));
  const has = (action: PolicyAction) => found.some(({ type }) => actionOf(type) === action);
  const kinds = describeGroups(found);
  // Where the text of a blocked prompt is kept, it is kept without what it was blocked for.
  const hidden = found.filter(({ type }) => ['redact', 'block'].includes(actionOf(type)));
  if (has('block'))
    return {
      kind: 'block',
      score,
      reasoning: `${subject} holds ${kinds}, which is not allowed here.`,
      redactions: placed(input, hidden),
    };
  if (!has('redact')) return { kind: 'flag', score, reasoning: `${subject} holds ${kinds}.` };
  return {
    kind: 'redact',
    score,
    reasoning: `${subject} holds ${describeGroups(hidden)}.`,
    redactions: placed(input, hidden),
  };
}

/** Whoever wrote it may have it back. */
function placed(input: GuardrailInput, hidden: readonly FoundItem[]): Redaction[] {
  return placeRedactions(input, hidden).map((redaction) => ({ ...redaction, isReversible: true }));
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

import { askTexts } from '../../texts/ask.ts';
import { labelOfSetting } from '../../texts/checks.ts';
import { changeTexts } from '../../texts/guardrail-changes.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import type { EditedGuardrail, EditedPolicy } from './edited-policy.ts';

type Guardrail = EditedGuardrail['guardrail'];
type Names = Readonly<Record<string, string>>;

/** What saving an edited policy changes, in sentences; empty if nothing. */
export function describeChanges(before: EditedPolicy, after: EditedPolicy): string[] {
  const known = new Map(before.guardrails.map((each) => [each.key, each.guardrail]));
  const kept = new Set(after.guardrails.map(({ key }) => key));
  return [
    ...before.guardrails.flatMap(({ key, guardrail }) =>
      kept.has(key) ? [] : [changeTexts.deleted(guardrail.name)],
    ),
    ...after.guardrails.flatMap(({ key, guardrail }) => {
      const previous = known.get(key);
      return previous === undefined ? [added(guardrail)] : changesOf(previous, guardrail);
    }),
    ...rulesOf(before, after),
  ];
}

const added = ({ name, stage, action, mode }: Guardrail): string =>
  changeTexts.added(name, nameOf(askTexts.stages, stage), [
    nameOf(guardrailTexts.actions, action),
    nameOf(guardrailTexts.modes, mode),
  ]);

const nameOf = (names: Names, value: string) => names[value] ?? value;

function changesOf(before: Guardrail, after: Guardrail): string[] {
  const name = after.name;
  const changed = (label: string, from: unknown, to: unknown, names: Names = {}): string[] =>
    isSame(from, to) ? [] : [changeTexts.of(name, describeChange(label, from, to, names))];
  const settings = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]);
  return [
    ...(before.enabled === after.enabled ? [] : [changeTexts.switched(name, after.enabled)]),
    ...(before.name === name ? [] : [changeTexts.renamed(before.name, name)]),
    ...changed(guardrailTexts.stage, before.stage, after.stage, askTexts.stages),
    ...changed(guardrailTexts.action, before.action, after.action, guardrailTexts.actions),
    ...changed(guardrailTexts.mode, before.mode, after.mode, guardrailTexts.modes),
    ...changed(guardrailTexts.threshold, before.threshold, after.threshold),
    ...changed(guardrailTexts.failMode, before.fail_mode, after.fail_mode, guardrailTexts.failModes),
    ...[...settings].flatMap((setting) =>
      changed(labelOfSetting(after.check, setting), before.settings[setting], after.settings[setting]),
    ),
  ];
}

const rules: readonly (readonly [label: string, read: (policy: EditedPolicy) => unknown, names?: Names])[] = [
  [guardrailTexts.withholdBelow, ({ confidence }) => confidence.withhold_below],
  [guardrailTexts.reviewBelow, ({ review }) => review.below],
  [guardrailTexts.bandHigh, ({ bands }) => bands.high],
  [guardrailTexts.bandMedium, ({ bands }) => bands.medium],
  [guardrailTexts.startTier, ({ answering }) => String(answering.start_tier), guardrailTexts.startTiers],
  [guardrailTexts.clientMay, ({ answering }) => answering.client_may_choose],
  [guardrailTexts.blockedPrompts, (policy) => policy.blocked_prompts, guardrailTexts.blockedPromptsChoices],
  [guardrailTexts.notCovered, ({ messages }) => messages.not_covered],
  [guardrailTexts.blockedMessage, ({ messages }) => messages.blocked],
];

function rulesOf(before: EditedPolicy, after: EditedPolicy): string[] {
  return rules.flatMap(([label, read, names = {}]) =>
    isSame(read(before), read(after))
      ? []
      : [changeTexts.sentence(describeChange(label, read(before), read(after), names))],
  );
}

function describeChange(label: string, from: unknown, to: unknown, names: Names): string {
  if (Array.isArray(from) || Array.isArray(to)) return describeList(label, listOf(from), listOf(to));
  if (isPlainObject(from) || isPlainObject(to)) return describeFields(label, from ?? {}, to ?? {});
  return changeTexts.fromTo(label, shown(from, names), shown(to, names));
}

/** What came and what went, by the name or text of each entry. */
function describeList(label: string, from: readonly unknown[], to: readonly unknown[]): string {
  const gone = from.filter((each) => !to.some((other) => isSame(each, other))).map(titleOf);
  const come = to.filter((each) => !from.some((other) => isSame(each, other))).map(titleOf);
  const edited = come.filter((each) => gone.includes(each));
  return changeTexts.list(label, {
    added: come.filter((each) => !edited.includes(each)),
    removed: gone.filter((each) => !edited.includes(each)),
    edited,
  });
}

function describeFields(label: string, from: object, to: object): string {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  const changed = [...names].filter((name) => !isSame(Reflect.get(from, name), Reflect.get(to, name)));
  return changeTexts.fields(
    label,
    changed.map((name) =>
      changeTexts.fromTo(
        guardrailTexts.settingValues[name] ?? name.replaceAll('_', ' '),
        shown(Reflect.get(from, name), guardrailTexts.settingValues),
        shown(Reflect.get(to, name), guardrailTexts.settingValues),
      ),
    ),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isPlainObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function titleOf(entry: unknown): string {
  if (!isPlainObject(entry)) return String(entry);
  return String(Reflect.get(entry, 'name') ?? Reflect.get(entry, 'text') ?? JSON.stringify(entry));
}

function shown(value: unknown, names: Names): string {
  if (value === undefined || value === null || value === '') return changeTexts.nothing;
  if (typeof value === 'boolean') return value ? changeTexts.yes : changeTexts.no;
  const text = isPlainObject(value) ? JSON.stringify(value) : String(value);
  return names[text] ?? text;
}

const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);

/** Fields may come in any order, and an entry that is not given is one that is not there. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    isPlainObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

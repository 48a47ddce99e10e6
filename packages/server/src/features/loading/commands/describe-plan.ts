import { cleanLine } from '../../../cli/clean-line.ts';
import type { LeftAlone, LoadPlan, PlannedItem } from '../load-plan.ts';
import { countActions } from '../loading.ts';

/** Longer lists are cut off for a person; --json has all entries. */
const listedMax = 50;
const codePointsMax = 160;

const actions = { add: 'add', add_back: 'add back', change: 'change', remove: 'remove' } as const;

/** Describes to a person what a load would do, line by line. */
export function describePlan(plan: LoadPlan): string {
  const { added, changed, removed } = countActions(plan);
  const pack = plan.packId === null ? `${plan.name}, a new content pack` : plan.name;
  return [
    `Plan for ${pack}: ${added} to add, ${changed} to change, ${removed} to remove, ${plan.unchangedCount} unchanged.`,
    ...listed(plan.items, describeItem),
    ...section('Left as they are', plan.leftAlone, describeLeft),
    ...section('Ranked below current documents', plan.historical, ({ file, reason }) => `${file}: ${reason}`),
    ...section('Skipped', plan.skipped, ({ file, reason }) => `${file}: ${reason}`),
    ...section('Faulty', plan.faults, ({ file, reason }) => `${file}: ${reason}`),
    ...(plan.unpublishedCount > 0
      ? [`The draft has ${plan.unpublishedCount} changes that are not published yet.`]
      : []),
  ].join('\n');
}

function section<Value>(title: string, values: readonly Value[], describe: (value: Value) => string) {
  return values.length === 0 ? [] : [`${title}:`, ...listed(values, describe)];
}

function listed<Value>(values: readonly Value[], describe: (value: Value) => string): string[] {
  const lines = values.slice(0, listedMax).map((value) => `  ${cleanLine(describe(value), codePointsMax)}`);
  return values.length > listedMax ? [...lines, `  and ${values.length - listedMax} more`] : lines;
}

function describePlace({ kind, file, question }: Pick<PlannedItem, 'kind' | 'file' | 'question'>): string {
  return kind === 'document' ? file : `the pair "${question}" (${file})`;
}

function describeItem(item: PlannedItem): string {
  const { action, keeps, replaces } = item;
  const notes = [
    ...(action === 'add_back' ? ['was removed by hand'] : []),
    ...(keeps.length > 0 ? [`keeps ${keeps.map(nameOf).join(', ')} as set by hand`] : []),
    ...(replaces.length > 0 ? [`replaces ${replaces.map(nameOf).join(', ')} written by hand`] : []),
  ];
  return `${actions[action]} ${describePlace(item)}${notes.length > 0 ? `: ${notes.join('; ')}` : ''}`;
}

function nameOf(field: string): string {
  if (field === 'validFromMs') return 'valid_from';
  return field === 'validUntilMs' ? 'valid_until' : field;
}

function describeLeft(left: LeftAlone): string {
  switch (left.reason) {
    case 'removed_by_hand':
      return `${describePlace(left)}: was removed by hand, and stays out unless --restore adds it back`;
    case 'not_from_the_folder':
      return `${describePlace(left)}: did not come from this folder, and stays unless --prune removes it`;
    case 'cannot_be_read':
      return `${describePlace(left)}: its file cannot be read now, and it stays as it was loaded`;
  }
}

/** The complete plan for programs. */
export function planJson(plan: LoadPlan) {
  return {
    items: plan.items.map(({ action, kind, file, question, keeps, replaces }) => ({
      ...{ action, kind, file, question },
      ...{ keeps: keeps.map(nameOf), replaces: replaces.map(nameOf) },
    })),
    left_alone: plan.leftAlone,
    historical: plan.historical,
    skipped: plan.skipped,
    errors: plan.faults,
    unpublished_changes: plan.unpublishedCount,
  };
}

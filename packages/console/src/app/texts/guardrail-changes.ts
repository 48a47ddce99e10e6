const quoted = (names: readonly string[]) => {
  const shown = names.slice(0, 5).map((name) => `“${name}”`);
  return names.length > 5 ? `${shown.join(', ')} and ${names.length - 5} more` : shown.join(', ');
};

/** What a save changes, in words. */
export const changeTexts = {
  title: 'Save these changes?',
  hint: 'They apply to every question from now on. The policy before them stays in the history.',
  none: 'Nothing has changed.',
  sentence: (change: string) => `${change}.`,
  of: (name: string, change: string) => `${name}: ${change}.`,
  deleted: (name: string) => `${name}: deleted. Its settings are lost.`,
  added: (name: string, stage: string, does: readonly string[]) =>
    `${name}: added. Checks: ${stage}. On a finding: ${does.join(', ')}.`,
  switched: (name: string, isOn: boolean) =>
    isOn ? `${name}: switched on.` : `${name}: switched off. It keeps its settings.`,
  renamed: (before: string, after: string) => `${before}: is now called “${after}”.`,
  fromTo: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
  list: (label: string, changed: Readonly<Record<'added' | 'removed' | 'edited', readonly string[]>>) => {
    const parts = [
      changed.added.length > 0 ? `added ${quoted(changed.added)}` : null,
      changed.removed.length > 0 ? `removed ${quoted(changed.removed)}` : null,
      changed.edited.length > 0 ? `edited ${quoted(changed.edited)}` : null,
    ].filter((part) => part !== null);
    return `${label}: ${parts.length === 0 ? 'another order' : parts.join('; ')}`;
  },
  fields: (label: string, changes: readonly string[]) => `${label}: ${changes.join('; ')}`,
  nothing: 'not set',
  yes: 'yes',
  no: 'no',
  leaveHint: 'You have changed the policy and not saved it:',
};

import { type Command, groups } from './commands.ts';

export type Choice =
  | { readonly kind: 'run'; readonly command: Command; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string };

/** What the words after `npm run GROUP --` ask for. Without a name, or with `--help` in its place, the names are listed. */
export function chooseCommand(group: string, [name, ...rest]: readonly string[]): Choice {
  const commands = groups.get(group);
  if (commands === undefined) throw new Error(`there is no group of commands ${group}`);
  if (name === undefined || name === '--help' || name === '-h')
    return { kind: 'list', text: listCommands(group) };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return { kind: 'run', command, words: [...(command.words ?? []), ...rest] };
  return {
    kind: 'unknown',
    text: `"${name}" is not a name of npm run ${group}. The nearest: ${nearestNames(name, Object.keys(commands)).join(', ')}.\nnpm run ${group} lists all.`,
  };
}

function listCommands(group: string): string {
  const entries = Object.entries(groups.get(group) ?? {});
  const width = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return [
    `npm run ${group} -- NAME [options]     "npm run ${group} -- NAME --help" lists the options`,
    ...lines,
  ].join('\n');
}

const nearestMax = 3;

function nearestNames(given: string, names: readonly string[]): readonly string[] {
  const distance = (name: string) => (name.startsWith(given) ? 0 : editDistance(given, name));
  return names.toSorted((one, other) => distance(one) - distance(other)).slice(0, nearestMax);
}

/** How many letters have to be put in, left out or changed. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}

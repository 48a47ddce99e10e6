import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';

/**
 * Commander takes any word after an option for its value: `--file --help` would write a file named `--help`. A request for
 * help is answered with it, and any other option in place of a value is an error. `--file=--name` says that it is meant.
 */
export function guardOptionValues(command: Command, words: readonly string[]): void {
  // It is one, which its types do not say in full. A listener that comes first sees a value before it is read.
  const events = command as Command & EventEmitter;
  for (const option of command.options) {
    if (!option.required) continue;
    const { long } = option;
    events.prependListener(`option:${option.name()}`, (value: string) => {
      if (words.includes(`${long}=${value}`)) return;
      if (value === '--help' || value === '-h') command.help();
      if (value.startsWith('--'))
        command.error(
          `error: option '${option.flags}' has no value before '${value}'. If that is meant as its value, write ./${value} for a path, or ${long}=${value}.`,
        );
    });
  }
}

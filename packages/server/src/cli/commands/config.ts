import type { Command } from 'commander';
import type { SettingInForce } from '../../config/load-config.ts';
import { type CommandContext, jsonOption } from '../command-context.ts';
import { formatTable } from '../terminal.ts';

export function addConfigCommand(program: Command, context: CommandContext): void {
  program
    .command('config')
    .option('--set', 'only those that are set, by a variable or the file')
    .option(...jsonOption)
    .description('show every setting, its value and where that comes from; secrets are hidden')
    .action((options: { readonly set?: true; readonly json?: true }) => {
      const { file, settings } = context.settings();
      const shown = settings.filter(({ source }) => !options.set || source !== 'default');
      const lines = shown.map((setting) => [
        setting.variable,
        describeValue(setting),
        describeSource(setting, file),
      ]);
      context.terminal.out(
        options.json
          ? JSON.stringify({ file, settings: shown.map(toWire) })
          : formatTable(['SETTING', 'VALUE', 'FROM'], lines),
      );
    });
}

function toWire({ variable, source, isSecret, value }: SettingInForce) {
  return { variable, value, source, is_secret: isSecret };
}

function describeValue({ source, isSecret, value }: SettingInForce): string {
  if (isSecret) return source === 'default' ? '-' : '(hidden)';
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
  return text === '' ? '-' : text;
}

function describeSource({ source }: SettingInForce, file: string | null): string {
  return source === 'file' ? (file ?? source) : source;
}

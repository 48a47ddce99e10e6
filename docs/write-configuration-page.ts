import { writeFileSync } from 'node:fs';
import type { Setting } from '@avow/server';
import { settings } from '@avow/server';

export const configurationPagePath = new URL('./guide/configuration.md', import.meta.url);

/** One line per paragraph, because line ends would be quoted with the sentences. */
const introduction = [
  '# Configuration',
  'Avow is configured by environment variables that begin with `AVOW_`, by a file, or by both. [Language models](language-models.md) are configured in a file of their own; `AVOW_MODELS_FILE` is its path. A setting that is unset or empty has its default. Avow starts without any of them.',
  'The file is in JSON, and `AVOW_CONFIG_FILE` is its path. Each field is the name of a variable in small letters, without `AVOW_`. Values are texts, whole numbers, `true` and `false` for `on` and `off`, and arrays of texts for lists; the field `comment` is ignored. Relative paths are taken from the working directory. A variable takes precedence over the file. A file with a secret must be readable by its owner only.',
  '```\n{\n  "comment": "The settings of production",\n  "host": "0.0.0.0",\n  "data_dir": "/var/lib/avow",\n  "trusted_proxies": ["10.0.0.1", "10.0.0.2"],\n  "demo": false\n}\n```',
  '`avow config` shows every setting, its value and where that comes from; secrets are hidden.',
  'All settings are read once, when a command starts. Restart the service to apply a change.',
  'An unknown variable that begins with `AVOW_`, or an unknown field of the file, is an error, so that a misspelt setting is noticed; the name that was probably meant is suggested. Avow reports all errors of the configuration together, and does not start. It never prints values, because one of them may be a secret.',
  '```sh\nAVOW_PORT=9000 AVOW_DATA_DIR=/var/lib/avow npx avow serve\n```',
  'This page is generated from the table that the service reads, with `node docs/write-configuration-page.ts`.\n',
].join('\n\n');

/** One section for each setting, in the order of the table. */
export function configurationPage(): string {
  return [introduction, ...Object.values<Setting<unknown>>(settings).map(describeSetting)].join('\n');
}

/** Each fact is a sentence that names the variable, because answers quote single sentences of this page. */
function describeSetting(setting: Setting<unknown>): string {
  const { variable, meaning, defaultText, secret } = setting;
  const rule = ruleOf(setting);
  const shown = defaultText.includes(' ') ? defaultText : `\`${defaultText}\``;
  const facts = [
    defaultText === 'none'
      ? `\`${variable}\`, without a default: ${meaning}`
      : `\`${variable}\`, ${shown} by default: ${meaning}`,
    ...(rule === null ? [] : [`The value of \`${variable}\` ${rule}.`]),
    ...(secret === true ? [`\`${variable}\` is a secret, and is never printed.`] : []),
  ];
  return `## ${variable}\n\n${facts.join(' ')}\n`;
}

/** Every setting of a number, choice or address rejects this text, and its error message states the rule. */
const unreadable = '\u0000';

/** Null if any text is valid, such as a path. */
function ruleOf(setting: Setting<unknown>): string | null {
  try {
    setting.read(unreadable, { dataDir: '' });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : null;
  }
}

if (import.meta.main) writeFileSync(configurationPagePath, configurationPage());

import { writeFileSync } from 'node:fs';
import { settings } from '../packages/server/src/config/load-config.ts';
import type { Setting } from '../packages/server/src/config/settings.ts';

export const configurationPagePath = new URL('./guide/configuration.md', import.meta.url);

/** One line a paragraph, since line ends would be quoted with the sentences. */
const introduction = [
  '# Configuration',
  'Avow is configured by environment variables. Every variable begins with `AVOW_`. Only [language models](language-models.md) are named in a file, since each of them has settings of its own; `AVOW_MODELS_FILE` says where that file is. A variable that is not set, or set to nothing, has its default. Avow starts without any of them.',
  'All settings are read once, when a command starts. A change takes effect at the next start of the service.',
  'An unknown variable that begins with `AVOW_` is a fault, so that a typing error is not taken for a setting. Avow names every fault of the configuration at once, and does not start. It never prints the values, since one of them may be a secret.',
  '```sh\nAVOW_PORT=9000 AVOW_DATA_DIR=/var/lib/avow npx avow serve\n```',
  'This page is made from the table that the service itself reads: `node docs/write-configuration-page.ts` writes it.\n',
].join('\n\n');

/** The page as it must be: one section for each setting, in the order of the table. */
export function configurationPage(): string {
  return [introduction, ...Object.values<Setting<unknown>>(settings).map(describeSetting)].join('\n');
}

/** Each fact is a sentence with the variable's name in it: sentences of this page are quoted on their own. */
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

/** No setting of numbers, choices or addresses can read this; what a setting says of it is its rule. */
const unreadable = '\u0000';

/** Null where every text will do: a path, or plain words. */
function ruleOf(setting: Setting<unknown>): string | null {
  try {
    setting.read(unreadable, { dataDir: '' });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : null;
  }
}

if (import.meta.main) writeFileSync(configurationPagePath, configurationPage());

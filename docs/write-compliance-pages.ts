import { writeFileSync } from 'node:fs';
import { frameworkNames, readFramework } from '@avow/server';

export { frameworkNames };

type Framework = ReturnType<typeof readFramework>;

export const compliancePagePath = (name: Framework['framework']) =>
  new URL(`./compliance/${name}.md`, import.meta.url);

const notice =
  'This page says to which controls features of Avow contribute, in our own words. It does not say that a law or a standard is satisfied, and it is not legal advice. Read the source itself. [The README](README.md) says what these pages are for.';

/** One section for each control, in the order of the data file. */
export function compliancePage(name: Framework['framework']): string {
  const { name: title, source, note, controls } = readFramework(name);
  return [
    `# ${title}`,
    `Source: ${source}.`,
    notice,
    note,
    'This page is generated from the data file that evidence packs are written with, by `node docs/write-compliance-pages.ts`.',
    ...controls.map(describeControl),
  ]
    .join('\n\n')
    .concat('\n');
}

function describeControl({
  id,
  asks,
  feature,
  guide,
  figures,
  holds,
  remains,
}: Framework['controls'][number]) {
  const conditions = holds.map(({ missing }) => `  - Otherwise: ${missing}`);
  return [
    `## ${id}`,
    '',
    `- **Asks:** ${asks}`,
    `- **Contribution:** ${feature} See [the guide](../guide/${guide}).`,
    ...(figures.length === 0 ? [] : [`- **Shown by:** ${figures.map((key) => `\`${key}\``).join(', ')}`]),
    conditions.length === 0
      ? '- **State:** not for software to show'
      : `- **State:** met by configuration if ${holds.map(conditionInWords).join(', and ')}`,
    ...conditions,
    `- **Remains:** ${remains}`,
  ].join('\n');
}

function conditionInWords(condition: Framework['controls'][number]['holds'][number]): string {
  const { figure, is, min, min_share: share, min_or_none: days } = condition;
  if (is !== undefined) return `\`${figure}\` is ${is ? 'yes' : 'no'}`;
  if (share !== undefined) return `\`${figure}\` is at least ${share * 100} %`;
  if (days !== undefined) return `\`${figure}\` is at least ${days} or has no end`;
  return `\`${figure}\` is at least ${min}`;
}

if (import.meta.main)
  for (const name of frameworkNames) writeFileSync(compliancePagePath(name), compliancePage(name));

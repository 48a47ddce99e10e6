import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kindMappings, mappingOf, ocsfClasses, otherActivity } from './event-mapping.ts';
import { ecsSchema, fieldsOf } from './test-support/event-schemas.ts';

const page = readFileSync(
  new URL('../../../../../../docs/guide/security-events.md', import.meta.url),
  'utf8',
);
const severities = { 1: 'informational', 2: 'low', 3: 'medium', 4: 'high' };

/** The cells of the rows of a table, by the first. */
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .map(([first = '', ...cells]) => [first, cells] as const),
);

it('the guide says what every event of the log is in OCSF and ECS', () => {
  for (const [kind, { actions }] of Object.entries(kindMappings))
    for (const action of Object.keys(actions)) {
      const { ocsf, activity, category, types, severity } = mappingOf(kind, action);
      const { uid, name, activities } = ocsfClasses[ocsf];
      const named = (activities as Readonly<Record<number, string>>)[activity];
      const shown = activity === otherActivity ? 'Other' : named;
      expect(rows.get(`\`${kind}.${action}\``), `${kind}.${action}`).toEqual([
        ...[`${name} (${uid}): ${shown}`, category, types.join(', '), severities[severity]],
      ]);
    }
});

it('the guide names fields of ECS that events have', () => {
  const section = page.slice(page.indexOf('## What is in an event'), page.indexOf('### Findings'));
  const sent = fieldsOf(ecsSchema);
  const named = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| What ') && !line.startsWith('| --'))
    .flatMap((line) =>
      [...(line.split('|')[3] ?? '').matchAll(/`([@\w.]+)`/g)].map(([, field = '']) => field),
    );
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((field) => field !== 'avow' && !sent.includes(field))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ecsSchema, fieldsOf } from './test-support/event-schemas.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../../deploy/monitoring/${name}`, import.meta.url), 'utf8'));

interface Query {
  readonly query: string;
  readonly timeField: string;
  readonly bucketAggs: readonly { readonly field: string }[];
}

/** The fields of events that a query names. */
function fieldsIn({ query, timeField, bucketAggs }: Query): readonly string[] {
  const searched = [...query.matchAll(/([@\w.]+):/g)].map(([, field = '']) => field);
  return [...searched, timeField, ...bucketAggs.map(({ field }) => field)];
}

const sent = fieldsOf(ecsSchema);

describe('the sample dashboard of security events', () => {
  const queries: readonly Query[] = read('security-events-dashboard.json').panels.flatMap(
    ({ targets }: { readonly targets: readonly Query[] }) => targets,
  );

  it('shows fields that events have', () => {
    const named = new Set(queries.flatMap(fieldsIn));
    expect(named.size).toBeGreaterThan(8);
    expect([...named].filter((field) => !sent.includes(field))).toEqual([]);
  });

  it('has an index whose fields are those of events', () => {
    const { properties } = read('security-events-template.json').template.mappings;
    const named = Object.entries(properties).flatMap(([name, field]) => {
      const inner = (field as { readonly properties?: object }).properties;
      return inner === undefined ? [name] : Object.keys(inner).map((part) => `${name}.${part}`);
    });
    expect(named.filter((field) => !sent.includes(field))).toEqual([]);
  });
});

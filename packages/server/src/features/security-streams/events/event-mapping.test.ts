import { logEventPageSchema } from '@avow/contract/testing';
import { describe, expect, it } from 'vitest';
import { kindMappings, mappingOf, ocsfClasses, otherActivity } from './event-mapping.ts';

/** What ECS 8.11 allows as `event.type` for each category. */
const ecsTypes: Readonly<Record<string, readonly string[]>> = {
  authentication: ['start', 'end', 'info'],
  configuration: ['access', 'change', 'creation', 'deletion', 'info'],
  database: ['access', 'change', 'info', 'error'],
  iam: ['admin', 'change', 'creation', 'deletion', 'group', 'info', 'user'],
  package: ['access', 'change', 'deletion', 'info', 'installation', 'start'],
};

const all = Object.entries(kindMappings).flatMap(([kind, { actions }]) =>
  [...Object.keys(actions), 'an_action_of_later'].map((action) => ({ kind, action })),
);

/** Records are streamed as what guardrails found of them. */
const logEventKinds = logEventPageSchema.shape.data.element.shape.kind.options.filter(
  (kind) => kind !== 'record',
);

/** Of each kind, the actions that the contract documents. */
function documentedActions(): Readonly<Record<string, readonly string[]>> {
  const described = logEventPageSchema.shape.data.element.shape.action.meta()?.description ?? '';
  const sentences = [...described.matchAll(/For ([^:]*): ([^.]*)\./g)];
  return Object.fromEntries(
    sentences.flatMap(([, kinds = '', actions = '']) =>
      wordsOf(kinds).map((kind) => [kind, wordsOf(actions).filter((action) => action !== 'high')]),
    ),
  );
}
const wordsOf = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

describe('the mapping of events', () => {
  it('has every kind of the log, and every action that is documented', () => {
    expect(Object.keys(kindMappings).toSorted()).toEqual([...logEventKinds].toSorted());
    const documented = documentedActions();
    expect(Object.keys(documented).toSorted()).toEqual([...logEventKinds].toSorted());
    for (const kind of logEventKinds)
      expect(Object.keys(kindMappings[kind].actions), kind).toEqual(
        expect.arrayContaining([...(documented[kind] ?? [])]),
      );
  });

  it('names activities that the class has, and types that the category allows', () => {
    for (const { kind, action } of all) {
      const { ocsf, activity, category, types } = mappingOf(kind, action);
      const activities = Object.keys(ocsfClasses[ocsf].activities).map(Number);
      expect([...activities, otherActivity], `${kind}.${action}`).toContain(activity);
      expect(types.length, `${kind}.${action}`).toBeGreaterThan(0);
      expect(ecsTypes[category], `${kind}.${action}`).toEqual(expect.arrayContaining([...types]));
    }
  });

  it('has the category of a class in its number', () => {
    for (const { uid, categoryUid } of Object.values(ocsfClasses))
      expect(Math.floor(uid / 1000)).toBe(categoryUid);
  });

  it('takes a kind that it does not know for a change that says little', () => {
    expect(mappingOf('of_later', 'done')).toMatchObject({ ocsf: 'entity_management', types: ['info'] });
    expect(mappingOf('constructor', 'toString')).toMatchObject({ ocsf: 'entity_management' });
    expect(mappingOf('key', 'toString')).toMatchObject({ ocsf: 'entity_management', activity: 3 });
  });
});

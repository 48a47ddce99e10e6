import { sourceKinds } from '@avow/contract/sources';
import { sourceConnectionSchema } from '@avow/contract/testing/content';
import { describe, expect, it } from 'vitest';
import { formOf, readConnection, sourceForms, toCredentials, toValues } from './source-form.ts';

describe('the form of a source', () => {
  it('exists for every kind, and has only settings that the kind has', () => {
    expect(Object.keys(sourceForms).sort()).toEqual([...sourceKinds].sort());
    const typed: Record<string, string> = {
      ...{ url: 'https://a.example', bucket: 'b', path: '/srv', space: 'HR', user: 'a', folder_id: 'f' },
      ...{
        endpoint: 'https://b.example',
        login_endpoint: 'https://b.example',
        include: '/a\n/b',
        exclude: '/c',
      },
      ...{ pages_max: '7', access_map: 'group:x = y\nuser:z=*' },
    };
    for (const kind of sourceKinds) {
      const values = Object.fromEntries(
        formOf(kind).settings.map(({ name, options }) => [name, typed[name] ?? options?.[0] ?? 'x']),
      );
      expect(sourceConnectionSchema.safeParse(readConnection(kind, values)).error, kind).toBeUndefined();
    }
  });

  it('comes back as it was given, with settings that it does not show', () => {
    const connection = sourceConnectionSchema.parse({
      ...{ kind: 'website', url: 'https://a.example/', include: ['/a', '/b'], depth_max: 3 },
    });
    expect(readConnection('website', toValues(connection), connection)).toEqual({
      ...connection,
      exclude: undefined,
      ...{ include: ['/a', '/b'], depth_max: 3 },
    });
  });

  it('reads who stands for the readers of a source', () => {
    const { access_map } = readConnection('confluence', { access_map: 'group:a=b = c\n\nspace:HR = *' });
    expect(access_map).toEqual([
      { principal: 'group:a=b', group: 'c' },
      { principal: 'space:HR', group: null },
    ]);
    expect(() => readConnection('confluence', { access_map: 'nonsense' })).toThrow('nonsense');
  });

  it('has no credentials if none are typed', () => {
    expect(toCredentials('git', { token: ' ' })).toBeNull();
    expect(toCredentials('git', { token: 'x', other: 'y' })).toEqual({ token: 'x' });
  });
});

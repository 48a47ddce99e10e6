import { readFileSync } from 'node:fs';
import { type OperationId, operations } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { generateClient } from '../generate/generate-client.ts';
import { createClient } from './create-client.ts';

const client = createClient({ baseUrl: 'http://127.0.0.1:1' });

describe('the methods of the client', () => {
  it('are one for each operation of the contract, and streamQuery', () => {
    expect(Object.keys(client).toSorted()).toEqual([...Object.keys(operations), 'streamQuery'].toSorted());
  });

  it.each(Object.entries(generateClient()))(
    'are generated from the contract as it is: "npm run build -- client-sources" writes %s',
    (name, text) => {
      expect(readFileSync(new URL(`../generated/${name}`, import.meta.url), 'utf8')).toBe(text);
    },
  );

  it('send each operation to its path with its method', async () => {
    const sent: string[] = [];
    const answer = async (url: unknown, init?: RequestInit) => {
      sent.push(`${init?.method} ${new URL(String(url)).pathname}`);
      return new Response('{"data":[],"has_more":false,"next_cursor":null}', { status: 200 });
    };
    const recorded = createClient({ baseUrl: 'http://service.example/', fetch: answer as typeof fetch });
    const all = Object.values(operations).filter(({ operationId }) => operationId !== 'streamMessageEvents');
    for (const { operationId, path } of all) {
      const method = recorded[operationId as OperationId] as (...given: unknown[]) => Promise<unknown>;
      await method(...[...path.matchAll(/\{\w+\}/g)].map(() => 'an/id'));
    }
    expect(sent).toEqual(
      all.map(
        ({ method, path }) => `${method} ${path.replace('{path}', 'an/id').replace(/\{\w+\}/g, 'an%2Fid')}`,
      ),
    );
  });

  it('refuse an empty path parameter, which would name another path', () => {
    expect(() => client.getMessage('')).toThrow(TypeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson, StrictJsonError } from './strict-json.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

function faultOf(text: string): StrictJsonError | null {
  try {
    parseStrictJson(text, { depthMax: 16 });
    return null;
  } catch (error) {
    if (error instanceof StrictJsonError) return error;
    throw error;
  }
}

const placeOf = (text: string) => {
  const fault = faultOf(text);
  return fault && `${fault.line}:${fault.column} ${fault.message}`;
};

describe('parseStrictJson', () => {
  it.each([
    ['', '1:1 a value was expected'],
    ['{"a": 1,\n "b": [1, 2,]\n}', '2:13 a value was expected'],
    ['{"a": 1,\n}', '2:1 a name in double quotes was expected'],
    ['{"a" 1}', '1:6 a colon was expected'],
    ['{"a": 1 "b": 2}', '1:9 a comma or a closing brace was expected'],
    ['[1 2]', '1:4 a comma or a closing bracket was expected'],
    ['{} {}', '1:4 the end was expected'],
    ['{"a": 01}', '1:7 a value was expected'],
    ["{'a': 1}", '1:2 a name in double quotes was expected'],
    ['{"a": 1, "\\u0061": 2}', '1:10 this name occurs twice in one object'],
    ['[{"a": 1}, {"a": 1, "b": {"a": 1}, "a": 2}]', '1:36 this name occurs twice in one object'],
    [`${'['.repeat(18)}${']'.repeat(18)}`, '1:17 it is nested deeper than 16 levels'],
  ])('rejects %j with %j', (text, said) => {
    expect(placeOf(text)).toBe(said);
  });

  it('reports the position of a lone surrogate and of an exceeded limit without quoting the text', () => {
    expect(placeOf('["secret", "\\ud800"]')).toBe('1:12 this string contains an unpaired surrogate');
    expect(faultOf(`[${'0,'.repeat(600_000)}0]`)?.kind).toBe('too_many_parts');
    expect(faultOf('{"secret": secret}')?.message).not.toContain('secret');
  });

  it('accepts what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, space) => {
        expect(faultOf(JSON.stringify(value, null, space))).toBeNull();
      }),
    );
  });

  it('accepts exactly those damaged texts that JSON.parse accepts', () => {
    const whole = '{"a": [1.5e3, "x\\n\\u00e9", true, null, {"b": -0}], "c": {}}';
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.nat(3),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 3 }),
          fc.constantFrom(',', '"', '}', '\\', '0', '\t'),
        ),
        (at, gone, put) => {
          const text = whole.slice(0, at) + put + whole.slice(at + gone);
          const fault = faultOf(text);
          if (fault !== null && fault.kind !== 'syntax') return;
          expect([text, fault === null]).toEqual([text, isJson(text)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { numberParameters } from './number-parameters.ts';

describe('numberParameters', () => {
  it('numbers positions in their order', () => {
    expect(numberParameters('a = ? AND b = ? LIMIT ?', '$').sql).toBe('a = $1 AND b = $2 LIMIT $3');
  });

  it('keeps the numbers of parameters that have one', () => {
    expect(numberParameters('a = ?2 AND b = ?1 AND c = ?2', '$').sql).toBe('a = $2 AND b = $1 AND c = $2');
  });

  it('gives one name one number, wherever it stands', () => {
    expect(numberParameters('INSERT (:b, :a) SET c = :b', '?')).toEqual({
      sql: 'INSERT (?1, ?2) SET c = ?1',
      names: ['b', 'a'],
    });
  });

  it('leaves alone what is quoted', () => {
    expect(numberParameters("a <> ':b?' AND c = ?", '$').sql).toBe("a <> ':b?' AND c = $1");
  });
});

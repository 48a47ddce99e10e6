import { describe, expect, it } from 'vitest';
import { createStdnumValidator } from './create-stdnum-validator.ts';

describe('createStdnumValidator', () => {
  const isSpanish = createStdnumValidator('ES.dni', 'ES.nie');

  it('accepts a number that one of the rules accepts', () => {
    expect(['12345678Z', 'X1234567L'].map(isSpanish)).toEqual([true, true]);
  });

  it('rejects a number whose check digit is wrong', () => {
    expect(isSpanish('12345678A')).toBe(false);
  });

  it('rejects a repeated digit, even if its check digits are valid', () => {
    expect(createStdnumValidator('BR.cpf')('11111111111')).toBe(false);
  });

  it('does not affect the stack traces of later errors', () => {
    isSpanish('12345678A');
    expect(new Error('later').stack).toContain('create-stdnum-validator.test.ts');
  });

  it('names a rule that does not exist', () => {
    expect(() => createStdnumValidator('XX.none')('123')).toThrow('stdnum does not have XX.none');
  });
});

import { createRequire } from 'node:module';
import type { Validator } from 'stdnum';
import { isRepeatedDigit } from './check-digits.ts';

const require = createRequire(import.meta.url);

/**
 * Tests whether a number without separators can have been issued, by its length, check digits and date. The rules are
 * those of `stdnum`, named by country and number, such as `BR.cpf`; at least one of them must accept the number.
 */
export function createStdnumValidator(...names: readonly string[]): (compact: string) => boolean {
  // Loaded at the first number that looks like one: the library has 300 files, and most texts need none of them.
  let rules: readonly Validator[] | undefined;
  return (compact) => {
    if (isRepeatedDigit(compact)) return false;
    rules ??= names.map(loadRule);
    const loaded = rules;
    return withoutStackTraces(() => loaded.some((rule) => rule.validate(compact).isValid));
  };
}

function loadRule(name: string): Validator {
  try {
    return require(`stdnum/lib/cjs/${name.toLowerCase().replace('.', '/')}.js`);
  } catch (cause) {
    throw new RangeError(`stdnum does not have ${name}`, { cause });
  }
}

/** The library creates an error for each invalid number, and its unused stack trace takes most of the time. */
function withoutStackTraces(check: () => boolean): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return check();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

import { stdnum } from 'stdnum';
import { isRepeatedDigit } from './check-digits.ts';

/**
 * Tests whether a number without separators can have been issued, by its length, check digits and date. The rules are
 * those of `stdnum`, named by country and number, such as `BR.cpf`; at least one of them must accept the number.
 */
export function createStdnumValidator(...names: readonly string[]): (compact: string) => boolean {
  const rules = names.map((name) => {
    const [country = '', number = ''] = name.split('.');
    const rule = stdnum[country]?.[number];
    if (rule === undefined) throw new RangeError(`stdnum does not have ${name}`);
    return rule;
  });
  return (compact) =>
    !isRepeatedDigit(compact) &&
    withoutStackTraces(() => rules.some((rule) => rule.validate(compact).isValid));
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

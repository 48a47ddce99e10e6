import { stdnum } from 'stdnum';
import { isOneDigit } from './check-digits.ts';

/**
 * Whether a number, without what separates its groups, can have been given out: by its length, check digits and date. The
 * rules are those of `stdnum`, named by country and number, as in `BR.cpf`; one of several must hold.
 */
export function createStdnumValidator(...names: readonly string[]): (compact: string) => boolean {
  const rules = names.map((name) => {
    const [country = '', number = ''] = name.split('.');
    const rule = stdnum[country]?.[number];
    if (rule === undefined) throw new RangeError(`stdnum does not have ${name}`);
    return rule;
  });
  return (compact) =>
    !isOneDigit(compact) && withoutStackTraces(() => rules.some((rule) => rule.validate(compact).isValid));
}

/** An error is made for each number that does not hold; its stack trace, which nobody reads, takes most of the time. */
function withoutStackTraces(check: () => boolean): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return check();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

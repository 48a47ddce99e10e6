import { isRepeatedDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, notDate, writtenAs } from './identifier.ts';

const routingWeights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** The first two digits identify a Federal Reserve district or a clearing house. */
function isRoutingNumber(digits: string): boolean {
  return (
    /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits) &&
    weightedSum(digits, routingWeights) % 10 === 0 &&
    !isRepeatedDigit(digits)
  );
}

const accountWords = contextWords(
  'account number, account no, account nr, account num, acct, account #, acc no, a/c, bank account',
  'checking account, savings account, current account, account ending, kontonummer, kontonr',
  'konto-nr, bankkonto*, bankverbindung, numero de compte, compte bancaire, numero de cuenta',
  'cuenta bancaria, conto corrente, rekeningnummer, bankrekening*, conta bancaria, numer konta',
);

export const bankIdentifiers: readonly Identifier[] = [
  {
    type: 'bank_routing',
    pattern: writtenAs('\\d{4}[ -]?\\d{4}[ -]?\\d'),
    digitsMin: 9,
    isValid: isRoutingNumber,
    named: scores.sure,
    context: contextWords('routing, aba, rtn, ach, wire transfer, transit number'),
  },
  {
    type: 'bank_routing',
    pattern: writtenAs('\\d{2}-\\d{2}-\\d{2}|\\d{2}[ ]\\d{2}[ ]\\d{2}|\\d{6}'),
    digitsMin: 6,
    isValid: (digits) => !isRepeatedDigit(digits),
    named: scores.named,
    context: contextWords('sort code, sortcode, sort-code'),
  },
  {
    type: 'bank_routing',
    pattern: writtenAs('[1-8]\\d{2}[ ]?\\d{3}[ ]?\\d{2}'),
    digitsMin: 8,
    isValid: (digits) => !isRepeatedDigit(digits),
    named: scores.named,
    context: contextWords('blz, bankleitzahl'),
  },
  {
    type: 'bank_routing',
    pattern: writtenAs('\\d{3}-\\d{3}'),
    digitsMin: 6,
    isValid: (digits) => !isRepeatedDigit(digits),
    named: scores.named,
    context: contextWords('bsb'),
  },
  {
    type: 'bank_routing',
    pattern: writtenAs('[A-Z]{4}0[A-Z0-9]{6}'),
    digitsMin: 1,
    isValid: () => true,
    named: scores.shaped,
    context: contextWords('ifsc'),
  },
  {
    type: 'bank_account',
    pattern: writtenAs(`${notDate}[A-Z]{0,4}\\d(?:[ -]?\\d){5,19}`),
    digitsMin: 6,
    isValid: (digits) => !isRepeatedDigit(digits),
    named: scores.named,
    context: accountWords,
  },
];

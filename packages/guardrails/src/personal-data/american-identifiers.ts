import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const ssnWords = contextWords('ssn, ssns, social security, social insurance, soc sec');
const itinWords = contextWords('itin, taxpayer, tax id*, individual tax*');

function isItin(digits: string): boolean {
  return /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])/.test(digits);
}

const cpfWords = contextWords('cpf, cadastro de pessoas, contribuinte');
const cnpjWords = contextWords('cnpj, pessoa juridica');
const sinWords = contextWords('sin, social insurance, assurance sociale, nas, canadian social*');

export const americanIdentifiers: readonly Identifier[] = [
  {
    type: 'us_ssn',
    pattern: writtenAs('\\d{3}(?:-\\d{2}-|[ ]\\d{2}[ ])(?!0000)\\d{4}'),
    digitsMin: 9,
    isValid: createStdnumValidator('US.ssn'),
    alone: scores.shaped,
    named: scores.shaped,
    context: ssnWords,
  },
  {
    type: 'us_ssn',
    pattern: writtenAs('\\d{3}[./ -]{0,2}\\d{2}[./ -]{0,2}(?!0000)\\d{4}'),
    digitsMin: 9,
    isValid: createStdnumValidator('US.ssn'),
    named: scores.shaped,
    context: ssnWords,
  },
  {
    type: 'us_itin',
    pattern: writtenAs('9\\d\\d(?:-\\d{2}-|[ ]\\d{2}[ ])\\d{4}'),
    digitsMin: 9,
    isValid: isItin,
    alone: scores.shaped,
    named: scores.shaped,
    context: itinWords,
  },
  {
    type: 'us_itin',
    pattern: writtenAs('9\\d{8}'),
    digitsMin: 9,
    isValid: isItin,
    named: scores.named,
    context: itinWords,
  },
  {
    type: 'us_ein',
    pattern: writtenAs('\\d{2}-\\d{7}'),
    digitsMin: 9,
    isValid: createStdnumValidator('US.ein'),
    named: scores.shaped,
    context: contextWords('ein, eins, employer id*, fein, tin, federal tax*, federal id*, tax id*, irs'),
  },
  {
    type: 'ca_sin',
    pattern: writtenAs('[0-79]\\d{2}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 9,
    isValid: createStdnumValidator('CA.sin'),
    named: scores.sure,
    context: sinWords,
  },
  {
    type: 'br_cpf',
    pattern: writtenAs('\\d{3}\\.\\d{3}\\.\\d{3}[-/]\\d{2}'),
    digitsMin: 11,
    isValid: createStdnumValidator('BR.cpf'),
    alone: scores.checked,
    named: scores.sure,
    context: cpfWords,
  },
  {
    type: 'br_cpf',
    pattern: writtenAs('\\d{3}[ .]?\\d{3}[ .]?\\d{3}[ -]?\\d{2}'),
    digitsMin: 11,
    isValid: createStdnumValidator('BR.cpf'),
    alone: scores.shaped,
    named: scores.sure,
    context: cpfWords,
  },
  {
    type: 'br_cnpj',
    pattern: writtenAs('[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}/[0-9A-Z]{4}-\\d{2}'),
    digitsMin: 2,
    isValid: createStdnumValidator('BR.cnpj'),
    alone: scores.checked,
    named: scores.sure,
    context: cnpjWords,
  },
  {
    type: 'br_cnpj',
    pattern: writtenAs('\\d{8}[/ ]?\\d{4}[- ]?\\d{2}'),
    digitsMin: 14,
    isValid: createStdnumValidator('BR.cnpj'),
    alone: scores.shaped,
    named: scores.sure,
    context: cnpjWords,
  },
  {
    type: 'mx_curp',
    pattern: writtenAs('[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\\d]\\d'),
    digitsMin: 7,
    isValid: createStdnumValidator('MX.curp'),
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('curp'),
  },
];

import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const isSwedish = createStdnumValidator('SE.personnummer');
const isFinnish = createStdnumValidator('FI.hetu');

/** The rules require the separator before the last digits, which a compact number lacks. */
const isPersonnummer = (compact: string) => isSwedish(`${compact.slice(0, -4)}-${compact.slice(-4)}`);
const isHetu = (compact: string) =>
  isFinnish(compact.length === 10 ? `${compact.slice(0, 6)}-${compact.slice(6)}` : compact);

const swedishWords = contextWords(
  'personnummer, personnr, pers.nr, samordningsnummer, personal identity, swedish*',
);

export const northernEuropeanIdentifiers: readonly Identifier[] = [
  {
    type: 'se_personnummer',
    pattern: writtenAs('(?:18|19|20)?\\d{6}[-+]\\d{4}'),
    digitsMin: 10,
    isValid: isPersonnummer,
    alone: scores.checked,
    named: scores.sure,
    context: swedishWords,
  },
  {
    type: 'se_personnummer',
    pattern: writtenAs('(?:18|19|20)?\\d{6}[ ]?\\d{4}'),
    digitsMin: 10,
    isValid: isPersonnummer,
    named: scores.sure,
    context: swedishWords,
  },
  {
    type: 'no_fodselsnummer',
    pattern: writtenAs('\\d{6}[ -]?\\d{5}'),
    digitsMin: 11,
    isValid: createStdnumValidator('NO.fodselsnummer'),
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('fodselsnummer*, fnr, personnummer, d-nummer, norwegian*'),
  },
  {
    type: 'fi_hetu',
    pattern: writtenAs('\\d{6}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]'),
    digitsMin: 9,
    isValid: isHetu,
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('hetu, henkilotunnus*, personbeteckning, finnish*'),
  },
  {
    type: 'dk_cpr',
    pattern: writtenAs('(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])\\d{2}[ -]?\\d{4}'),
    digitsMin: 10,
    isValid: createStdnumValidator('DK.cpr'),
    named: scores.sure,
    context: contextWords('cpr*, personnummer, danish*'),
  },
  {
    type: 'pl_pesel',
    pattern: writtenAs('\\d{11}'),
    digitsMin: 11,
    isValid: createStdnumValidator('PL.pesel'),
    named: scores.sure,
    context: contextWords('pesel*, polish*'),
  },
  {
    type: 'pl_nip',
    pattern: writtenAs(
      '(?:PL[ ]?)?(?:\\d{10}|\\d{3}[ -]\\d{3}[ -]\\d{2}[ -]\\d{2}|\\d{3}[ -]\\d{2}[ -]\\d{2}[ -]\\d{3})',
    ),
    digitsMin: 10,
    isValid: createStdnumValidator('PL.nip'),
    named: scores.sure,
    context: contextWords('nip, identyfikacji podatkowej, polish tax*'),
  },
];

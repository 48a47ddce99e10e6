import { travelCheckDigit } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

function hasGermanDocumentCheck(compact: string): boolean {
  return travelCheckDigit(compact.slice(0, 9)) === Number(compact[9]) && /\d/.test(compact.slice(1, 9));
}

const taxWords = contextWords('steuer*, tax id*, tax number, idnr, id-nr, tin, identifikationsnummer');
const cardWords = contextWords(
  'personalausweis*, ausweis*, reisepass*, id card, identity card, passport, pass, passnummer',
);
const nirWords = contextWords('nir, securite sociale, secu, insee, carte vitale');
const nrnWords = contextWords(
  'nrn, rijksregister*, insz, niss, registre national, national number, national register*',
);
const svnrWords = contextWords(
  'svnr, sv-nr, sv nummer, svn, sozialversicherung*, versicherungsnummer, e-card',
);
const ahvWords = contextWords('ahv*, avs, sozialversicherung*, social security, oasi');

export const centralEuropeanIdentifiers: readonly Identifier[] = [
  {
    type: 'de_tax_id',
    pattern: writtenAs('[1-9]\\d[ ]\\d{3}[ ]\\d{3}[ ]\\d{3}'),
    digitsMin: 11,
    isValid: createStdnumValidator('DE.idnr'),
    alone: scores.shaped,
    named: scores.sure,
    context: taxWords,
  },
  {
    type: 'de_tax_id',
    pattern: writtenAs('[1-9]\\d[ /-]?\\d{3}[ /-]?\\d{3}[ /-]?\\d{3}'),
    digitsMin: 11,
    isValid: createStdnumValidator('DE.idnr'),
    named: scores.sure,
    context: taxWords,
  },
  {
    type: 'de_id_card',
    pattern: writtenAs('[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\\d]{8}[ ]?\\dD?'),
    digitsMin: 1,
    isValid: hasGermanDocumentCheck,
    named: scores.sure,
    context: cardWords,
  },
  {
    type: 'de_id_card',
    pattern: writtenAs('[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\\d]{8}'),
    digitsMin: 1,
    isValid: (compact) => /\d/.test(compact),
    named: scores.named,
    context: contextWords('personalausweis*, ausweis*, reisepass*, passnummer'),
  },
  {
    type: 'fr_nir',
    pattern: writtenAs(
      '[1-478][ .-]?\\d{2}[ .-]?(?:0[1-9]|1[0-2]|[2-9]\\d)[ .-]?(?:\\d{2}|2[AB])[ .-]?\\d{3}[ .-]?\\d{3}[ .-]?\\d{2}',
    ),
    digitsMin: 14,
    isValid: createStdnumValidator('FR.nir'),
    alone: scores.checked,
    named: scores.sure,
    context: nirWords,
  },
  {
    type: 'fr_siren',
    pattern: writtenAs('\\d{3}[ .]?\\d{3}[ .]?\\d{3}(?:[ .]?\\d{5})?'),
    digitsMin: 9,
    isValid: createStdnumValidator('FR.siren', 'FR.siret'),
    named: scores.sure,
    context: contextWords('siren, siret, rcs'),
  },
  {
    type: 'nl_bsn',
    pattern: writtenAs('\\d{4}[ .-]?\\d{2}[ .-]?\\d{3}|\\d{3}[ .-]\\d{3}[ .-]\\d{3}'),
    digitsMin: 9,
    isValid: createStdnumValidator('NL.bsn'),
    named: scores.sure,
    context: contextWords('bsn, burgerservice*, sofi*, citizen service'),
  },
  {
    type: 'be_nrn',
    pattern: writtenAs('\\d{2}[. ]?\\d{2}[. ]?\\d{2}[- ]?\\d{3}[. ]?\\d{2}'),
    digitsMin: 11,
    isValid: createStdnumValidator('BE.nn', 'BE.bis'),
    alone: scores.checked,
    named: scores.sure,
    context: nrnWords,
  },
  {
    type: 'at_svnr',
    pattern: writtenAs('[1-9]\\d{3}[ -]\\d{6}'),
    digitsMin: 10,
    isValid: createStdnumValidator('AT.vnr'),
    alone: scores.shaped,
    named: scores.sure,
    context: svnrWords,
  },
  {
    type: 'at_svnr',
    pattern: writtenAs('[1-9]\\d{3}[ /-]?\\d{2}[ .]?\\d{2}[ .]?\\d{2}'),
    digitsMin: 10,
    isValid: createStdnumValidator('AT.vnr'),
    named: scores.sure,
    context: svnrWords,
  },
  {
    type: 'ch_ahv',
    pattern: writtenAs('756[. -]?\\d{4}[. -]?\\d{4}[. -]?\\d{2}'),
    digitsMin: 13,
    isValid: createStdnumValidator('CH.ssn'),
    alone: scores.checked,
    named: scores.sure,
    context: ahvWords,
  },
];

import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const dniWords = contextWords('dni, nie, nif, documento nacional*, identidad, extranjero*');
const fiscaleWords = contextWords('codice fiscale, cod fisc*, c.f., fiscal code, tax code');
const tcknWords = contextWords('tckn, tc kimlik*, kimlik*, turkish id*, t.c.');

export const southernEuropeanIdentifiers: readonly Identifier[] = [
  {
    type: 'es_nif',
    pattern: writtenAs('(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3})[ -]?[A-HJ-NP-TV-Z]'),
    digitsMin: 8,
    isValid: createStdnumValidator('ES.dni', 'ES.nie'),
    alone: scores.shaped,
    named: scores.sure,
    context: dniWords,
  },
  {
    type: 'es_nif',
    pattern: writtenAs('[XYZ][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Z]'),
    digitsMin: 7,
    isValid: createStdnumValidator('ES.dni', 'ES.nie'),
    alone: scores.checked,
    named: scores.sure,
    context: dniWords,
  },
  {
    type: 'it_codice_fiscale',
    pattern: writtenAs(
      '[A-Z]{3}[ ]?[A-Z]{3}[ ]?[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[ ]?[A-Z][0-9LMNP-V]{3}[A-Z]',
    ),
    // If two people would have the same code, its digits are replaced by letters from the right.
    digitsMin: 3,
    isValid: createStdnumValidator('IT.codicefiscale'),
    alone: scores.checked,
    named: scores.sure,
    context: fiscaleWords,
  },
  {
    type: 'pt_nif',
    pattern: writtenAs('[1-35689]\\d{2}[ .]?\\d{3}[ .]?\\d{3}'),
    digitsMin: 9,
    isValid: createStdnumValidator('PT.nif'),
    named: scores.sure,
    context: contextWords('nif, contribuinte, nipc, identificacao fiscal'),
  },
  {
    type: 'tr_tckn',
    pattern: writtenAs('[1-9]\\d{10}'),
    digitsMin: 11,
    isValid: createStdnumValidator('TR.tckimlik'),
    alone: scores.shaped,
    named: scores.sure,
    context: tcknWords,
  },
];

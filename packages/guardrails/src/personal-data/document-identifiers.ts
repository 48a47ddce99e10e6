import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, notDate, writtenAs } from './identifier.ts';

const vatForms = [
  'ATU\\d{8}',
  'BE[ ]?[01]\\d{3}[ .]?\\d{3}[ .]?\\d{3}',
  'BG\\d{9,10}',
  'CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}',
  'CY\\d{8}[A-Z]',
  'CZ\\d{8,10}',
  'DE[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{3}',
  'DK[ ]?\\d{2}[ ]?\\d{2}[ ]?\\d{2}[ ]?\\d{2}',
  '(?:EE|EL|GR|PT)[ ]?\\d{9}',
  'ES[ ]?[A-Z0-9]\\d{7}[A-Z0-9]',
  '(?:FI|HU|LU|MT|SI)[ ]?\\d{8}',
  'FR[ ]?[A-HJ-NP-Z0-9]{2}[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{3}',
  '(?:GB|XI)[ ]?\\d{3}[ ]?\\d{4}[ ]?\\d{2}(?:[ ]?\\d{3})?',
  '(?:HR|IT|LV)[ ]?\\d{11}',
  'IE\\d[A-Z0-9+*]\\d{5}[A-W][A-IW]?',
  'LT(?:\\d{9}|\\d{12})',
  'NL[ ]?\\d{9}[ ]?B[ ]?\\d{2}',
  '(?:PL|SK)[ ]?\\d{10}',
  'RO[ ]?\\d{6,10}',
  'SE[ ]?\\d{12}',
];

const passportWords = contextWords(
  'passport, passports, passport*, travel document, pasaporte, passeport, passaporto, passaporte',
  'reisepass*, passnummer, paspoort*, paszport*, pasaport*, pass nr, pass-nr, паспорт*, 护照*, 護照*',
  'パスポート*, 여권*, جواز*',
);

const licenceWords = contextWords(
  "driver's license, driver's licence, driver license, driver licence, drivers license",
  'drivers licence, driving license, driving licence, driving permit, license number',
  "licence number, license no, dl number, dl no, dln, dvla, driver's lic*, fuhrerschein*",
  'permis de conduire, carnet de conducir, permiso de conducir, patente di guida, rijbewijs*',
  'prawo jazdy',
);

const healthWords = contextWords(
  'patient id, patient no, patient number, patient mrn, mrn, medical record, medical file',
  'chart number, health record, health card, health insurance, insurance id, insurance number',
  'insurance policy, policy number, policyholder, member id, subscriber id, versichertennummer',
  'krankenversicherung*, krankenkasse*, numero de assure, tarjeta sanitaria, tessera sanitaria',
  'zorgpolis*',
);

const digitsOf = (compact: string) => compact.replace(/\D/g, '').length;

export const documentIdentifiers: readonly Identifier[] = [
  {
    type: 'eu_vat',
    pattern: writtenAs(vatForms.join('|')),
    digitsMin: 6,
    isValid: () => true,
    named: scores.shaped,
    context: contextWords(
      'vat, vatin, ust, ustid*, ust-id*, umsatzsteuer*, uid, mwst, tva, iva, partita iva, p.iva, btw*',
      'moms*, alv, dph, afa, dic, nip, tax id*, tax number, pdv, ddv, kmkr',
    ),
  },
  {
    type: 'passport',
    pattern: writtenAs('[A-Z]{0,3}-?\\d{6,9}[A-Z]?|[A-Z]\\d[A-Z0-9]{2}\\d{4,5}'),
    digitsMin: 5,
    isValid: (compact) => compact.length >= 7 && compact.length <= 11,
    named: scores.named,
    context: passportWords,
  },
  {
    type: 'driving_licence',
    pattern: writtenAs(`(?=[A-Z]{0,5}-?\\d)[A-Z0-9]{6,18}|${notDate}[A-Z]{0,2}\\d{1,5}(?:[ -]\\d{2,5}){1,4}`),
    digitsMin: 4,
    isValid: (compact) => digitsOf(compact) >= 5,
    named: scores.named,
    context: licenceWords,
  },
  {
    type: 'health_record',
    pattern: writtenAs('(?:[A-Z]{1,5}[-_]?)?\\d{5,12}(?:-?[A-Z]{1,3})?'),
    digitsMin: 5,
    isValid: (compact) => !/^(\d)\1*$/.test(compact),
    named: scores.named,
    context: healthWords,
  },
];

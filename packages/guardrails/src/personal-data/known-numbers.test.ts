import { describe, expect, it } from 'vitest';
import type { DataType } from './data-types.ts';
import { findPersonalData } from './find-personal-data.ts';

/** Examples published by issuers, standards and references: an independent check of our arithmetic. */
const known: ReadonlyArray<readonly [DataType, string]> = [
  ['at_svnr', 'SVNR 1237 010180'],
  ['au_abn', '51 824 753 556'],
  ['au_medicare', 'Medicare 2123 45670 1'],
  ['au_tfn', 'TFN 123 456 782'],
  ['bank_routing', 'routing 021000021'],
  ['be_nrn', '85.07.30-033.28'],
  ['br_cnpj', '11.222.333/0001-81'],
  ['br_cnpj', '12.ABC.345/01DE-35'],
  ['br_cpf', '529.982.247-25'],
  ['ca_sin', 'SIN 046 454 286'],
  ['card', '3782 822463 10005'],
  ['ch_ahv', '756.9217.0769.85'],
  ['cn_resident_id', '11010519491231002X'],
  ['de_id_card', 'Personalausweis L01X00T471'],
  ['de_id_card', 'Reisepass C01X00T478'],
  ['de_tax_id', 'Steuer-ID 86095742719'],
  ['dk_cpr', 'CPR 070761-4285'],
  ['driving_licence', 'MORGA657054SM9IJ'],
  ['es_nif', '12345678Z'],
  ['es_nif', 'X1234567L'],
  ['fi_hetu', '131052-308T'],
  ['fr_nir', '2 69 05 49 588 157 80'],
  ['fr_siren', 'SIREN 732 829 320'],
  ['health_record', 'patient ID ABC-730518'],
  ['iban', 'GB82 WEST 1234 5698 7654 32'],
  ['ie_pps', '1234567FA'],
  ['il_id', 'teudat zehut 123456782'],
  ['in_aadhaar', '2341 2341 2346'],
  ['it_codice_fiscale', 'RSSMRA85T10A562S'],
  ['jp_my_number', 'マイナンバー 123456789018'],
  ['kr_rrn', '주민등록번호 900101-1234568'],
  ['mx_curp', 'HEGG560427MVZRRL04'],
  ['nl_bsn', 'BSN 111222333'],
  ['no_fodselsnummer', '29029600013'],
  ['nz_ird', 'IRD 49-091-850'],
  ['nz_ird', 'IRD 136410132'],
  ['pl_nip', 'NIP 123-456-32-18'],
  ['pl_pesel', 'PESEL 44051401359'],
  ['pt_nif', 'NIF 123456789'],
  ['se_personnummer', '811228-9874'],
  ['sg_nric', 'S1234567D'],
  ['sg_nric', 'M1234567K'],
  ['tr_tckn', '10000000146'],
  ['uk_nhs', 'NHS 943 476 5919'],
  ['uk_nino', 'AB 12 34 56 C'],
  ['uk_utr', 'UTR 1955839661'],
  ['wallet', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['za_id', '8001015009087'],
];

describe('numbers that are publicly known', () => {
  it.each(known)('%s: %s', (type, text) => {
    expect(findPersonalData(text).map((found) => found.type)).toEqual([type]);
  });
});

/**
 * How certain a finding is, on one scale for all types. A threshold of `named` includes everything above a hint.
 *
 * | score | evidence                                                                           |
 * | ----- | ---------------------------------------------------------------------------------- |
 * | 1.0   | a valid check digit or date, and a label nearby; or a format that nothing else has |
 * | 0.9   | a valid check digit, in a format that hardly anything else has                     |
 * | 0.8   | a format that hardly anything else has, or a common one with a label nearby        |
 * | 0.5   | a label nearby, and a format that does not contradict it                           |
 * | 0.3   | the right format, but it identifies nobody: private networks, well-known examples  |
 */
export const scores = { sure: 1, checked: 0.9, shaped: 0.8, named: 0.5, hinted: 0.3 } as const;

/** The types of personal data, each with the label that replaces it. */
export const dataLabels = {
  address: 'ADDRESS',
  at_svnr: 'AT_SVNR',
  au_abn: 'AU_ABN',
  au_medicare: 'AU_MEDICARE',
  au_tfn: 'AU_TFN',
  bank_account: 'BANK_ACCOUNT',
  bank_routing: 'BANK_ROUTING',
  be_nrn: 'BE_NRN',
  br_cnpj: 'BR_CNPJ',
  br_cpf: 'BR_CPF',
  ca_sin: 'CA_SIN',
  card: 'CARD',
  ch_ahv: 'CH_AHV',
  cn_resident_id: 'CN_RESIDENT_ID',
  date_of_birth: 'DATE_OF_BIRTH',
  de_id_card: 'DE_ID_CARD',
  de_tax_id: 'DE_TAX_ID',
  dk_cpr: 'DK_CPR',
  driving_licence: 'DRIVING_LICENCE',
  email: 'EMAIL',
  es_nif: 'ES_NIF',
  eu_vat: 'EU_VAT',
  fi_hetu: 'FI_HETU',
  fr_nir: 'FR_NIR',
  fr_siren: 'FR_SIREN',
  health_record: 'HEALTH_RECORD',
  iban: 'IBAN',
  ie_pps: 'IE_PPS',
  il_id: 'IL_ID',
  in_aadhaar: 'IN_AADHAAR',
  in_pan: 'IN_PAN',
  ip_address: 'IP_ADDRESS',
  it_codice_fiscale: 'IT_CODICE_FISCALE',
  jp_my_number: 'JP_MY_NUMBER',
  kr_rrn: 'KR_RRN',
  mac_address: 'MAC_ADDRESS',
  mrz: 'MRZ',
  mx_curp: 'MX_CURP',
  nl_bsn: 'NL_BSN',
  no_fodselsnummer: 'NO_FODSELSNUMMER',
  nz_ird: 'NZ_IRD',
  passport: 'PASSPORT',
  phone: 'PHONE',
  pl_nip: 'PL_NIP',
  pl_pesel: 'PL_PESEL',
  pt_nif: 'PT_NIF',
  se_personnummer: 'SE_PERSONNUMMER',
  sg_nric: 'SG_NRIC',
  swift_bic: 'SWIFT_BIC',
  tr_tckn: 'TR_TCKN',
  uk_nhs: 'UK_NHS',
  uk_nino: 'UK_NINO',
  uk_utr: 'UK_UTR',
  us_ein: 'US_EIN',
  us_itin: 'US_ITIN',
  us_ssn: 'US_SSN',
  wallet: 'WALLET',
  za_id: 'ZA_ID',
} as const;

export type DataType = keyof typeof dataLabels;

export const dataTypes = Object.keys(dataLabels) as readonly DataType[];

/** A range that was found, as UTF-16 offsets. */
export interface TypedRange<Type extends string> {
  readonly type: Type;
  readonly start: number;
  readonly end: number;
  /** From 0 to 1: see the table above. */
  readonly score: number;
}

export type FoundData = TypedRange<DataType>;

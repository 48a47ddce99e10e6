import { readRows } from '../../data-sets.ts';
import type { Span } from '../span-figures.ts';

interface LabelledSpan extends Span {
  /** The type in the product; null if it has none, and the span is ignored. */
  readonly type: string | null;
}

export interface LabelledText {
  readonly text: string;
  readonly spans: readonly LabelledSpan[];
}

export interface LabelledSet {
  readonly name: string;
  readonly texts: readonly LabelledText[];
}

interface SpanRow {
  readonly text: string;
  readonly src: string;
  readonly spans: ReadonlyArray<{ readonly t: string; readonly s: number; readonly e: number }>;
}

/** The labels of the sets and the types of the product. Dates, titles, URLs and passwords are left out. */
const typeOf: Readonly<Record<string, string>> = {
  PERSON: 'person',
  PER: 'person',
  person: 'person',
  LOCATION: 'place',
  LOC: 'place',
  location: 'place',
  ORGANIZATION: 'organisation',
  ORG: 'organisation',
  corporation: 'organisation',
  group: 'organisation',
  ADDRESS: 'address',
  CREDIT_CARD: 'card',
  PHONE_NUMBER: 'phone',
  PHONE: 'phone',
  EMAIL_ADDRESS: 'email',
  EMAIL: 'email',
  US_SSN: 'us_ssn',
  SSN: 'us_ssn',
  IBAN_CODE: 'iban',
  IBAN: 'iban',
  US_DRIVER_LICENSE: 'driving_licence',
  DRIVER_LICENSE: 'driving_licence',
  DRIVER_LICENSE_NUM: 'driving_licence',
  IP_ADDRESS: 'ip_address',
  PASSPORT: 'passport',
  PASSPORT_NUM: 'passport',
  TAX_ID: 'us_ein',
  TAXID: 'us_ein',
  PAN: 'in_pan',
  AADHAR: 'in_aadhaar',
  ACCOUNT: 'bank_account',
  ACCOUNT_NUMBER: 'bank_account',
  BANK_ACCOUNT: 'bank_account',
  BANK_ACCOUNT_NUM: 'bank_account',
  ROUTING_NUMBER: 'bank_routing',
  PATIENT_ID: 'health_record',
  MEDICAL_RECORD: 'health_record',
};

function labelled({ text, spans }: SpanRow): LabelledText {
  return { text, spans: spans.map(({ t, s, e }) => ({ start: s, end: e, type: typeOf[t] ?? null })) };
}

/** Texts with synthetic personal data of all types. */
export function readPersonalTexts(dataFolder: string): LabelledSet[] {
  return ['presidio_generated_large', 'pii_syn_nano'].map((name) => ({
    name,
    texts: readRows<SpanRow>(dataFolder, `pii_labelled/${name}`).map(labelled),
  }));
}

/** Real texts with names: all of wnut17, and rows of the others not used for training or tuning. */
export function readNamedTexts(dataFolder: string): LabelledSet[] {
  const rows = readRows<SpanRow>(dataFolder, 'ner_real_text/all');
  return [...Map.groupBy(rows, ({ src }) => src)].map(([name, its]) => ({
    name,
    texts: its.filter((_, place) => name === 'wnut17' || place % 6 === 3).map(labelled),
  }));
}

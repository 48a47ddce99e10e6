import type { PersonalDataGroup } from '@avow/contract';
import type { FoundName } from '../../interfaces/screener.ts';
import type { DataType } from '../personal-data/data-types.ts';

/** Names of people, places and organisations are found by a model, all else by rules. */
export const nameTypes = ['person', 'place', 'organisation'] as const;
export type PersonalType = DataType | (typeof nameTypes)[number];

const groups: Readonly<Partial<Record<PersonalType, PersonalDataGroup>>> = {
  address: 'contact',
  email: 'contact',
  phone: 'contact',
  ip_address: 'network',
  mac_address: 'network',
  person: 'names',
  place: 'names',
  organisation: 'names',
};

/** What identifies a person or an account is whatever is in no other group. */
export function groupOf(type: PersonalType): PersonalDataGroup {
  return groups[type] ?? 'identifiers';
}

export function nameTypeOf(kind: FoundName['kind']): PersonalType {
  return kind === 'address' ? 'place' : kind;
}

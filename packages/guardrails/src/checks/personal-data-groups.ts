import type { PersonalDataGroup } from '@avow/contract/guardrails';
import type { FoundName } from '@avow/inference';
import type { DataType } from '../personal-data/data-types.ts';

/** Names of people, places and organisations are found by a model, everything else by rules. */
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

/** Types in no other group identify a person or an account. */
export function groupOf(type: PersonalType): PersonalDataGroup {
  return groups[type] ?? 'identifiers';
}

export function nameTypeOf(kind: FoundName['kind']): PersonalType {
  return kind === 'address' ? 'place' : kind;
}

import type { KeyObject } from 'node:crypto';
import { AppError, systemClock } from '@avow/foundation';
import type { Tenant } from '../keys/access-store.ts';
import { createPerson, linkToWire } from './people.ts';
import type { PeopleStore } from './people-store.ts';
import { publicAddressOf } from './public-address.ts';

/** The first person of a demonstration; they can be invited under another address later. */
const owner = { email: 'owner@localhost', name: 'Owner', role: 'owner', groups: [], actor: '' } as const;

/** A one-time link for the owner of the demonstration; null if nobody can sign in at this address. */
export async function createDemoOwner(
  { people: store, pepper }: { readonly people: PeopleStore; readonly pepper: KeyObject },
  { tenantId }: Tenant,
  baseUrl: string,
): Promise<string | null> {
  try {
    const { url } = publicAddressOf(baseUrl);
    const { link } = await createPerson({ store, pepper, clock: systemClock }, tenantId, owner);
    return linkToWire(link, url).url;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_state') return null;
    throw error;
  }
}

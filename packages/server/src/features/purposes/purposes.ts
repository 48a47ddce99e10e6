import { purposeHeader } from '@avow/contract';
import { AppError, type TenantId, UserError } from '@avow/foundation';
import { readFor } from '../log/log.ts';
import type { PurposeStore, Purposes } from './purpose-store.ts';

export type { PurposeStore, Purposes } from './purpose-store.ts';

const listOf = ({ purposes }: Purposes) => purposes.map(({ id, title }) => `${id} (${title})`).join(', ');

/**
 * The purpose for which content of a tenant is read; empty: none was given, and none is required. Throws if there has to be
 * one, or if the tenant has none of that name.
 */
export function readPurpose(set: Purposes, given: string | undefined): string {
  if (given === undefined || given === '') {
    if (!set.isRequired) return '';
    throw new AppError('purpose_required', {
      detail: `Say what it is read for, in the header ${purposeHeader}: ${listOf(set)}. Nothing was shown.`,
    });
  }
  if (set.purposes.some(({ id }) => id === given)) return given;
  throw new AppError('invalid_header', {
    detail:
      set.purposes.length === 0
        ? `This tenant has no purposes: leave the header ${purposeHeader} out.`
        : `${purposeHeader} must be one of these: ${listOf(set)}.`,
  });
}

/** The same at the command line, for all that the work reads. */
export async function readForGiven<Value>(
  { store }: { readonly store: { readonly purposes: Pick<PurposeStore, 'getPurposes'> } },
  { tenantId, given }: { readonly tenantId: TenantId; readonly given: string | undefined },
  work: () => Promise<Value>,
): Promise<Value> {
  return await readFor(readGiven(await store.purposes.getPurposes(tenantId), given), work);
}

function readGiven(set: Purposes, given: string | undefined): string {
  try {
    return readPurpose(set, given);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const known =
      set.purposes.length === 0 ? 'This tenant has no purposes.' : `--purpose takes ${listOf(set)}.`;
    throw new UserError(
      given === undefined
        ? `Say what the records are read for. ${known}`
        : `There is no purpose ${given}. ${known}`,
      { cause: error },
    );
  }
}

import type { AttestationStore, WitnessedLogStore } from '@avow/ledger';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';

export function createAttestationStore({ writer, reader }: StoreChannels): AttestationStore {
  return {
    ...bindForTenants(reader, 'lastAttestation', 'firstAttestation'),
    ...bindForTenants(writer, 'putAttestation'),
  };
}

export function createWitnessedLogStore({ writer, reader }: StoreChannels): WitnessedLogStore {
  return {
    ...bindForInstallation(reader, 'readWitnessed'),
    ...bindForInstallation(writer, 'putWitnessed'),
  };
}

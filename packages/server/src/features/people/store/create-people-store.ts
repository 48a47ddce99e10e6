import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { PeopleStore } from '../people-store.ts';

export function createPeopleStore({ writer, reader }: StoreChannels): PeopleStore {
  const { sweepPeople: sweep } = bindForInstallation(writer, 'sweepPeople');
  return {
    ...bindForTenants(reader, 'getUser', 'listUsers', 'listUsersOfRoles', 'findUser', 'getPasswordHash'),
    ...bindForTenants(reader, 'listSessions', 'listPasskeys'),
    ...bindForInstallation(reader, 'findByEmail', 'findLink', 'findSession', 'findPasskey'),
    ...bindForTenants(writer, 'createUser', 'updateUser', 'deleteUser', 'putLink', 'setPassword'),
    ...bindForTenants(writer, 'beginSession', 'touchSession', 'endSessions'),
    ...bindForTenants(writer, 'addPasskey', 'deletePasskey'),
    sweep,
  };
}

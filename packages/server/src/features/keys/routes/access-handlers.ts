import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import * as me from '../../people/routes/me.ts';
import * as signIn from '../../people/routes/sign-in.ts';
import * as users from '../../people/routes/users.ts';
import type { AccessRoutesParts } from './access-route.ts';
import * as keys from './keys.ts';
import * as tenants from './tenants.ts';

/** The handlers of the operations on people, keys and tenants, by their ids. */
export function accessHandlers(parts: AccessRoutesParts) {
  return {
    getSignInMethods: signIn.getSignInMethods(parts),
    signInWithPassword: signIn.signInWithPassword(parts),
    createPasskeySignIn: signIn.createPasskeySignIn(parts),
    signInWithPasskey: signIn.signInWithPasskey(parts),
    signInWithLink: signIn.signInWithLink(parts),
    beginProviderSignIn: signIn.beginProviderSignIn(parts),
    endProviderSignIn: signIn.endProviderSignIn(parts),
    getMe: me.getMe(parts),
    signOut: me.signOut(parts),
    setPassword: me.setPassword(parts),
    listPasskeys: me.listPasskeys(parts),
    createPasskeyRegistration: me.createPasskeyRegistration(parts),
    addPasskey: me.addPasskey(parts),
    deletePasskey: me.deletePasskey(parts),
    listMySessions: me.listMySessions(parts),
    endMyOtherSessions: me.endMyOtherSessions(parts),
    endMySession: me.endMySession(parts),
    createUser: users.createUser(parts),
    listUsers: users.listUsers(parts),
    getUser: users.getUser(parts),
    updateUser: users.updateUser(parts),
    deleteUser: users.deleteUser(parts),
    createUserLink: users.createUserLink(parts),
    listUserSessions: users.listUserSessions(parts),
    endUserSessions: users.endUserSessions(parts),
    endUserSession: users.endUserSession(parts),
    createApiKey: keys.createApiKey(parts),
    listApiKeys: keys.listApiKeys(parts),
    getApiKey: keys.getApiKey(parts),
    rotateApiKey: keys.rotateApiKey(parts),
    revokeApiKey: keys.revokeApiKey(parts),
    createTenant: tenants.createTenant(parts),
    listTenants: tenants.listTenants(parts),
    getTenant: tenants.getTenant(parts),
    updateTenant: tenants.updateTenant(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

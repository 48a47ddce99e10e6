import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import * as me from './me.ts';
import type { PeopleRoutes } from './people-route.ts';
import * as signIn from './sign-in.ts';
import * as users from './users.ts';

/** The handlers of the operations on people and how they sign in, by their ids. */
export function peopleHandlers(routes: PeopleRoutes) {
  return {
    getSignInMethods: signIn.getSignInMethods(routes),
    signInWithPassword: signIn.signInWithPassword(routes),
    createPasskeySignIn: signIn.createPasskeySignIn(routes),
    signInWithPasskey: signIn.signInWithPasskey(routes),
    signInWithLink: signIn.signInWithLink(routes),
    beginProviderSignIn: signIn.beginProviderSignIn(routes),
    endProviderSignIn: signIn.endProviderSignIn(routes),
    getMe: me.getMe(routes),
    signOut: me.signOut(routes),
    setPassword: me.setPassword(routes),
    listPasskeys: me.listPasskeys(routes),
    createPasskeyRegistration: me.createPasskeyRegistration(routes),
    addPasskey: me.addPasskey(routes),
    deletePasskey: me.deletePasskey(routes),
    listMySessions: me.listMySessions(routes),
    endMyOtherSessions: me.endMyOtherSessions(routes),
    endMySession: me.endMySession(routes),
    createUser: users.createUser(routes),
    listUsers: users.listUsers(routes),
    getUser: users.getUser(routes),
    updateUser: users.updateUser(routes),
    deleteUser: users.deleteUser(routes),
    createUserLink: users.createUserLink(routes),
    listUserSessions: users.listUserSessions(routes),
    endUserSessions: users.endUserSessions(routes),
    endUserSession: users.endUserSession(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

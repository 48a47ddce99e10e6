import { allGroups, endUserTokenHeader, type FieldError, type QueryRequest } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Principal } from '../features/keys/keys.ts';
import type { EndUserTokens } from '../features/people/end-user-tokens.ts';
import { signedInPerson } from '../features/people/sessions.ts';

/**
 * The request with the groups that it is answered for: those of the end user's token, those of the person who is signed in,
 * or those that it names, of which the caller may name each.
 */
export async function resolveAsker(
  endUserTokens: EndUserTokens,
  principal: Principal,
  {
    request,
    token,
    visitorId = null,
  }: {
    readonly request: QueryRequest;
    readonly token: string | string[] | undefined;
    readonly visitorId?: string | null;
  },
): Promise<QueryRequest> {
  if (visitorId !== null) return askedByVisitor(request, { token, visitorId });
  if (token !== undefined) return await askedByToken(endUserTokens, principal, { request, token });
  const person = signedInPerson(principal);
  const { groups } = request;
  if (groups !== undefined) requireNameable(principal, groups);
  if (person === null) return request;
  const { userId } = person.user;
  if (request.end_user_id !== undefined && request.end_user_id !== userId)
    throw refused([field('/end_user_id', 'A person who is signed in asks as themselves')]);
  return {
    ...request,
    end_user_id: userId,
    // All groups are for naming: what is asked is asked for those that are named.
    groups: groups ?? person.user.groups.filter((group) => group !== allGroups),
  };
}

/** A visitor asks as themselves, for what everybody may see. */
function askedByVisitor(
  request: QueryRequest,
  { token, visitorId }: { readonly token: string | string[] | undefined; readonly visitorId: string },
): QueryRequest {
  if (token !== undefined)
    throw new AppError('invalid_header', { detail: `${endUserTokenHeader}: not with a publishable key.` });
  const faults = (['end_user_id', 'groups', 'thread_shared'] as const).filter(
    (name) => request[name] !== undefined,
  );
  if (faults.length > 0) throw refused(faults.map((name) => field(`/${name}`, 'Not with a publishable key')));
  return { ...request, end_user_id: visitorId };
}

async function askedByToken(
  endUserTokens: EndUserTokens,
  { tenantId }: Principal,
  { request, token }: { readonly request: QueryRequest; readonly token: string | string[] },
): Promise<QueryRequest> {
  if (typeof token !== 'string')
    throw new AppError('invalid_header', { detail: `${endUserTokenHeader} was sent more than once.` });
  if (request.groups !== undefined)
    throw refused([field('/groups', `Not with ${endUserTokenHeader}, which names the groups`)]);
  const { endUserId, groups } = await endUserTokens.verify(tenantId, token);
  if (request.end_user_id !== undefined && request.end_user_id !== endUserId)
    throw refused([field('/end_user_id', `Not the subject of ${endUserTokenHeader}`)]);
  return { ...request, end_user_id: endUserId, groups: [...groups] };
}

function requireNameable({ groups: allowed }: Principal, groups: readonly string[]): void {
  if (allowed === null) return;
  const faults = groups.flatMap((group, at) =>
    allowed.includes(group) ? [] : [field(`/groups/${at}`, 'The caller may not name this group')],
  );
  if (faults.length > 0) throw refused(faults);
}

const field = (pointer: string, message: string): FieldError => ({ pointer, code: 'invalid_value', message });

function refused(errors: readonly FieldError[]): AppError {
  return new AppError('validation_failed', { detail: 'The body is not valid for this caller.', errors });
}

import { purposeHeader } from '@avow/contract';
import type { FastifyRequest } from 'fastify';
import { signedInPerson } from '../features/people/sessions.ts';
import { type PurposeStore, readPurpose } from '../features/purposes/purposes.ts';

/**
 * Before an operation that shows content does anything: the request has to say what for, where the tenant requires that. All
 * that these operations note of their readers is then on the log with it.
 */
export function requirePurpose(store: Pick<PurposeStore, 'getPurposes'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!showsContent(request) || request.principal === null) return;
    const given = request.headers[purposeHeader.toLowerCase()] ?? namedInAddress(request);
    const set = await store.getPurposes(request.principal.tenantId);
    request.purpose = readPurpose(set, given === undefined ? undefined : String(given));
  };
}

/** Browsers send no headers with what a link downloads. */
const namedInAddress = ({ query, routeOptions: { config } }: FastifyRequest) =>
  config.operation?.request.query?.shape['purpose'] === undefined
    ? undefined
    : (query as { readonly purpose?: unknown }).purpose;

/** Whether this request is noted as an access if it is answered. */
function showsContent({ principal, body, routeOptions: { config } }: FastifyRequest): boolean {
  switch (config.operation?.shows) {
    case 'everybody':
      return true;
    case 'people':
      return principal !== null && signedInPerson(principal) !== null;
    case 'named':
      return typeof body === 'object' && body !== null && 'messages' in body;
    case undefined:
      return false;
  }
}

import type { Handlers } from '../../../http/handler.ts';
import { sendEntry } from '../../../http/send-json.ts';
import type { SecurityStreams } from '../security-streams.ts';
import { streamToWire } from '../stream-wire.ts';

export interface SecurityStreamRoutes {
  readonly securityStreams: SecurityStreams;
}

/** The handler of the operation on streams of security events. */
export function securityStreamHandlers({ securityStreams }: SecurityStreamRoutes) {
  return {
    /** `GET /v1/security-streams` */
    listSecurityStreams: async (_request, reply) =>
      sendEntry(reply, { data: (await securityStreams.list()).map(streamToWire) }),
  } satisfies Handlers;
}

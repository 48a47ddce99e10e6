import type { StreamTarget } from '../../../config/security-streams.ts';
import { createAppendFile } from './append-file.ts';
import { createSendHttps } from './send-https.ts';
import { createSendSyslog } from './send-syslog.ts';
import type { SendEvents } from './stream-sender.ts';

/** How events reach a collector. */
export function createSender(target: StreamTarget, timeoutMs: number): SendEvents {
  switch (target.kind) {
    case 'https':
      return createSendHttps(target, timeoutMs);
    case 'syslog':
      return createSendSyslog(target, timeoutMs);
    case 'file':
      return createAppendFile(target.path);
  }
}

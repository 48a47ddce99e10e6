import { UserError } from '@avow/foundation';
import type { Config } from '../config/load-config.ts';

/** Why the service cannot take requests at its address, in words for the operator. */
export function listenFault(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new UserError(`Port ${port} on ${host} is in use. Set AVOW_PORT to another one.`);
  if (error.code === 'EACCES')
    return new UserError(
      `Port ${port} on ${host} needs more privileges than this user has. Set AVOW_PORT above 1023.`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UserError(`This machine has no address ${host}. Check AVOW_HOST.`);
  return error;
}

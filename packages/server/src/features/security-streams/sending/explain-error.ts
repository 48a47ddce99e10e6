import { failure, type SendFailure } from './stream-sender.ts';

const untrustedPattern =
  /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME)/;

const storageFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EFBIG: 'the file may not become larger',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'the service may not write there',
  EPERM: 'the service may not write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder is a file',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  EIO: 'the disk has a fault',
};

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'it broke the connection',
  EPIPE: 'it broke the connection',
  EHOSTUNREACH: 'its network cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
};

/** Of a library only the code is repeated: its message may quote what was sent. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'unknown';
}

export function explainConnection(error: unknown): SendFailure {
  const code = codeOf(error);
  if (untrustedPattern.test(code)) return failure('untrusted', `its certificate is not trusted (${code})`);
  const isTls = code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS');
  if (isTls)
    return failure('untrusted', `no TLS could be agreed on, or it refused our certificate (${code})`);
  return failure('unreachable', `${connectionFaults[code] ?? 'it could not be reached'} (${code})`);
}

export function explainStorage(error: unknown): SendFailure {
  const code = codeOf(error);
  return failure('storage', `${storageFaults[code] ?? 'it could not be written'} (${code})`);
}

import { closeSync, openSync, readSync } from 'node:fs';

/** What the runtime itself loads: shared libraries, time zones, the configuration of a shared OpenSSL. */
export const runtimeFiles: readonly string[] = [
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/usr/share/zoneinfo',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/openssl.cnf',
  '/etc/crypto-policies',
  '/dev/null',
  '/dev/urandom',
];

/** What resolving a name and verifying a certificate need. */
export const networkFiles: readonly string[] = [
  '/etc/resolv.conf',
  '/run/systemd/resolve/stub-resolv.conf',
  '/run/systemd/resolve/resolv.conf',
  '/etc/hosts',
  '/etc/host.conf',
  '/etc/nsswitch.conf',
  '/etc/gai.conf',
  '/etc/services',
  '/etc/protocols',
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
  '/usr/share/ca-certificates',
  '/usr/local/share/ca-certificates',
];

const headBytes = 4096;

/** The program that loads shared libraries, which a program names at its beginning; null for one that needs none. */
export function loaderOf(program: string): string | null {
  const head = Buffer.alloc(headBytes);
  const file = openSync(program, 'r');
  readSync(file, head, 0, headBytes, 0);
  closeSync(file);
  return /\0(\/[\w./+-]*\/ld-[\w.-]+)\0/.exec(head.toString('latin1'))?.[1] ?? null;
}

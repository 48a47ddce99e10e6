import type { X509Certificate } from 'node:crypto';
import { TimeStampError } from './time-stamp-error.ts';

const chainLengthMax = 8;
/** Certificates that vouch for one another in circles could be followed for ever. */
const looksMax = 200;
const timeStampingOid = '1.3.6.1.5.5.7.3.8';

const untrusted = (message: string) => new TimeStampError('authority_untrusted', message);

interface ChainOptions {
  readonly others: readonly X509Certificate[];
  readonly roots: readonly X509Certificate[];
  readonly atMs: number;
}

/**
 * Throws unless a chain of certificates leads from this one to a given root, each valid at this time, and this one is for
 * time stamps only.
 */
export function findChain(signer: X509Certificate, options: ChainOptions): void {
  // Node lists the extended purposes under this name.
  const purposes = signer.keyUsage ?? [];
  if (purposes.length !== 1 || purposes[0] !== timeStampingOid)
    throw untrusted('the certificate of the authority is not for time stamps alone');
  requireValid(signer, options.atMs);
  if (!hasChain(signer, { ...options, looks: { left: looksMax } }, 1))
    throw untrusted('no chain of certificates leads from the authority to a given root');
}

/** Reported for the authority itself, because it is what goes wrong most often. */
function requireValid(certificate: X509Certificate, atMs: number): void {
  if (atMs > certificate.validToDate.getTime())
    throw untrusted('the certificate of the authority had expired at the time that the stamp states');
  if (atMs < certificate.validFromDate.getTime())
    throw untrusted('the certificate of the authority was not valid yet at the time that the stamp states');
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, atMs: number) =>
  validFromDate.getTime() <= atMs && atMs <= validToDate.getTime();

interface ChainSearch extends ChainOptions {
  readonly looks: { left: number };
}

function hasChain(certificate: X509Certificate, search: ChainSearch, length: number): boolean {
  const { others, roots, atMs, looks } = search;
  if (roots.some(({ raw }) => raw.equals(certificate.raw))) return true;
  looks.left -= 1;
  if (length >= chainLengthMax || looks.left < 0) return false;
  const isIssuer = (issuer: X509Certificate) =>
    issuer.ca &&
    isValidAt(issuer, atMs) &&
    !issuer.raw.equals(certificate.raw) &&
    certificate.checkIssued(issuer) &&
    certificate.verify(issuer.publicKey);
  if (roots.some(isIssuer)) return true;
  return others.some((other) => isIssuer(other) && hasChain(other, search, length + 1));
}

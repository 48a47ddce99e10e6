import { AppError, diskFull } from '@avow/foundation';
import { DatabaseError } from 'pg';

/** The connection failed: if a commit was under way, only the server knows what became of it. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost or could not be made', { cause });
    this.name = 'ConnectionLost';
  }
}

/** Codes and their classes, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const diskFullCode = '53100';
const readOnlyCode = '25006';
const lockTimeoutCode = '55P03';
const statementTimeoutCode = '57014';
const unavailableCodes = new Set([readOnlyCode, lockTimeoutCode, statementTimeoutCode]);
/** Of connections, of authorization, of a missing database, of resources, and of a server that shuts down. */
const unavailableClasses = /^(08|28|3D|53|57P|58)/;
/** The rest of a transaction never came: the server has rolled it back and ended the connection. */
export const idleTimeoutCode = '25P03';
/** Two transactions were in each other's way, or one came to a halt, and this one has not happened. */
const conflictCodes = new Set(['40001', '40P01', idleTimeoutCode]);

/** Raised by `assume` of the schema. */
export const assumptionCode = 'AV001';

const codeOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : null);

export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error) ?? '');
}

/** What was taken for granted is not so, and nothing has happened. */
export function isWrongAssumption(error: unknown): boolean {
  return codeOf(error) === assumptionCode;
}

/** The store as a whole cannot be reached or cannot write, whatever the call is. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  return code !== null && (unavailableCodes.has(code) || unavailableClasses.test(code));
}

/** PostgreSQL quotes values in the details of its errors: only the code and the name of the constraint are kept. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { code = 'unknown', constraint, table } = error;
  const where = [table, constraint].filter((name) => name !== undefined).join(', ');
  return Object.assign(new Error(`PostgreSQL reports ${code}${where === '' ? '' : ` (${where})`}`), { code });
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (codeOf(error) === diskFullCode) return diskFull();
  const cause = withoutValues(error);
  return new AppError(isUnavailable(error) ? 'audit_unavailable' : 'internal', { cause });
}

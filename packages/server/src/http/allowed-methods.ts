import { type HttpOperation, operations } from '@avow/contract';
import { AppError } from '@avow/foundation';

const all: readonly HttpOperation[] = Object.values(operations);
const patterns = new Map(all.map((operation) => [operation, patternOf(operation)]));

const moreSpecific = new Map<HttpOperation, readonly HttpOperation[]>();

/** Those whose path is one of the operation's in particular, as `/qna/import` is one of `/qna/{qna_id}`. */
function moreSpecificThan(operation: HttpOperation): readonly HttpOperation[] {
  const found =
    moreSpecific.get(operation) ??
    all.filter((other) => countParameters(other) < countParameters(operation) && fits(operation, other.path));
  // Of all operations at once they would take a twentieth of what a service needs to start.
  moreSpecific.set(operation, found);
  return found;
}

/** The methods of a path. If `/qna/import` and `/qna/{qna_id}` both fit, the first is meant: there is no pair with that id. */
export function methodsOf(path: string): string[] {
  const fitting = all.filter((operation) => fits(operation, path));
  const parametersMin = Math.min(...fitting.map(countParameters));
  const methods = fitting
    .filter((operation) => countParameters(operation) === parametersMin)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return methods.length === 0 ? [] : [...new Set(methods), 'OPTIONS'];
}

/** Whether the path that a router gave to this operation is that of another one, with another method. */
export function isOfAnother(operation: HttpOperation, path: string): boolean {
  return moreSpecificThan(operation).some((other) => fits(other, path));
}

export function operationAt(path: string, method: string): HttpOperation | undefined {
  return all.find(
    (operation) => operation.method === method && fits(operation, path) && !isOfAnother(operation, path),
  );
}

/** 405 for a path that exists with another method; 404 for any other. */
export function refuseUnknown(methods: readonly string[]): AppError {
  if (methods.length === 0) return new AppError('not_found', { detail: 'There is nothing at this path.' });
  return new AppError('method_not_allowed', { detail: `This path supports ${methods.join(', ')}.` });
}

function fits(operation: HttpOperation, path: string): boolean {
  return patterns.get(operation)?.test(path) === true;
}

function countParameters({ path }: HttpOperation): number {
  return path.split('{').length - 1;
}

function patternOf({ path, restOfPath }: HttpOperation): RegExp {
  const parameter = restOfPath === true ? '.+' : '[^/]+';
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, parameter)}$`);
}

import { isOperation, type Operation, type Operations } from '../../sql/operation.ts';

/** Starts the operation that a call names. */
export function startCall(operations: Operations, name: string, argument: unknown): Operation<unknown> {
  const operation = operations[name];
  const returned = operation?.(argument as never);
  if (!isOperation(returned)) throw new Error(`there is no operation ${name}`);
  return returned;
}

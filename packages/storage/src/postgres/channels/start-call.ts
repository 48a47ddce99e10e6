import { isOperation, type Operation, type Operations } from '../../sql/operation.ts';

/** What a call gives its operation. */
export type Args = readonly unknown[];

/** Starts the operation that a call names. */
export function startCall(operations: Operations, name: string, args: Args): Operation<unknown> {
  const operation = operations[name];
  const returned = operation?.(...(args as never));
  if (!isOperation(returned)) throw new Error(`there is no operation ${name}`);
  return returned;
}

import type { DatabaseSync } from 'node:sqlite';
import type { Operations } from '../../sql/operation.ts';
import { describeFailure, failAll, performCall } from './group-commit.ts';
import type { Answers, Failure, ThreadCall } from './worker-protocol.ts';

/** One snapshot for the group, taken after all its calls arrived: each sees what was committed before it was made. */
export function readGroup(
  database: DatabaseSync,
  operations: Operations,
  calls: readonly ThreadCall[],
): Answers {
  const values: unknown[] = [];
  const failures: Array<readonly [number, Failure]> = [];
  try {
    database.exec('BEGIN');
  } catch (error) {
    return failAll(calls, describeFailure(error));
  }
  for (const [position, call] of calls.entries()) {
    try {
      values.push(performCall(operations, call));
    } catch (error) {
      values.push(null);
      failures.push([position, describeFailure(error)]);
    }
  }
  if (database.isTransaction) database.exec('ROLLBACK');
  return { values, failures };
}

import { AppError } from '@avow/foundation';
import type { Channel } from '../../sql/channel.ts';
import type { AnswerOf, Operations } from '../../sql/operation.ts';
import { ConnectionPool } from '../connection/connection-pool.ts';
import { toAppError } from '../connection/postgres-faults.ts';
import { type Owner, readOnce } from '../transactions/transactions.ts';
import { type Args, startCall } from './start-call.ts';

export interface ReadChannelOptions<Offered extends Operations> {
  readonly url: string;
  readonly connections: number;
  /** Limit of queued calls; beyond it a call is rejected immediately. */
  readonly waitingMax: number;
  readonly createOperations: () => Offered;
}

/** Reads side by side, each operation in a snapshot of its own, which sees what was committed before it was asked for. */
export class ReadChannel<Offered extends Operations> implements Channel<Offered> {
  readonly #pool: ConnectionPool<Offered>;
  readonly #waitingMax: number;
  #waitingCount = 0;
  #isClosed = false;

  constructor({ url, connections, waitingMax, createOperations }: ReadChannelOptions<Offered>) {
    this.#waitingMax = waitingMax;
    this.#pool = new ConnectionPool(url, connections, createOperations);
  }

  call<Name extends keyof Offered & string>(name: Name, ...args: Parameters<Offered[Name]>) {
    return this.#read<AnswerOf<ReturnType<Offered[Name]>>>(null, name, args);
  }

  callFor<Name extends keyof Offered & string>(
    tenantId: string,
    name: Name,
    ...args: Parameters<Offered[Name]>
  ) {
    return this.#read<AnswerOf<ReturnType<Offered[Name]>>>(tenantId, name, args);
  }

  /** Every earlier call is answered first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  async #read<Value>(owner: Owner, name: string, args: Args): Promise<Value> {
    if (this.#isClosed) throw new AppError('shutting_down');
    if (this.#waitingCount >= this.#waitingMax) throw new AppError('overloaded');
    this.#waitingCount += 1;
    try {
      const value = await this.#pool.use(({ connection, state }) =>
        readOnce(connection, owner, startCall(state, name, args)),
      );
      return value as Value;
    } catch (error) {
      throw toAppError(error);
    } finally {
      this.#waitingCount -= 1;
    }
  }
}

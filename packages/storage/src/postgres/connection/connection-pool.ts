import { Connection } from './connection.ts';

/** A connection, and what its user keeps with it between transactions. */
export interface PooledConnection<State> {
  readonly connection: Connection;
  readonly state: State;
}

interface Slot<State> {
  connection: Connection | null;
  readonly state: State;
}

/** A fixed number of connections, made when they are first needed and lent out one at a time, in the order of asking. */
export class ConnectionPool<State> {
  readonly #url: string;
  readonly #free: Slot<State>[];
  readonly #waiting: Array<(slot: Slot<State>) => void> = [];
  readonly #size: number;

  constructor(url: string, size: number, createState: () => State) {
    this.#url = url;
    this.#size = size;
    this.#free = Array.from({ length: size }, () => ({ connection: null, state: createState() }));
  }

  /** The connection is closed if the work fails, and another is made for the next. */
  async use<Value>(work: (session: PooledConnection<State>) => Promise<Value>): Promise<Value> {
    const slot = await this.#take();
    try {
      if (slot.connection === null || slot.connection.isLost) {
        slot.connection = await Connection.open(this.#url);
      }
      return await work({ connection: slot.connection, state: slot.state });
    } catch (error) {
      const { connection } = slot;
      slot.connection = null;
      await connection?.close();
      throw error;
    } finally {
      this.#giveBack(slot);
    }
  }

  /** Waits for everybody who uses a connection. */
  async close(): Promise<void> {
    const slots = await Promise.all(Array.from({ length: this.#size }, () => this.#take()));
    await Promise.all(slots.map(({ connection }) => connection?.close()));
  }

  #take(): Promise<Slot<State>> {
    const slot = this.#free.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(slot: Slot<State>): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(slot);
    else next(slot);
  }
}

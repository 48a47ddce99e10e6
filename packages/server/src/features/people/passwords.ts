import { AppError } from '@avow/foundation';
import { createLimiter, QueueFullError } from '@avow/foundation/concurrency';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and checks passwords (argon2id). */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a stored hash as with one, and is then always false. */
  matches(storedHash: string | null, password: string): Promise<boolean>;
}

/** 19 MiB, two passes: the least that OWASP recommends. What a hash was made with is stored with it. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes memory and a thread; the file system uses the same threads. */
const limits = { runningMax: 2, waitingMax: 64 };

export function createPasswords(): Passwords {
  const limiter = createLimiter(limits);
  /** Of no password: compared with if there is no stored hash. */
  let nobody: Promise<string> | null = null;

  async function limited<Value>(work: () => Promise<Value>): Promise<Value> {
    const release = await limiter.acquire(new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof QueueFullError)) throw error;
      throw new AppError('overloaded', { detail: 'Too many people are signing in.', retryAfterSeconds: 1 });
    });
    return await work().finally(release);
  }

  return {
    hash: (password) => limited(() => hash(password.normalize('NFKC'), cost)),
    matches: (storedHash, password) =>
      limited(async () => {
        nobody ??= hash(crypto.randomUUID(), cost);
        const isRight = await verify(storedHash ?? (await nobody), password.normalize('NFKC'));
        return isRight && storedHash !== null;
      }),
  };
}

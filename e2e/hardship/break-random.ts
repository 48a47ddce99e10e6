import crypto from 'node:crypto';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded before a program and its threads: while the file that NO_RANDOM names exists, there are no random numbers. */
const file = process.env['NO_RANDOM'] ?? '';

type Draw = (...given: unknown[]) => unknown;

function breaking(target: object, name: string): void {
  const real: Draw = Reflect.get(target, name);
  const broken: Draw = (...given) => {
    if (existsSync(file)) throw Object.assign(new Error('there are no random numbers'), { code: 'EAGAIN' });
    return Reflect.apply(real, target, given);
  };
  Reflect.set(target, name, broken);
}

for (const name of ['randomBytes', 'randomFillSync', 'randomUUID', 'randomInt', 'getRandomValues'])
  breaking(crypto, name);
for (const name of ['getRandomValues', 'randomUUID']) breaking(globalThis.crypto, name);
syncBuiltinESMExports();

import { lockForServing } from '@avow/storage/sqlite';

/** Takes the lock of the folder given, says so, and holds it until it is killed. */
const [, , directory = ''] = process.argv;
try {
  lockForServing(directory);
  // The lock must not hang on the object that was handed back.
  globalThis.gc?.();
  process.stdout.write('locked\n');
  setInterval(() => {}, 1000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
}

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Detector = typeof import('eld/extrasmall')['eld'];

let detector: Detector | undefined;

/** The n-grams take 28 MB of memory and a quarter of a second of processor time, so they are loaded when they are first needed. */
export function loadDetector(): Detector {
  detector ??= load();
  return detector;
}

function load(): Detector {
  // `require` is synchronous, but the package only exports its modules to `import`.
  const path = fileURLToPath(import.meta.resolve('eld/extrasmall'));
  const { eld }: { readonly eld: Detector } = createRequire(import.meta.url)(path);
  return eld;
}

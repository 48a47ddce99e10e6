import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build-package.ts';

/** `npm run package:build` leaves `avow-VERSION.tgz` in this folder, for this platform. */
const folder = fileURLToPath(new URL('./built', import.meta.url));
const out = fileURLToPath(new URL('./', import.meta.url));
buildPackage(folder);
mkdirSync(out, { recursive: true });
execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder, stdio: 'inherit' });

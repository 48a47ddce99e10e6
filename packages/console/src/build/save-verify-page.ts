import { resolve } from 'node:path';
import { argv, env } from 'node:process';
import { verifyPage, writeVerifyPage } from './write-verify-page.ts';

/** Builds the page that checks receipts into a folder, by default the current one. */
const folder = resolve(argv[2] ?? '.');
env['NODE_ENV'] = 'production';
await writeVerifyPage(folder);
process.stdout.write(`${resolve(folder, verifyPage)}\n`);

import { resolve } from 'node:path';
import { argv } from 'node:process';
import { verifyPage, writeVerifyPage } from './write-verify-page.ts';

/** Builds the page that checks receipts into a folder, by default the current one. */
const folder = resolve(argv[2] ?? '.');
await writeVerifyPage(folder);
process.stdout.write(`${resolve(folder, verifyPage)}\n`);

import { text } from 'node:stream/consumers';
import { runLoad } from './load.ts';

process.stdout.write(JSON.stringify(await runLoad(JSON.parse(await text(process.stdin)))));
process.exit(0);

import { writeFileSync } from 'node:fs';
import { generateClient } from './generate-client.ts';

for (const [name, text] of Object.entries(generateClient()))
  writeFileSync(new URL(`../generated/${name}`, import.meta.url), text);

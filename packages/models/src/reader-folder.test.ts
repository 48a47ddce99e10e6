import { existsSync } from 'node:fs';
import { describe } from 'vitest';
import { readerFolder } from './reader-folder.ts';
import { testShippedModel } from './shipped-model.suite.ts';

// An installation may do without it; where its folder is, it is whole.
describe.runIf(existsSync(readerFolder))('the reading model that ships', () =>
  testShippedModel(readerFolder),
);

import { rightsColumns } from '../../rights/rights-columns.ts';
import { accessTables, originColumns, tenantRights } from './access-tables.ts';
import { contentTables } from './content-tables.ts';
import { feedbackTables } from './feedback-tables.ts';
import { goldenTables } from './golden-tables.ts';
import { indexTables } from './index-tables.ts';
import { installationTables, verificationRights } from './installation-tables.ts';
import { labelOriginColumns, proposalTables } from './label-tables.ts';
import { limitColumns, limitTables } from './limit-tables.ts';
import {
  answerRights,
  beatColumns,
  claimIndexes,
  epochRights,
  epochTable,
  forkColumns,
  nodeColumns,
  nodeRights,
  nodeTables,
} from './node-tables.ts';
import { keyColumns, peopleTables } from './people-tables.ts';
import {
  audienceColumns,
  listIndexes,
  rareListIndexes,
  recordFunctions,
  recordTables,
} from './record-tables.ts';
import { expiryColumns, requestTables } from './request-tables.ts';
import { rolesSql } from './roles.ts';
import { secureTables, sequenceRights } from './row-security.ts';
import { screeningTables } from './screening-tables.ts';
import { settingsTable, settingsTriggers } from './settings-version.ts';
import { loadedColumns, readingColumns, sourceTables } from './source-tables.ts';
import { withTypes } from './types.ts';
import { webhookTables } from './webhook-tables.ts';

const firstTables = withTypes(
  `${accessTables}${recordTables}${contentTables}${feedbackTables}${goldenTables}`,
);

const webhooks = withTypes(webhookTables);
const people = withTypes(peopleTables);
const requests = withTypes(requestTables);
const sources = withTypes(sourceTables);
const proposals = withTypes(proposalTables);
const screenings = withTypes(screeningTables);
/** The tables that SQLite has as well, each after those that it refers to. */
export const sharedTables = `${firstTables}${webhooks}${people}${requests}${sources}${proposals}${screenings}`;

const keyTables = withTypes(installationTables);
const membershipTables = withTypes(nodeTables);
const sharedIndexTables = withTypes(indexTables);
const epochTables = withTypes(epochTable);
const sharedLimitTables = withTypes(limitTables);
const settings = withTypes(settingsTable);

/** Forward only: a released migration is never edited, the next one is added below it. */
export const migrations: readonly string[] = [
  `${rolesSql}\n${firstTables}\n${secureTables(firstTables)}\n${sequenceRights}`,
  `${webhooks}\n${secureTables(webhooks)}`,
  `${keyTables}\n${secureTables(keyTables)}\n${verificationRights}`,
  `${membershipTables}\n${secureTables(membershipTables)}\n${nodeRights}\n${withTypes(nodeColumns)}`,
  `${sharedLimitTables}\n${secureTables(sharedLimitTables)}\n${withTypes(limitColumns)}`,
  forkColumns,
  claimIndexes,
  `${epochTables}\n${secureTables(epochTables)}\n${epochRights}`,
  `${sharedIndexTables}\n${secureTables(sharedIndexTables)}`,
  `${withTypes(keyColumns)}\n${people}\n${secureTables(people)}`,
  `${withTypes(expiryColumns)}\n${requests}\n${secureTables(requests)}`,
  recordFunctions,
  listIndexes,
  withTypes(originColumns),
  `${sources}\n${secureTables(sources)}\n${withTypes(loadedColumns)}`,
  rareListIndexes,
  answerRights,
  `${settings}\n${secureTables(settings)}\n${settingsTriggers}`,
  withTypes(readingColumns),
  `${withTypes(labelOriginColumns)}\n${proposals}\n${secureTables(proposals)}`,
  `${withTypes(rightsColumns)}\n${tenantRights}`,
  withTypes(audienceColumns),
  beatColumns,
  `${screenings}\n${secureTables(screenings)}`,
];

/** When the service or a part of it was away. */

export {
  type OutageEntry,
  type OutageList,
  outageListSchema,
  outagesShownMax,
} from './outages/outage.ts';

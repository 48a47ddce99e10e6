export type {
  Connector,
  ConnectorParts,
  KnownItem,
  ReadEnd,
  Readers,
  ReadOptions,
  SourceItem,
} from './connector.ts';
export { openSourceProcess } from './process/open-source-process.ts';
export { SourceFault } from './source-fault.ts';

export type {
  Connector,
  ConnectorParts,
  KnownItem,
  ReadEnd,
  Readers,
  ReadOptions,
  SourceItem,
} from './connector.ts';
export { openConnector } from './open-connector.ts';
export { SourceFault } from './source-fault.ts';
export { createSourceHttp } from './source-http.ts';

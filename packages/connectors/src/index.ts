/**
 * Reads what others keep (websites, repositories, buckets, feeds, wikis, drives) as sources of documents.
 * Each source is read in a confined process; a caller sees one interface, whatever is behind it.
 */

// Connectors.

export type { Connector, KnownItem, Readers, ReadOptions, SourceItem } from './connector.ts';
export { openSourceProcess } from './process/open-source-process.ts';
export { SourceFault } from './source-fault.ts';

import type { ArchivedContent, ArchivedPack } from '@avow/ledger/verification';
import type { Operation, SqlValue, Statements } from '@avow/storage';
import { contentOf } from '@avow/storage/sealing';
import { documentContentColumns, documentsWithTextsSql } from '../../../content/store/document-columns.ts';
import { commitToItem, type ItemName, VersionTree } from '../../../content/store/item-commitments.ts';
import { pairContentColumns } from '../../../content/store/pair-columns.ts';
import { committedGates, committedGolden } from '../../../evaluation/store/golden-columns.ts';
import { committedCalibrations, committedGuarantees } from '../../../feedback/store/committed-tables.ts';

type AnyRow = Readonly<Record<string, SqlValue>>;
type TenantKey = Uint8Array | 'damaged' | null;

interface CommittedTable {
  readonly table: ArchivedContent['table'];
  readonly columns: readonly string[];
  readonly subjectOf: (row: AnyRow) => string;
}

const tableOf = (
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  subjectOf: CommittedTable['subjectOf'],
): CommittedTable => ({ table: table as CommittedTable['table'], columns, subjectOf });

const committedTables: readonly CommittedTable[] = [
  tableOf(committedCalibrations, (row) => `revision-${row['revision']}`),
  tableOf(committedGuarantees, (row) => `guarantee-${row['revision']}`),
  tableOf(committedGolden, (row) => String(row['golden_id'])),
  tableOf(committedGates, (row) => String(row['pack_id'])),
];

interface Source {
  readonly statements: Statements;
  run<Value>(operation: Operation<Value>): Value;
}

interface VersionRow {
  readonly version: number;
  readonly retired: number;
}

type ItemRow = AnyRow &
  ItemName & {
    readonly row_id: number;
    readonly from_version: number;
    readonly until_version: number | null;
  };

const pageLength = 200;

/** A table of texts, and what of a row is committed to. */
interface ItemTable {
  readonly table: 'documents' | 'curated_pairs';
  readonly page: (tenantId: string, packId: string, after: readonly [string, number]) => ItemRow[];
  readonly valuesOf: (tenantId: string, row: ItemRow) => ReadonlyArray<SqlValue | readonly string[]>;
}

function prepareItems({ statements, run }: Source): readonly ItemTable[] {
  const keys = statements.read<{ readonly key: string }>(
    'SELECT key FROM curated_keys WHERE tenant_id = ? AND row_id = ?',
  );
  const pageOf = (id: string, columns: readonly string[], from: string, table: string) => {
    const named = ['row_id', 'revision', 'from_version', 'until_version', 'commitment', ...columns];
    const list = statements.read<ItemRow>(
      `SELECT ${id} AS id, ${named.map((column) => (column === 'text' ? column : `${table}.${column}`)).join(', ')}
       FROM ${from} WHERE ${table}.tenant_id = ? AND pack_id = ? AND from_version IS NOT NULL AND (${id}, revision) > (?, ?)
       ORDER BY ${id}, revision LIMIT ${pageLength}`,
    );
    return (tenantId: string, packId: string, after: readonly [string, number]) =>
      run(list.all(tenantId, packId, ...after));
  };
  return [
    {
      table: 'documents',
      page: pageOf(
        'document_id',
        [...documentContentColumns, 'text'],
        documentsWithTextsSql(statements),
        'documents',
      ),
      valuesOf: (_, row) => [...documentContentColumns, 'text'].map((column) => row[column] ?? null),
    },
    {
      table: 'curated_pairs',
      page: pageOf('curated_id', pairContentColumns, 'curated_pairs', 'curated_pairs'),
      valuesOf: (tenantId, row) => [
        ...pairContentColumns.map((column) => row[column] ?? null),
        run(keys.all(tenantId, row.row_id))
          .map(({ key }) => key)
          .toSorted(),
      ],
    },
  ];
}

/** Reads what shapes answers. */
export function prepareContent(source: Source) {
  const { statements, run } = source;
  const rows = committedTables.map((committed) => ({
    committed,
    list: statements.read<AnyRow>(
      `SELECT ${committed.columns.join(', ')} FROM ${committed.table} WHERE tenant_id = ?`,
    ),
  }));
  const packIds = statements.read<{ readonly pack_id: string }>(
    'SELECT pack_id FROM packs WHERE tenant_id = ? ORDER BY pack_id',
  );
  const pack = statements.read<{ readonly served_version: number | null }>(
    'SELECT served_version FROM packs WHERE tenant_id = ? AND pack_id = ?',
  );
  const versions = statements.read<VersionRow>(
    'SELECT version, retired FROM pack_versions WHERE tenant_id = ? AND pack_id = ? ORDER BY version',
  );
  const items = prepareItems(source);

  function readItems(tenantId: string, packId: string, key: TenantKey, found: readonly VersionRow[]) {
    const trees = found
      .filter(({ retired }) => retired === 0)
      .map(({ version }) => ({ version, tree: new VersionTree() }));
    let changedItem: ArchivedPack['changedItem'] = null;
    for (const { table, page, valuesOf } of items)
      for (const row of pageItems(page, tenantId, packId)) {
        const { id, revision, from_version: from, until_version: until } = row;
        const commitment =
          key instanceof Uint8Array
            ? commitToItem(key, { id, revision, values: valuesOf(tenantId, row) })
            : row.commitment;
        const isIn = ({ version }: { readonly version: number }) =>
          from <= version && (until === null || until > version);
        const holding = trees.filter(isIn);
        if (commitment !== row.commitment && holding.length > 0) changedItem ??= { table, id };
        for (const { tree } of holding) tree.add({ id, revision, commitment });
      }
    return { roots: new Map(trees.map(({ version, tree }) => [version, tree.root()])), changedItem };
  }

  return {
    *list(tenantId: string, key: TenantKey): Generator<ArchivedContent> {
      for (const { committed, list } of rows)
        for (const row of run(list.all(tenantId)))
          yield {
            table: committed.table,
            subject: committed.subjectOf(row),
            commitment: key instanceof Uint8Array ? contentOf(key, committed, row)[1] : null,
          };
    },
    listPackIds: (tenantId: string): string[] => run(packIds.all(tenantId)).map(({ pack_id: id }) => id),
    readPack(tenantId: string, packId: string, key: TenantKey): ArchivedPack | null {
      const found = run(pack.first(tenantId, packId));
      if (found === null) return null;
      const listed = run(versions.all(tenantId, packId));
      const { roots, changedItem } = readItems(tenantId, packId, key, listed);
      return {
        ...{ packId, servedVersion: found.served_version, changedItem },
        versions: listed.map(({ version, retired }) => ({
          ...{ version, isRetired: retired === 1, root: roots.get(version) ?? '' },
        })),
      };
    },
  };
}

function* pageItems(page: ItemTable['page'], tenantId: string, packId: string): Generator<ItemRow> {
  for (let after: readonly [string, number] = ['', -1]; ; ) {
    const rows = page(tenantId, packId, after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageLength) return;
    after = [last.id, last.revision];
  }
}

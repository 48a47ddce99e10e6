import { z } from 'zod';
import { type ImportedPair, type ImportedPairs, importedPair, sourceAndUrl } from './imported-pair.ts';
import { metadataTags } from './metadata-tags.ts';
import { cellReader, isTooWide, type NamedTable, tooWideReason } from './table-columns.ts';

/** These describe the index, not the pair. */
const unwantedAttributes: ReadonlySet<string> = new Set([
  '_source_uri',
  '_created_at',
  '_last_updated_at',
  '_view_count',
  '_version',
  '_file_type',
  '_faq_id',
  '_data_source_id',
  '_document_id',
  '_document_title',
  '_excerpt_page_number',
]);

const documentSchema = z.looseObject({
  Question: z.string(),
  Answer: z.string(),
  Attributes: z.record(z.string(), z.unknown()).default({}),
  AccessControlList: z
    .array(
      z.looseObject({
        Name: z.string().min(1),
        Type: z.enum(['GROUP', 'USER']),
        Access: z.enum(['ALLOW', 'DENY']),
      }),
    )
    .default([]),
});

interface Access {
  readonly groups: readonly string[];
  readonly userCount: number;
  readonly isDenied: boolean;
}

interface KendraEntry {
  readonly place: string;
  readonly question: string;
  readonly answer: string;
  readonly attributes: ReadonlyArray<readonly [string, string]>;
  readonly access: Access;
}

/** Whether the header is that of an Amazon Kendra FAQ file. */
export function isKendraTable({ columns }: NamedTable): boolean {
  return columns.some(({ written }) => written.toLowerCase() === '_question');
}

export function readKendraTable(table: NamedTable): ImportedPairs {
  const notes: string[] = [];
  const attributes = table.columns.filter(({ written }) => !/^_(?:question|answer|acl_.*)$/i.test(written));
  const pairs = table.rows.flatMap((row) => {
    const place = table.placeOf(row);
    const cell = cellReader(table, row);
    if (isTooWide(table, row)) {
      notes.push(`${place}: ${tooWideReason}`);
      return [];
    }
    const list = (name: string) =>
      cell(name)
        .split(',')
        .filter((part) => part.trim() !== '');
    const access = {
      groups: list('aclgroupallow'),
      userCount: list('acluserallow').length,
      isDenied: list('acluserdeny').length + list('aclgroupdeny').length > 0,
    };
    return convertEntry(
      {
        place,
        question: cell('question'),
        answer: cell('answer'),
        attributes: attributes.map(({ position, written }) => [written, row.cells[position] ?? ''] as const),
        access,
      },
      notes,
    );
  });
  return { format: 'kendra-csv-with-header', pairs, notes };
}

/** The `FaqDocuments` of a JSON file. */
export function readKendraJson(list: readonly unknown[]): ImportedPairs {
  const notes: string[] = [];
  const pairs = list.flatMap((item, position) => {
    const place = `item ${position + 1}`;
    const parsed = documentSchema.safeParse(item);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      notes.push(`${place}: ${issue?.path.join('.')}: ${issue?.message}`);
      return [];
    }
    const { Question: question, Answer: answer, Attributes, AccessControlList: list } = parsed.data;
    const allowed = list.filter(({ Access }) => Access === 'ALLOW');
    const access = {
      groups: allowed.filter(({ Type }) => Type === 'GROUP').map(({ Name }) => Name),
      userCount: allowed.filter(({ Type }) => Type === 'USER').length,
      isDenied: list.some(({ Access }) => Access === 'DENY'),
    };
    const attributes = Object.entries(Attributes).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: unknown) => [name, String(one)] as const),
    );
    return convertEntry({ place, question, answer, attributes, access }, notes);
  });
  return { format: 'kendra-json', pairs, notes };
}

/** Nobody may gain access by the import: an entry whose access cannot be expressed by allowed groups is skipped. */
function convertEntry(
  { place, question, answer, attributes, access }: KendraEntry,
  notes: string[],
): ImportedPair[] {
  if (access.isDenied) {
    notes.push(`${place}: denies access to a user or group, which is not supported; it was skipped`);
    return [];
  }
  if (access.userCount > 0 && access.groups.length === 0) {
    notes.push(`${place}: is restricted to single users, which is not supported; it was skipped`);
    return [];
  }
  if (access.userCount > 0)
    notes.push(`${place}: access for single users is not supported; only its groups were kept`);
  const address = attributes.find(([name]) => name.toLowerCase() === '_source_uri')?.[1] ?? '';
  const title = attributes.find(([name]) => name.toLowerCase() === '_document_title')?.[1] ?? '';
  const { source, url } = sourceAndUrl(address);
  const kept = attributes
    .filter(([name]) => !unwantedAttributes.has(name.toLowerCase()))
    .map(([name, value]) => [name.replace(/^_/, ''), value] as const);
  const tags = metadataTags(kept, { place, notes });
  return [
    importedPair({ place, question, answer, source: title || source, url, tags, groups: access.groups }),
  ];
}

import { z } from 'zod';
import { webAddressSchema } from '../content/content-fields.ts';
import { openEnum } from '../fields/open-enum.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { queryRequestLimits } from '../query/query-request.ts';
import { s3RegionPattern } from '../values/s3-region-pattern.ts';

export const sourceKinds = [
  'website',
  'git',
  's3',
  'folder',
  'feed',
  'confluence',
  'sharepoint',
  'onedrive',
  'google_drive',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

const whole = (min: number, max: number) => z.int().min(min).max(max);
const short = (max: number, min: 0 | 1 = 1) => writtenTextSchema({ max, lines: 'one', min });
const matching = (max: number, pattern: RegExp, error: string) =>
  short(max)
    .refine((text) => pattern.test(text), { error })
    .meta({ type: 'string', minLength: 1, maxLength: max, pattern: pattern.source });

const pathPrefix = short(512)
  .refine((text) => text.startsWith('/'), { error: 'Must begin with /' })
  // What a text of one line does not contain is spelt out, for readers of the JSON Schema.
  .meta({
    ...{ type: 'string', minLength: 1, maxLength: 512 },
    pattern: '^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
  });
const pathPrefixes = z.array(pathPrefix).max(50);

/** A path within a repository, a drive or a bucket. */
const innerPath = short(512, 0).default('');

const website = z.strictObject({
  kind: z.literal('website'),
  url: webAddressSchema.meta({ description: 'Where reading begins. Nothing outside its host is read.' }),
  discovery: z.enum(['auto', 'sitemap', 'links']).default('auto').meta({
    description:
      '`sitemap`: the pages that its sitemaps list. `links`: those that can be reached by links. `auto`: by its sitemap if it has one.',
  }),
  include: pathPrefixes.default([]).meta({
    description: 'Paths to read; if empty, the folder that the URL is in.',
    examples: [['/docs/']],
  }),
  exclude: pathPrefixes.default([]).meta({ description: 'Paths not to read, even if they are included.' }),
  pages_max: whole(1, 20_000).default(1_000),
  depth_max: whole(0, 50).default(10).meta({ description: 'How many links away from the first page.' }),
  delay_ms: whole(0, 60_000).default(250).meta({
    description: 'The pause between two requests. A longer `Crawl-delay` of robots.txt is respected.',
  }),
  minutes_max: whole(1, 720).default(60).meta({ description: 'For how long one sync reads.' }),
});

const git = z.strictObject({
  kind: z.literal('git'),
  url: webAddressSchema.meta({ description: 'The https address that the repository is cloned from.' }),
  branch: short(255).nullable().default(null).meta({ description: 'Null: the default branch.' }),
  path: innerPath.meta({ description: 'The folder to read; empty: all of the repository.' }),
});

const s3 = z.strictObject({
  kind: z.literal('s3'),
  endpoint: webAddressSchema
    .nullable()
    .default(null)
    .meta({ description: 'The service, for one that is compatible with S3; null: that of AWS.' }),
  region: matching(64, s3RegionPattern, 'Must be the name of a region, such as eu-central-1').default(
    'us-east-1',
  ),
  bucket: matching(255, /^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Must be the name of a bucket'),
  prefix: innerPath.meta({ description: 'Only objects whose keys begin with this.' }),
});

const folder = z.strictObject({
  kind: z.literal('folder'),
  path: short(1_024).meta({
    description: 'A folder of the machine that the service runs on, within `AVOW_SOURCE_FOLDERS`.',
  }),
});

const feed = z.strictObject({
  kind: z.literal('feed'),
  url: webAddressSchema.meta({ description: 'An RSS or Atom feed.' }),
  content: z.enum(['entry', 'page']).default('entry').meta({
    description: '`entry`: what the feed itself contains. `page`: the pages that its entries link to.',
  }),
  entries_max: whole(1, 2_000).default(500),
});

const accessMapMax = 500;

/** Settings of sources that know who may read each item. */
const access = {
  access: z.enum(['groups', 'mapped', 'ignore']).default('groups').meta({
    description:
      'What becomes of the permissions of the source. `groups`: its groups apply under their own names, except those in `access_map`. `mapped`: only what `access_map` names applies. `ignore`: permissions are not read, and the `groups` of the source apply. What nobody is admitted to in this way is left out and listed; it is never made public.',
  }),
  access_map: z
    .array(
      z.strictObject({
        principal: short(300).meta({
          description:
            'As the source names it: `group:…`, `user:…`, `domain:…`, `site-group:…`, `space:…`, `organization` or `anyone`.',
          examples: ['group:finance-all'],
        }),
        group: short(queryRequestLimits.groupLengthMax).nullable().meta({
          description:
            'The group that stands for it; null: everyone, as far as the `groups` of the source allow.',
        }),
      }),
    )
    .max(accessMapMax)
    .default([])
    .meta({ description: 'Who stands for the groups, people and domains of the source.' }),
};

const confluence = z.strictObject({
  kind: z.literal('confluence'),
  url: webAddressSchema.meta({
    description: 'The address of the wiki, such as `https://example.atlassian.net/wiki`.',
    examples: ['https://example.atlassian.net/wiki'],
  }),
  edition: z.enum(['cloud', 'data_center']).default('cloud'),
  space: matching(255, /^~?[A-Za-z0-9._-]+$/, 'Must be the key of a space').meta({
    description: 'The key of the space that is read.',
    examples: ['HR'],
  }),
  ...access,
});

const graph = {
  endpoint: webAddressSchema
    .nullable()
    .default(null)
    .meta({ description: 'Microsoft Graph of a national cloud; null: `https://graph.microsoft.com`.' }),
  login_endpoint: webAddressSchema.nullable().default(null).meta({
    description: 'Where tokens are requested; null: `https://login.microsoftonline.com`.',
  }),
};

const sharepoint = z.strictObject({
  kind: z.literal('sharepoint'),
  url: webAddressSchema.meta({
    description: 'The address of a site.',
    examples: ['https://contoso.sharepoint.com/sites/handbook'],
  }),
  library: short(255).nullable().default(null).meta({
    description: 'The name of a document library; null: the one that every site has.',
  }),
  path: innerPath.meta({ description: 'The folder to read; empty: all of the library.' }),
  ...graph,
  ...access,
});

const onedrive = z.strictObject({
  kind: z.literal('onedrive'),
  user: short(320).meta({
    description: 'The user principal name or the id of the person whose files are read.',
    examples: ['ann@contoso.com'],
  }),
  path: innerPath.meta({ description: 'The folder to read; empty: all of the drive.' }),
  ...graph,
  ...access,
});

const googleDrive = z.strictObject({
  kind: z.literal('google_drive'),
  folder_id: matching(255, /^[A-Za-z0-9_-]+$/, 'Must be the id of a folder').meta({
    description: 'The id of a folder or of a shared drive: the last part of its address.',
  }),
  subject: short(320).nullable().default(null).meta({
    description: 'In whose name a service account reads, by domain-wide delegation; null: in its own.',
  }),
  endpoint: webAddressSchema.nullable().default(null).meta({
    description: 'A proxy of the interface and its tokens; null: those of Google.',
  }),
  ...access,
});

/** What a source is to be connected to, without credentials. */
export const sourceConnectionSchema = z
  .discriminatedUnion('kind', [
    website.meta({ id: 'WebsiteConnectionRequest' }),
    git.meta({ id: 'GitConnectionRequest' }),
    s3.meta({ id: 'S3ConnectionRequest' }),
    folder.meta({ id: 'FolderConnectionRequest' }),
    feed.meta({ id: 'FeedConnectionRequest' }),
    confluence.meta({ id: 'ConfluenceConnectionRequest' }),
    sharepoint.meta({ id: 'SharepointConnectionRequest' }),
    onedrive.meta({ id: 'OnedriveConnectionRequest' }),
    googleDrive.meta({ id: 'GoogleDriveConnectionRequest' }),
  ])
  .meta({ id: 'SourceConnectionRequest' });

/** What a source is connected to: further kinds may come, and further settings. */
export const connectedSchema = z
  .looseObject({ kind: openEnum(sourceKinds, 'What it is connected to.') })
  .meta({
    id: 'SourceConnection',
    description: 'The settings as they were given, and the defaults of others.',
  });

export type SourceConnection = z.output<typeof sourceConnectionSchema>;

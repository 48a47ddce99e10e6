import type { Grounder } from '@avow/answering/write';
import type { DocumentParser } from '@avow/documents';
import type { Clock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { Encoder, GuardModel, ModelsSettings, Reader, Screener } from '@avow/inference';
import type { IdentitySettings } from '../config/identity-settings.ts';
import type { Config } from '../config/load-config.ts';
import type { SecurityStream } from '../config/security-streams.ts';
import type { BackupDependencies } from '../features/backups/compose/compose-backups.ts';
import type { CreateMcpServer } from '../features/mcp/routes/mcp-handlers.ts';
import type { ModelChanges } from '../telemetry/model-changes.ts';
import type { LanguageModels } from './models/open-language-models.ts';
import type { DataFolder } from './open-data-folder.ts';

/** The parts that a service is composed of. */
export interface Installation {
  readonly config: Config;
  readonly data: Pick<
    DataFolder,
    | 'store'
    | 'search'
    | 'pepper'
    | 'logKey'
    | 'tryPackLock'
    | 'tryIndexLock'
    | 'tryLock'
    | 'shared'
    | 'nodes'
    | 'published'
    | 'vectorIndexes'
  >;
  /** Null: only keyword search is available. The caller closes it. */
  readonly encoder: Encoder | null;
  /** Null: answers from documents are selected by keywords. The caller closes it. */
  readonly reader: Reader | null;
  /** Null: guardrails screen texts by rules only. The caller closes it. */
  readonly screener: Screener | null;
  /** Null: guardrails have no second opinion, and rules in natural language are not applied. */
  readonly guardModel: GuardModel | null;
  /** The operator's language models, best first; if there are none, only the embedded models answer. The caller closes them. */
  readonly tiers?: LanguageModels['tiers'];
  /** Null: follow-ups are rewritten as standalone questions by rules. The caller closes it. */
  readonly refinement?: LanguageModels['refinement'];
  /** Null: the embedded judge alone decides which sentences are supported. The caller closes it. */
  readonly verification?: LanguageModels['verification'];
  /** What ties generated sentences to quotes; without it, the usual one with the reader. */
  readonly grounder?: Grounder;
  /** What tenants may spend on language models; without it there is no limit. */
  readonly budgets?: ModelsSettings['budgets'];
  /** The language models of the file, which is then in charge of them; without it or null, there is no file. */
  readonly fileModels?: ModelsSettings | null;
  /** Emits when a language model is suspended or works again. */
  readonly modelChanges?: ModelChanges;
  /** The OpenID provider and the issuers of tokens; without it there are none. */
  readonly identity?: IdentitySettings;
  /** Where security events are sent; without it nowhere. */
  readonly securityStreams?: readonly SecurityStream[];
  /** Without it, files are read by a process of this service alone. */
  readonly openParser?: () => DocumentParser;
  /** Makes a backup; without it, none are made by the service. */
  readonly runBackup?: NonNullable<BackupDependencies['runBackup']>;
  /** What `/mcp` offers; without it, the tools, resources and prompts of the product. */
  readonly createMcpServer?: CreateMcpServer;
  /** Called once if a newer release has migrated the database: the process should end. */
  readonly onSuperseded?: () => void;
  readonly log: Log;
  /** Without it, the clock that all nodes have in common. */
  readonly clock?: Clock;
}

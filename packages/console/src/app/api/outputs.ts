import type { OperationId, Readiness } from '@avow/contract';
import type {
  ApiKeyEntry,
  MeEntry,
  PasskeyEntry,
  SessionEntry,
  TenantEntry,
  UserEntry,
  UserLinkEntry,
} from '@avow/contract/access';
import type {
  MomentsEntry,
  PurposesEntry,
  ReplayEntry,
  SampleEntry,
  SampleSummaryEntry,
} from '@avow/contract/auditing';
import type {
  ContentJob,
  ContentPack,
  ContentPackReport,
  ContentSearchResult,
  DocumentEntry,
  DocumentSummaryEntry,
  DraftChangeEntry,
  DraftChangeSummary,
  FoundItem,
  ItemLabelsEntry,
  PackVersionEntry,
  QnaEntry,
  QnaPreview,
} from '@avow/contract/content';
import type {
  DraftTrial,
  EvaluationComparison,
  EvaluationState,
  EvaluationSummary,
  GoldenEntry,
} from '@avow/contract/evaluation';
import type {
  CalibrationEntry,
  ConfidenceState,
  DrawnAnswers,
  FeedbackEntry,
  RefitEntry,
} from '@avow/contract/feedback';
import type { PolicyState, PolicyVersionEntry, Trial } from '@avow/contract/guardrails';
import type {
  ActivityInsight,
  ConfidenceInsight,
  CostInsight,
  GuardrailInsight,
  LatencyInsight,
  UnansweredMarked,
  UnansweredPage,
} from '@avow/contract/insights';
import type { ModelCheckResult, ModelsState } from '@avow/contract/models';
import type { OutageList } from '@avow/contract/outages';
import type { Message, QueryResponse, ThreadEntry } from '@avow/contract/query';
import type {
  AuditExportEntry,
  AuditProof,
  AuditRecord,
  ErasedEndUserEntry,
  ErasedMessageEntry,
  HoldEntry,
  LogConsistency,
  LogEventEntry,
  LogKeyList,
  ReceiptEntry,
  RetentionEntry,
} from '@avow/contract/records';
import type {
  PendingReviewEntry,
  ReviewAssignmentEntry,
  ReviewDecisionEntry,
  ReviewerEntry,
  ReviewFigures,
  ReviewNoteEntry,
  ReviewNoticesEntry,
  ReviewSourceEntry,
} from '@avow/contract/review';
import type { SecurityStreamList } from '@avow/contract/security-streams';
import type { SourceEntry } from '@avow/contract/sources';
import type { Conversation, Handover, HandoverSettings } from '@avow/contract/visitors';
import type { WebhookDeliveryEntry, WebhookEndpointEntry } from '@avow/contract/webhooks';
import type { WidgetEntry } from '@avow/contract/widgets';
import type { PasskeyChallenge } from './passkeys.ts';

export interface ListPage<Entry> {
  readonly data: readonly Entry[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** What each operation that the console uses returns. */
export interface Outputs {
  readonly executeQuery: QueryResponse;
  readonly getMessage: Message;
  readonly listMessages: ListPage<QueryResponse>;
  readonly cancelMessage: QueryResponse;
  readonly getAudit: AuditRecord;
  readonly listAudits: ListPage<AuditRecord>;
  readonly getThread: ThreadEntry;
  readonly getAuditProof: AuditProof;
  readonly getReceipt: ReceiptEntry;
  readonly startAuditExport: AuditExportEntry;
  readonly startEvidence: AuditExportEntry;
  readonly listAuditExports: { readonly data: readonly AuditExportEntry[] };
  readonly getAuditExport: AuditExportEntry;
  readonly deleteAuditExport: null;
  readonly eraseMessage: ErasedMessageEntry;
  readonly eraseEndUser: ErasedEndUserEntry;
  readonly listHolds: ListPage<HoldEntry>;
  readonly placeHold: HoldEntry;
  readonly liftHold: HoldEntry;
  readonly drawSample: SampleEntry;
  readonly listSamples: ListPage<SampleSummaryEntry>;
  readonly getSample: SampleEntry;
  readonly judgeSampleItem: SampleEntry;
  readonly signOffSample: SampleEntry;
  readonly compareMoments: MomentsEntry;
  readonly replayMessage: ReplayEntry;
  readonly getPurposes: PurposesEntry;
  readonly setPurposes: PurposesEntry;
  readonly getRetention: RetentionEntry;
  readonly setRetention: RetentionEntry;
  readonly listLogEvents: ListPage<LogEventEntry>;
  readonly listLogKeys: LogKeyList;
  readonly getLogConsistency: LogConsistency;
  readonly getConversation: Conversation;
  readonly getHandover: Handover;
  readonly listHandovers: ListPage<Handover>;
  readonly replyToHandover: Handover;
  readonly closeHandover: Handover;
  readonly getHandoverSettings: HandoverSettings;
  readonly replaceHandoverSettings: HandoverSettings;
  readonly giveFeedback: FeedbackEntry;
  readonly listMessageFeedback: ListPage<FeedbackEntry>;
  readonly listFeedback: ListPage<FeedbackEntry>;
  readonly acceptFeedback: FeedbackEntry;
  readonly dismissFeedback: FeedbackEntry;
  readonly listContentPacks: ListPage<ContentPack>;
  readonly createContentPack: ContentPack;
  readonly getContentPack: ContentPack;
  readonly updateContentPack: ContentPack;
  readonly deleteContentPack: null;
  readonly listContentPackVersions: ListPage<PackVersionEntry>;
  readonly publishContentPack: ContentJob;
  readonly rollbackContentPack: ContentPack;
  readonly unpublishContentPack: ContentPack;
  readonly getContentPackReport: ContentPackReport;
  readonly listContentJobs: ListPage<ContentJob>;
  readonly getContentJob: ContentJob;
  readonly cancelContentJob: ContentJob;
  readonly listDocuments: ListPage<DocumentSummaryEntry>;
  readonly addDocuments: ContentJob;
  readonly getDocument: DocumentEntry;
  readonly updateDocument: DocumentEntry;
  readonly deleteDocument: null;
  readonly searchContent: ContentSearchResult;
  readonly changeItems: { readonly changed: number };
  readonly removeItems: { readonly changed: number };
  readonly listItemLabels: ItemLabelsEntry;
  readonly findItems: ListPage<FoundItem>;
  readonly listSources: ListPage<SourceEntry>;
  readonly createSource: SourceEntry;
  readonly getSource: SourceEntry;
  readonly updateSource: SourceEntry;
  readonly deleteSource: null;
  readonly syncSource: SourceEntry;
  readonly listDraftChanges: ListPage<DraftChangeSummary>;
  readonly getDraftChange: DraftChangeEntry;
  readonly discardDraftChanges: { readonly discarded: number };
  readonly listQna: ListPage<QnaEntry>;
  readonly createQna: QnaEntry;
  readonly importQna: ContentJob;
  readonly previewQna: QnaPreview;
  readonly getQna: QnaEntry;
  readonly replaceQna: QnaEntry;
  readonly deleteQna: null;
  readonly listUnanswered: UnansweredPage;
  readonly draftUnanswered: {
    readonly qna: QnaEntry;
    readonly content_pack_id: string;
    readonly group_id: string;
  };
  readonly dismissUnanswered: UnansweredMarked;
  readonly reopenUnanswered: UnansweredMarked;
  readonly listPendingReviews: ListPage<PendingReviewEntry>;
  readonly getPendingReview: PendingReviewEntry;
  readonly decideReview: QueryResponse;
  readonly assignReview: ReviewAssignmentEntry;
  readonly listReviewNotes: ListPage<ReviewNoteEntry>;
  readonly addReviewNote: ReviewNoteEntry;
  readonly listReviewSources: { readonly data: readonly ReviewSourceEntry[] };
  readonly listReviewDecisions: ListPage<ReviewDecisionEntry>;
  readonly getReviewFigures: ReviewFigures;
  readonly getReviewNotices: ReviewNoticesEntry;
  readonly setReviewNotices: ReviewNoticesEntry;
  readonly listReviewers: { readonly data: readonly ReviewerEntry[] };
  readonly getGuardrails: PolicyState;
  readonly replaceGuardrails: PolicyState;
  readonly resetGuardrails: PolicyState;
  readonly listGuardrailVersions: ListPage<PolicyVersionEntry>;
  readonly testGuardrails: Trial;
  readonly getPublishGate: { readonly tolerance_share: number };
  readonly setPublishGate: { readonly tolerance_share: number };
  readonly deletePublishGate: null;
  readonly listGoldenQuestions: ListPage<GoldenEntry>;
  readonly suggestGoldenQuestions: { readonly questions: readonly GoldenEntry[] };
  readonly upsertGoldenQuestions: { readonly questions: readonly GoldenEntry[] };
  readonly replaceGoldenQuestion: GoldenEntry;
  readonly acceptGoldenQuestion: GoldenEntry;
  readonly deleteGoldenQuestion: null;
  readonly askDraft: DraftTrial;
  readonly startEvaluation: EvaluationState;
  readonly listEvaluations: ListPage<EvaluationSummary>;
  readonly getEvaluation: EvaluationState;
  readonly compareEvaluations: EvaluationComparison;
  readonly getActivityInsight: ActivityInsight;
  readonly getConfidenceInsight: ConfidenceInsight;
  readonly getCostInsight: CostInsight;
  readonly getLatencyInsight: LatencyInsight;
  readonly getGuardrailInsight: GuardrailInsight;
  readonly getCalibration: CalibrationEntry;
  readonly refitCalibration: RefitEntry;
  readonly acceptCalibration: CalibrationEntry;
  readonly dismissCalibration: CalibrationEntry;
  readonly revertCalibration: CalibrationEntry;
  readonly getConfidence: ConfidenceState;
  readonly drawAnswers: ConfidenceState;
  readonly listDrawnAnswers: DrawnAnswers;
  readonly checkDrawnAnswer: ConfidenceState;
  readonly putGuarantee: ConfidenceState;
  readonly endGuarantee: ConfidenceState;
  readonly acceptThresholds: PolicyState;
  readonly getSignInMethods: {
    readonly password: boolean;
    readonly passkey: boolean;
    readonly provider: { readonly name: string } | null;
  };
  readonly signInWithPassword: MeEntry;
  readonly signInWithLink: MeEntry;
  readonly createPasskeySignIn: PasskeyChallenge;
  readonly signInWithPasskey: MeEntry;
  readonly getMe: MeEntry;
  readonly signOut: null;
  readonly setPassword: null;
  readonly listPasskeys: { readonly data: readonly PasskeyEntry[] };
  readonly createPasskeyRegistration: PasskeyChallenge;
  readonly addPasskey: PasskeyEntry;
  readonly deletePasskey: null;
  readonly listMySessions: { readonly data: readonly SessionEntry[] };
  readonly endMySession: null;
  readonly endMyOtherSessions: null;
  readonly listUsers: ListPage<UserEntry>;
  readonly createUser: UserEntry & { readonly link: UserLinkEntry };
  readonly updateUser: UserEntry;
  readonly deleteUser: null;
  readonly createUserLink: UserLinkEntry;
  readonly endUserSessions: null;
  readonly listApiKeys: ListPage<ApiKeyEntry>;
  readonly createApiKey: ApiKeyEntry & { readonly key: string };
  readonly rotateApiKey: ApiKeyEntry & { readonly key: string };
  readonly revokeApiKey: null;
  readonly listWidgets: ListPage<WidgetEntry>;
  readonly getWidgetById: WidgetEntry;
  readonly createWidget: WidgetEntry;
  readonly updateWidget: WidgetEntry;
  readonly renewWidgetKey: WidgetEntry;
  readonly deleteWidget: null;
  readonly listTenants: ListPage<TenantEntry>;
  readonly createTenant: TenantEntry & {
    readonly owner: (UserEntry & { readonly link: UserLinkEntry }) | null;
  };
  readonly updateTenant: TenantEntry;
  readonly listSecurityStreams: SecurityStreamList;
  readonly listOutages: OutageList;
  readonly getLanguageModels: ModelsState;
  readonly replaceLanguageModels: ModelsState;
  readonly checkLanguageModel: ModelCheckResult;
  readonly getReadiness: Readiness;
  readonly listWebhookEndpoints: ListPage<WebhookEndpointEntry>;
  readonly createWebhookEndpoint: WebhookEndpointEntry & { readonly secret: string };
  readonly updateWebhookEndpoint: WebhookEndpointEntry;
  readonly deleteWebhookEndpoint: null;
  readonly rotateWebhookSecret: WebhookEndpointEntry & { readonly secret: string };
  readonly testWebhookEndpoint: WebhookDeliveryEntry;
  readonly listWebhookDeliveries: ListPage<WebhookDeliveryEntry>;
  readonly redeliverWebhook: WebhookDeliveryEntry;
}

/** Every name above is an operation of the contract. */
export type CallId = keyof Outputs & OperationId;

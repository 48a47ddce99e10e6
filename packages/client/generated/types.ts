// Generated from the contract by "npm run build -- client-sources". Do not edit.

import type { EventsOf, Open, PagePromise, RequestOptions, UploadBody } from '../src/shapes.ts';

export interface AcceptFeedbackRequest {
  /** Default: the pack named in the feedback, otherwise the first pack that the answer cites. Required if there is neither. */
  content_pack_id?: string;
  /** The pair in the draft of the pack that gets the answer, such as the one that answered. Default: the pair that has the question, otherwise a new one. */
  qna_id?: string;
  /** Default: the question of the existing pair, otherwise the question as asked, rewritten to be self-contained. */
  question?: string;
  /** Other phrasings of the question. Default: those of the existing pair, otherwise none. */
  alternatives?: Array<string>;
  /** Default: the better answer as given. Required if the feedback has none. */
  answer?: string;
  /** Only members of at least one of these groups get the answer; if empty, everyone does. Default: the groups of the existing pair, otherwise those of the cited sources. Required if these cannot be determined, or if the pair is visible to other groups. */
  groups?: Array<string>;
}

export interface AcceptThresholdsRequest {
  /** The thresholds to raise, each with its proposed value. */
  thresholds: Record<string, number>;
}

export interface ActivityInsight {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  total: {
    /** Finished messages, with any outcome. */
    questions: number;
    answered: number;
    /** No answer was found, or it was withheld. */
    declined: number;
    /** Stopped by a guardrail or by a reviewer. */
    blocked: number;
    /** Failed or cancelled. */
    other: number;
    /** The answers by the band of their score. */
    bands: {
      high: number;
      medium: number;
      low: number;
    };
    /** The mean score of the answers; null if there are none. */
    mean_score: number | null;
    /** Answers that feedback rates right. */
    right: number;
    /** Answers that feedback rates wrong or partly right. */
    wrong: number;
  };
  /** Every day of the period, oldest first. */
  days: Array<{
    /** A day in UTC. */
    day: string;
    /** Finished messages, with any outcome. */
    questions: number;
    answered: number;
    /** No answer was found, or it was withheld. */
    declined: number;
    /** Stopped by a guardrail or by a reviewer. */
    blocked: number;
    /** Failed or cancelled. */
    other: number;
    /** The answers by the band of their score. */
    bands: {
      high: number;
      medium: number;
      low: number;
    };
    /** The mean score of the answers; null if there are none. */
    mean_score: number | null;
    /** Answers that feedback rates right. */
    right: number;
    /** Answers that feedback rates wrong or partly right. */
    wrong: number;
  }>;
  /** Every channel, most questions first, also those that were not asked for. */
  channels: Array<{
    channel_type: string;
    /** Finished messages, with any outcome. */
    questions: number;
    answered: number;
    /** No answer was found, or it was withheld. */
    declined: number;
    /** Stopped by a guardrail or by a reviewer. */
    blocked: number;
    /** Failed or cancelled. */
    other: number;
    /** The answers by the band of their score. */
    bands: {
      high: number;
      medium: number;
      low: number;
    };
    /** The mean score of the answers; null if there are none. */
    mean_score: number | null;
    /** Answers that feedback rates right. */
    right: number;
    /** Answers that feedback rates wrong or partly right. */
    wrong: number;
  }>;
  /** Channels with fewer questions than those listed. */
  channels_omitted: number;
  /** What the newest answers cite first, most frequent first, as far as the caller may see them. */
  topics: Array<ActivityTopic>;
  /** How many answers the topics were counted in. */
  topics_examined: number;
  /** Whether there is more feedback than was read, so that some is missing. */
  labels_truncated: boolean;
}

export interface ActivityTopic {
  /** The title that the newest answer cites it by. */
  title: string;
  content_pack_id: string;
  document_id: string;
  /** How many of the examined answers cite it first. */
  count: number;
}

export interface AddDocumentRequest {
  /** The path within the pack, such as `travel/hotels.md`. */
  source?: string;
  /** The text of the document. Requires a `source` that ends in `.md` or `.txt`. */
  text?: string;
  /** The format of `text`. It must match the extension of `source`. */
  format?: "markdown" | "text";
  /** A URL to fetch the document from, instead of `text`. */
  fetch_url?: string;
  title?: string;
  /** The URL where people can read it, shown with citations. Only with `text`. */
  url?: string;
  /** Only members of at least one of these groups get answers from it; if empty, everyone does. */
  groups?: Array<string>;
  /** False: refused with `pack_conflict` if the draft has a document with this `source`. Only with `text`. */
  replace?: boolean;
}

export interface AgentContext {
  /** What an automated client should do next. More values may be added: accept values that you do not know. */
  suggested_next_action: Open<"use_answer" | "review_citations" | "ask_clarification" | "rephrase" | "escalate_to_human" | "request_access" | "retry_later" | "stop">;
  /** The format of the answer. More values may be added: accept values that you do not know. */
  answer_format: Open<"structured_text" | "plain_text" | "markdown" | "json">;
  /** Why the message was blocked; `none` if it was not blocked. More values may be added: accept values that you do not know. */
  blocked_reason: Open<"none" | "prompt_injection" | "unsafe_content" | "pii" | "secrets" | "out_of_scope" | "policy" | "ungrounded" | "guardrail_unavailable">;
  no_answer_cause: Open<"no_knowledge" | "nothing_found" | "below_risk_level" | "ambiguous" | "access_restricted" | "language_not_served"> | null;
  /** A question to ask the end user if the query is ambiguous; null otherwise. */
  clarifying_question: string | null;
  knowledge_grounded: boolean;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** The language to answer in, as a BCP 47 tag: as requested, otherwise as detected from the question; null if unknown. */
  question_language: string | null;
  /** The language of the answer, as a BCP 47 tag; null if unknown or if there is no answer. Differs from `question_language` if the answer could not be given in that language. */
  answer_language: string | null;
}

/** What a language model wrote, and what was delivered instead. */
export interface AnswerChange {
  model_tier: number;
  /** The provider's name and the model's. */
  model: string;
  /** The words of the model, redacted as answers are. Empty if it left out an item of a list, or if they may not be stored. */
  written: string;
  /** The source's own words in their place. Empty if the words were removed, if the whole answer was not used, or if they may not be stored. */
  delivered: string;
  /** Why: sources say otherwise; no judge is sure that they say it; a number, date, name or negation is not in them; none speaks of it; no judge could be asked; a judge is less sure than the policy wants; it reads otherwise than it is written; it was said before; what it belongs to was removed; it does not answer the question; or the list lacked an item of its source. More values may be added: accept values that you do not know. */
  reason: Open<"contradicted" | "unsupported" | "fact_missing" | "no_source" | "not_judged" | "below_minimum" | "disguised" | "repeated" | "depends_on_removed" | "irrelevant" | "incomplete_list">;
}

export interface AnswerDelta {
  /** The next part of the answer. It has passed all checks and is recorded; all parts concatenated are the answer. */
  text: string;
  /** How the words of the answer came about; null if there is no answer. */
  generated: Open<"written" | "quoted" | "curated"> | null;
}

export interface ApiKey {
  key_id: string;
  name: string;
  /** For people and secret scanners. More values may be added: accept values that you do not know. */
  mode: Open<"live" | "test">;
  /** Whether the key works. More values may be added: accept values that you do not know. */
  status: Open<"active" | "expired" | "revoked">;
  scopes: Array<Open<"query:write" | "messages:read" | "audit:read" | "audit:export" | "audit:erase" | "audit:sample" | "content:manage" | "guardrails:manage" | "webhooks:manage" | "keys:manage" | "log:read" | "review:decide" | "tenants:manage">>;
  /** The groups that requests with the key may name, and whose records it may read. Null: any. */
  groups: Array<string> | null;
  /** The origins of the pages that may use the key, if it is publishable; null if it is secret. */
  origins: Array<string> | null;
  /** The content packs that visitors with the key may ask, if it is publishable; null if it is secret. None: every question is refused. */
  content_pack_ids: Array<string> | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  /** The key that it replaces. */
  rotated_from: string | null;
}

export interface ApiKeyCreateRequest {
  /** What the key is for. */
  name?: string;
  /** What the key may do: only what the caller may do. */
  scopes?: Array<"query:write" | "messages:read" | "audit:read" | "audit:export" | "audit:erase" | "audit:sample" | "content:manage" | "guardrails:manage" | "webhooks:manage" | "keys:manage" | "log:read" | "review:decide" | "tenants:manage">;
  /** The groups that requests with the key may name in `groups`, and whose records it may read. `*`: any. */
  groups?: Array<string>;
  mode?: "live" | "test";
  /** Makes the key publishable: it may be part of a web page of these origins, and can only ask, follow its questions and give feedback, each visitor for themselves. Not with `groups`, `mode` or other `scopes`. */
  origins?: Array<string>;
  /** The content packs that a publishable key may ask. Without it the key may ask none until it is changed. Only with `origins`. */
  content_pack_ids?: Array<string>;
  expires_in_days?: number;
}

export interface ApiKeyPage {
  data: Array<ApiKey>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ApiKeyRotateRequest {
  /** For how many hours the old key still works. */
  overlap_hours?: number;
}

export interface ApiKeyUpdateRequest {
  name?: string;
  origins?: Array<string>;
  content_pack_ids?: Array<string>;
}

export interface AuditExport {
  export_id: string;
  /** `ready`: it can be downloaded. `withdrawn`: content of the tenant was erased since, so that the file is deleted; export again. More values may be added: accept values that you do not know. */
  status: Open<"running" | "ready" | "failed" | "withdrawn">;
  /** What the records were selected by. `filter`: by a status, a band or a tripwire, or by several criteria. `evidence`: it is a pack of evidence, a zip archive. More values may be added: accept values that you do not know. */
  selection: Open<"all" | "period" | "thread" | "end_user" | "filter" | "evidence">;
  /** Entries of the log that have been examined, of how many. */
  progress: {
    done: number;
    total: number;
  };
  /** Null until it is ready, and of evidence without records. */
  records: number | null;
  /** Null until it is ready, and of evidence without records. */
  events: number | null;
  /** The size of the checkpoint in the bundle; null if there is no bundle. */
  checkpoint_size: number | null;
  /** Of evidence that is ready: whether the log and the records verified when it was written; what did not is in the pack. Otherwise null. */
  log_verified: boolean | null;
  /** The size of the file; null until it is ready. */
  bytes: number | null;
  created_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  created_by: string;
  ended_at: string | null;
  /** When the export is deleted; null while it runs. */
  expires_at: string | null;
  /** Why it failed; null unless it did. */
  failure: string | null;
}

export interface AuditExportList {
  data: Array<AuditExport>;
}

/** Records that fulfil all criteria that are given; without any, all records. */
export interface AuditExportRequest {
  /** Questions asked at this time or later. */
  from?: string;
  /** Questions asked before this time. */
  until?: string;
  /** Records of this thread. */
  thread_id?: string;
  /** Records of this end user. */
  end_user_id?: string;
  /** Records with this status. A message that has not ended has no record yet. */
  status?: "queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled";
  /** Records with this confidence band. */
  band?: "high" | "medium" | "low" | "none";
  /** Records of messages that an enforced guardrail stopped, or all others. */
  tripwire_triggered?: boolean;
}

export interface AuditProof {
  message_id: string;
  leaf_index: number;
  leaf_hash: string;
  /** The exact text of the leaf. Its hash is SHA-256 of a zero byte followed by the UTF-8 bytes of this text. */
  entry: string;
  /** For each field that the leaf commits to, the salt that opens the commitment, which is HMAC-SHA-256 of the field text keyed with the salt. Once the content is erased or expired, only the salts of `facts` and `rules`; null once none remains. */
  salts: Record<string, string> | null;
  /** A signed checkpoint that covers the leaf. */
  checkpoint: Checkpoint;
  /** The RFC 6962 inclusion proof from the leaf to the root of the checkpoint, lowest hash first. */
  inclusion: Array<string>;
  /** Later events on the record, which are its erasure or expiry, oldest first. */
  events: Array<ProvenLogEvent>;
  /** The leaves that say what it was answered by, oldest first. The leaf of the record commits to their indexes under the name `rules`, as a JSON array. */
  rules_in_force: Array<ProvenLogEvent>;
  /** The key that verifies the signed checkpoint. Use a key that you obtained separately; do not trust the one delivered with the proof. */
  verifier_key: string;
}

export interface AuditRecord {
  id: string;
  tenant_id: string;
  thread_id: string;
  /** The question, redacted as the policy requires; empty once erased or expired. */
  question: string;
  /** The rewritten question that was searched for; null if the question was not rewritten, or once erased or expired. */
  refined_question: string | null;
  /** Earlier questions that the request stated, oldest first, as far as the policy allowed them to be used. They are what the client said, and not messages on record. Empty if there were none, or once erased or expired. */
  history: Array<string>;
  /** Empty if there is no answer, or once erased or expired. */
  answer: string;
  confidence_score: number;
  /** Whether an enforced guardrail blocked the message or failed closed. */
  tripwire_triggered: boolean;
  channel_type: string;
  created_at: string;
  message_id: string;
  request_id: string;
  /** The state of the message. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** Whether the question and answer are still stored. More values may be added: accept values that you do not know. */
  content_state: Open<"present" | "redacted" | "erased" | "expired">;
  /** As given in the request; null if it was not given, or once erased. */
  end_user_id: string | null;
  /** The groups that the question was answered for; null once erased or expired, and in records of versions that did not store them. */
  groups: Array<string> | null;
  /** As given in the request; empty once erased or expired. */
  metadata: Record<string, string>;
  /** The response as delivered; null once erased or expired. */
  response: QueryResponse | null;
  pack_versions: Array<PackVersion>;
  policy_version: string;
  /** What it was answered by, as the log says: the publication of each pack version, the policy, the calibration and the guarantee if there are any, the models, the settings and the software. The leaf of the record commits to the indexes of these leaves. Empty until the message was answered, and for records of earlier versions. */
  rules_in_force: Array<LogEvent>;
  /** Null if the prompt was not blocked, or if the policy allows its text to be stored. */
  blocked_prompt: BlockedPrompt | null;
  /** The model that scored the answer, even if the answer was withheld because of its score; null if there was no answer to score, or if it is pending review or was blocked in review. */
  confidence_model: ConfidenceModel | null;
  /** The outcome of the review; null if the answer was not reviewed, or is still pending review. */
  review: Review | null;
  cost: Cost;
  /** The tiers of language models that did not answer, or whose answer was not used or ends early, in the order in which they were tried. Empty if there were none, or once erased or expired. */
  failed_tiers: Array<FailedTier>;
  /** What language models asked to look up besides the question, in that order. Empty if there was nothing, or once erased or expired. */
  searches: Array<Search>;
  /** What language models wrote and what was not delivered as written, in that order. Empty if there was none, if the answer was not delivered, or once erased or expired. */
  answer_changes: Array<AnswerChange>;
  /** The answer of a language model or of the embedded models that was compared with the one delivered, and that differs; null if there was none, or once erased or expired. */
  other_answer: OtherAnswer | null;
  /** Null until the message has ended. */
  log: LogEntry | null;
}

export interface AuditRecordPage {
  data: Array<AuditRecord>;
  has_more: boolean;
  next_cursor: string | null;
}

/** What is stored of a blocked prompt instead of its text: a hash, and the code point ranges of the findings, without those of personal data or secrets. */
export interface BlockedPrompt {
  /** HMAC-SHA-256 of the prompt with a key of this installation. Equal prompts of a tenant have equal hashes. */
  hash: string;
  spans: Array<{
    guardrail_id: string;
    start: number;
    end: number;
  }>;
}

/** The budget as of now, regardless of the period. */
export interface BudgetStatus {
  /** The currency in the model settings. */
  currency: string;
  per_day: number | null;
  per_month: number | null;
  /** Null if there is no daily limit. */
  remaining_today: number | null;
  /** Null if there is no monthly limit. */
  remaining_this_month: number | null;
  /** What happens to questions once the budget is spent. More values may be added: accept values that you do not know. */
  when_spent: Open<"refuse" | "embedded">;
}

export interface Calibration {
  /** The built-in model of this service. */
  model: string;
  /** The revision in use; null if scores are those of the built-in model. */
  active_revision: number | null;
  /** Whether the service refits by itself. False after a reset, a revert or a dismissed proposal, until a proposal is accepted. */
  automatic: boolean;
  labels: {
    /** The total number of labels. */
    count: number;
    /** How many of them are from visitors with a publishable key, and are never used. */
    visitors: number;
    /** How many labelled answers a fit would use: the newest 5000, of those that count, with at most a fifth of them from one end user. */
    usable: number;
    /** How many of the usable answers are right. */
    right: number;
    /** How many of the usable answers are wrong or only partly right. */
    wrong: number;
    /** How many labels that count were added since the newest revision. */
    since_fit: number;
  };
  /** The minimum that a fit requires. */
  needed: {
    usable: number;
    right: number;
    wrong: number;
  };
  /** The change that is proposed; null if there is none. */
  proposal: CalibrationProposal | null;
  /** The 20 newest revisions, newest first. */
  revisions: Array<CalibrationRevision>;
}

export interface CalibrationFit {
  /** Added to the logit of the built-in model. */
  offset: number;
  /** The factor that the logit of the built-in model is multiplied by; 1 leaves it unchanged. */
  slope: number;
  /** A further offset for each answer method. */
  methods: Record<string, number>;
  /** The number of labelled answers in the fit. */
  example_count: number;
  right_count: number;
  /** How many people and keys labelled them. */
  author_count: number;
  /** How many keys, or people who were signed in, the labels came with. */
  key_count: number;
  /** Cross-validated log loss on held-out answers, with and without the calibration. Lower is better. Both are equal for a revision that changes nothing. */
  log_loss: {
    with: number;
    without: number;
  };
}

export interface CalibrationProposal {
  id: string;
  /** `fit`: a calibration that predicts the labels better. `withdrawal`: one that changes nothing, because the labels no longer support the active one. More values may be added: accept values that you do not know. */
  kind: Open<"fit" | "withdrawal">;
  fit: CalibrationFit;
  created_at: string;
  /** Null if the service made it by itself. */
  created_by: string | null;
  /** No score, of whatever answer, would change by more than this. */
  largest_change: number;
  /** When the service applies it by itself, unless it is accepted or dismissed before. Null if it waits for a person, because it changes scores by more than may change without one. */
  applies_at: string | null;
  /** What the scores of the most recent answers are with the active calibration, and would be with this one, before caps. */
  scores: Array<{
    message_id: string;
    before: number;
    after: number;
  }>;
}

export interface CalibrationRevision {
  revision: number;
  /** The built-in model that this revision applies to. */
  model: string;
  /** Null if this revision resets to the built-in model. */
  fit: CalibrationFit | null;
  created_at: string;
  /** Null if the service made it by itself. */
  created_by: string | null;
  /** How it came into force. `accepted`: somebody accepted a proposal. `automatic`: the service applied a small proposal after a day. `dismissed`: a proposal was dismissed, and this repeats what was in force. `reverted`: an earlier revision was restored. More values may be added: accept values that you do not know. */
  cause: Open<"accepted" | "automatic" | "dismissed" | "reset" | "reverted">;
}

export interface ChangeItemsRequest {
  /** Documents and curated pairs. Those that the draft does not have are left out. */
  item_ids: Array<string>;
  /** Only members of at least one of these groups get answers from it; if empty, everyone does. */
  groups?: Array<string>;
  /** Who looks after them; null: nobody. */
  owner?: string | null;
  add_tags?: Array<string>;
  remove_tags?: Array<string>;
}

export interface ChangedItems {
  /** How many of them the draft has; all of them are now so. */
  changed: number;
}

export interface ChatAnnotation {
  type: "url_citation";
  url_citation: ChatUrlCitation;
}

export interface ChatAnswer {
  role: "assistant";
  content: string;
  refusal: null;
  annotations: Array<ChatAnnotation>;
}

/** What is on record of the answer. In a stream it comes with the last part. */
export interface ChatAvow {
  message_id: string;
  audit_ref: string;
  thread_id: string;
  /** The state of the message. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  confidence: number;
  /** The band of the confidence. More values may be added: accept values that you do not know. */
  band: Open<"high" | "medium" | "low" | "none">;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** How the words of the answer came about; null if there is no answer. */
  generated: Open<"written" | "quoted" | "curated"> | null;
  /** What an automated client should do next. More values may be added: accept values that you do not know. */
  suggested_next_action: Open<"use_answer" | "review_citations" | "ask_clarification" | "rephrase" | "escalate_to_human" | "request_access" | "retry_later" | "stop">;
  citations: Array<Citation>;
  /** Null: no signed checkpoint covers the record yet. It is at `receipt_path` then. */
  receipt: Receipt | null;
  /** Where the receipt of the answer is taken. */
  receipt_path: string;
  /** The parameters of the request that had no effect, and `messages` of other roles. */
  ignored: Array<string>;
}

/** As in `POST /v1/query`. */
export interface ChatAvowRequest {
  /** The thread that this question continues. Default: a new thread. */
  thread_id?: string;
  /** Restricts the query to these content packs. */
  content_pack_ids?: Array<string>;
  /** The model tier to start from, if the policy allows the client to choose. */
  model_tier?: number;
  /** The end user who asks, for access rules, erasure and limits. */
  end_user_id?: string;
  /** The end user's groups, of those that the key may name. Without them only unrestricted content is used, or for a person who is signed in that of their own groups. Not with `End-User-Token`. */
  groups?: Array<string>;
  /** The language to answer in, as a BCP 47 tag. */
  language?: string;
  /** Default: `markdown`. An answer in JSON is asked for by `response_format`. */
  answer_format?: "structured_text" | "plain_text" | "markdown";
}

export interface ChatChoice {
  index: 0;
  message: ChatAnswer;
  logprobs: null;
  /** Why the content ends: `content_filter` if the message was blocked. More values may be added: accept values that you do not know. */
  finish_reason: Open<"stop" | "content_filter">;
}

export interface ChatChunkChoice {
  index: 0;
  delta: ChatDelta;
  logprobs: null;
  finish_reason: Open<"stop" | "content_filter"> | null;
}

export interface ChatCompletion {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  object: "chat.completion";
  choices: Array<ChatChoice>;
  usage: ChatUsage;
  avow: ChatAvow;
}

export interface ChatCompletionChunk {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  object: "chat.completion.chunk";
  choices: Array<ChatChunkChoice>;
  usage?: ChatUsage | null;
  avow?: ChatAvow;
}

export interface ChatCompletionRequest {
  /** Always `avow`. */
  model: string;
  /** The last message is the question, and must be from the user. Earlier messages of the user help to understand a follow-up; all others are ignored. */
  messages: Array<ChatMessageRequest>;
  stream?: boolean | null;
  stream_options?: ChatStreamOptionsRequest | null;
  response_format?: ChatResponseFormatRequest | null;
  user?: string | null;
  safety_identifier?: string | null;
  metadata?: Record<string, string> | null;
  n?: number | null;
  avow?: ChatAvowRequest | null;
}

/** Only parts of the type `text` can be read. */
export interface ChatContentPartRequest {
  type: string;
  text?: string;
}

export interface ChatDelta {
  role?: "assistant";
  content?: string;
  annotations?: Array<ChatAnnotation>;
}

export interface ChatError {
  error: ChatErrorDetail;
}

export interface ChatErrorDetail {
  message: string;
  type: string;
  /** The part of the request that is at fault. */
  param: string | null;
  /** The code of the problem. */
  code: string;
  request_id: string;
  message_id?: string;
}

export interface ChatJsonSchemaRequest {
  /** A JSON Schema for the answer, at most 16 KiB. Only with `answer_format` `json`. */
  schema?: Record<string, unknown>;
}

export interface ChatMessageRequest {
  role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
  content?: string | Array<ChatContentPartRequest> | null;
}

export interface ChatModel {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
}

export interface ChatModelList {
  object: "list";
  data: Array<ChatModel>;
}

export interface ChatResponseFormatRequest {
  type: "text" | "json_object" | "json_schema";
  json_schema?: ChatJsonSchemaRequest;
}

export interface ChatStreamOptionsRequest {
  include_usage?: boolean | null;
}

export interface ChatUrlCitation {
  /** The address of the source, or that of the resource at `/mcp` if it has none. */
  url: string;
  title: string;
  /** A code point offset into the content. */
  start_index: number;
  end_index: number;
}

/** The tokens of language models of the operator; 0 if none was asked. */
export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export interface CheckAnswerRequest {
  /** Whether the answer is entirely right. Partly right is wrong: people rely on all of it. */
  right: boolean;
}

export interface Checkpoint {
  /** The number of leaves in the log. */
  size: number;
  /** The root hash of the tree over these leaves. */
  root: string;
  /** The exact text of the signed checkpoint. */
  note: string;
  created_at: string;
}

export interface Citation {
  source: string;
  title: string;
  /** The document, or the curated pair whose answer was used. */
  document_id: string;
  content_pack_id: string;
  /** How well the quote answers the question or supports the text, to four decimals. */
  score: number;
  /** The exact stored text; null if redacted. */
  quote: string | null;
  /** The code point offset of the start of the quote in the stored text. */
  start: number | null;
  /** The code point offset of the end of the quote (exclusive) in the stored text. */
  end: number | null;
  /** The code point offset of the start of the supported part of the answer. */
  answer_start: number;
  /** The code point offset of the end (exclusive) of the supported part of the answer. */
  answer_end: number;
  url: string | null;
  /** How the quote is used: `supports` if the cited part of the answer was written by a model and rests on it, `quotes` if that part is the quote itself. More values may be added: accept values that you do not know. */
  use: Open<"supports" | "quotes">;
}

export interface CitedItem {
  content_pack_id: string;
  /** A document, or a curated pair (`qna_…`). */
  document_id: string;
}

/** As in the response to a query. */
export interface ComparedAnswer {
  /** Empty while there is no answer. */
  answer: string;
  /** The state of the message. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  confidence: Confidence;
  citations: Array<Citation>;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** How the words of the answer came about; null if there is no answer. */
  generated: Open<"written" | "quoted" | "curated"> | null;
  agent_context: AgentContext;
}

export interface Confidence {
  /** The calibrated probability that the answer is right and supported, to four decimals. */
  score: number;
  /** The band of the score; `none` if there is no answer. More values may be added: accept values that you do not know. */
  band: Open<"high" | "medium" | "low" | "none">;
  /** The raw score of the tool that produced the answer, before calibration and caps; 0 if there is no answer. */
  tool_confidence_score: number;
  /** What was guaranteed of the band `high` when the answer was scored. It says nothing of answers in other bands. Null if there was none, or no answer. */
  guarantee: ConfidenceGuarantee | null;
}

export interface ConfidenceCap {
  /** Why the score is capped. More values may be added: accept values that you do not know. */
  cause: Open<"degraded" | "failed_open" | "unsupported" | "conflicting_sources">;
  /** The cap, as set in the policy. */
  max: number;
  /** The cause in one sentence. */
  description: string;
}

export interface ConfidenceExplanation {
  /** The name of the confidence model. It changes whenever the weights change. */
  model: string;
  /** The revision of the tenant's calibration; null if none was active. */
  calibration: number | null;
  /** How the answer was produced. More values may be added: accept values that you do not know. */
  method: Open<"curated_exact" | "curated_similar" | "curated_semantic" | "extractive" | "keyword" | "generative_tier_1" | "generative_tier_2" | "generative_tier_3">;
  /** The calibrated probability that the answer is right, to four decimals, before caps. */
  calibrated: number;
  /** The factors, largest effect first. */
  factors: Array<ConfidenceFactor>;
  /** The caps that apply, whether or not the score was above them. */
  caps: Array<ConfidenceCap>;
  /** Answers that score below this are withheld. */
  risk_level: number;
  withheld: boolean;
}

export interface ConfidenceFactor {
  /** The factor. More values may be added: accept values that you do not know. */
  feature: Open<"match" | "match_margin" | "relevance" | "relevance_gap" | "span_margin" | "span_lead" | "search_rank" | "nearness" | "agreement" | "lowest_support" | "contradiction" | "term_coverage" | "entity_coverage" | "heading_match" | "type_match" | "addressed" | "kept_share" | "log_probability" | "method" | "calibration" | "translated">;
  /** The factor in one sentence. */
  description: string;
  /** How much it raised (or, if negative, lowered) the probability, to four decimals. */
  effect: number;
}

export interface ConfidenceGuarantee {
  /** At most this share of the answers in the band `high` is wrong. */
  wrong_max: number;
  /** The confidence with which that holds. */
  level: number;
  /** How many checked answers it is shown by. */
  answers: number;
  /** When it was put in force. */
  since: string;
}

export interface ConfidenceInsight {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  /** The number of labelled answers in the period: at most the newest 5000 labels of each week. */
  labels: number;
  /** Whether older labels were not counted because of this limit. */
  labels_truncated: boolean;
  /** Answers that only visitors with a publishable key have labelled. They are in no other figure. */
  visitors: {
    labelled: number;
    right: number;
  };
  /** For the whole period, highest band first. */
  bands: Array<{
    /** The confidence band. More values may be added: accept values that you do not know. */
    band: Open<"high" | "medium" | "low" | "none">;
    /** The number of answers given. */
    answers: number;
    /** The mean score of these answers; null if there are none. */
    mean_score: number | null;
    /** Answers in this score range that people labelled right or wrong, including answers that were blocked in review. */
    labelled: number;
    /** Labelled answers that are right; partly right answers do not count. */
    right: number;
    /** The share of labelled answers that are right; null if none is labelled. */
    right_share: number | null;
    right_interval: ShareInterval | null;
    /** The share of labelled answers that are not right. */
    error_rate: number | null;
    error_interval: ShareInterval | null;
  }>;
  /** Every week of the period, oldest first. */
  weeks: Array<{
    /** An ISO week in UTC, such as `2026-W46`. */
    week: string;
    /** The number of answers given. */
    answers: number;
    /** The mean score of these answers; null if there are none. */
    mean_score: number | null;
    /** Answers in this score range that people labelled right or wrong, including answers that were blocked in review. */
    labelled: number;
    /** Labelled answers that are right; partly right answers do not count. */
    right: number;
    /** The share of labelled answers that are right; null if none is labelled. */
    right_share: number | null;
    right_interval: ShareInterval | null;
    /** The share of labelled answers that are not right. */
    error_rate: number | null;
    error_interval: ShareInterval | null;
    bands: Array<{
      /** The confidence band. More values may be added: accept values that you do not know. */
      band: Open<"high" | "medium" | "low" | "none">;
      /** The number of answers given. */
      answers: number;
      /** The mean score of these answers; null if there are none. */
      mean_score: number | null;
      /** Answers in this score range that people labelled right or wrong, including answers that were blocked in review. */
      labelled: number;
      /** Labelled answers that are right; partly right answers do not count. */
      right: number;
      /** The share of labelled answers that are right; null if none is labelled. */
      right_share: number | null;
      right_interval: ShareInterval | null;
      /** The share of labelled answers that are not right. */
      error_rate: number | null;
      error_interval: ShareInterval | null;
    }>;
  }>;
  /** The labelled answers by answer method. */
  methods: Array<{
    /** How the answers were produced. More values may be added: accept values that you do not know. */
    method: Open<"curated_exact" | "curated_similar" | "curated_semantic" | "extractive" | "keyword" | "generative_tier_1" | "generative_tier_2" | "generative_tier_3">;
    labelled: number;
    right: number;
    right_share: number;
    right_interval: ShareInterval;
    mean_score: number;
  }>;
  /** The expected calibration error of the labelled answers. */
  calibration_error: {
    /** The number of labelled answers used: at most the newest 2,000. */
    labelled: number;
    /** The expected calibration error; null if nothing is labelled. */
    error: number | null;
    interval: ShareInterval | null;
    /** Bins of equal size, by score, for a reliability diagram. */
    bins: Array<ReliabilityBin>;
  };
  /** Questions without an answer. */
  no_answer: {
    /** Questions without an answer, not counting blocked ones. */
    count: number;
    /** How many of these, the newest, were examined for the cause. */
    examined: number;
    /** How many of the examined ones had an answer below the risk level. */
    withheld: number;
  };
  /** The thresholds of the policy in force. */
  thresholds: {
    high: number;
    medium: number;
    risk_level: number;
  };
  /** The active calibration. */
  calibration: {
    model: string;
    /** Null if scores are those of the built-in model. */
    revision: number | null;
    /** The number of labelled answers in the fit. */
    examples: number;
    /** How many labels a refit would use now. */
    usable: number;
    /** How many more labels a refit requires; all 0 if it can run. */
    missing: {
      usable: number;
      right: number;
      wrong: number;
    };
  };
}

export interface ConfidenceModel {
  /** The name changes whenever the weights change. */
  name: string;
  /** The revision of the tenant's calibration; null if none was active. */
  calibration: number | null;
}

export interface ConfidenceState {
  /** The built-in model that scores. */
  model: string;
  /** The active calibration; null: none. */
  calibration: number | null;
  /** The score at which the band `high` begins now. */
  high: number;
  /** The guarantee in force. Null: none is, and the band `high` begins where the policy says, by the scores of the built-in model or the active calibration. */
  guarantee: GuaranteeRevision | null;
  /** Why there is a guarantee or none. `never_drawn`: no answers were drawn to check. `too_few_checked`: the checks do not show any line yet. `ready`: the checks show a line that nobody has put in force. More values may be added: accept values that you do not know. */
  reason: Open<"in_force" | "never_drawn" | "too_few_checked" | "ready" | "lapsed" | "ended">;
  /** The newest draw; null: none. */
  draw: GuaranteeDraw | null;
  /** What was seen since the guarantee is in force; null without one. */
  watch: {
    /** The newest answers in the band `high` that were drawn and checked since it is in force: at most 300. */
    checked: {
      answers: number;
      wrong: number;
    };
    /** Answers in the band `high` since then, and those that feedback that counts calls wrong. */
    reported: {
      answers: number;
      wrong: number;
    };
    /** How far the distribution of scores has moved since: 0 not at all, 1 entirely. */
    score_shift: number;
    cause: Open<"checked_wrong" | "reported_wrong" | "scores_shifted" | "expired"> | null;
    expires_at: string;
  } | null;
  /** How many answers above the line a first draw must show right, if so many are wrong. */
  needed: Array<{
    wrong_max: number;
    none_wrong: number;
    one_wrong: number;
    three_wrong: number;
  }>;
  /** What came into force and ended, newest first. */
  revisions: Array<GuaranteeRevision>;
}

export interface ConfluenceConnectionRequest {
  kind: "confluence";
  /** The address of the wiki, such as `https://example.atlassian.net/wiki`. */
  url: string;
  edition?: "cloud" | "data_center";
  /** The key of the space that is read. */
  space: string;
  /** What becomes of the permissions of the source. `groups`: its groups apply under their own names, except those in `access_map`. `mapped`: only what `access_map` names applies. `ignore`: permissions are not read, and the `groups` of the source apply. What nobody is admitted to in this way is left out and listed; it is never made public. */
  access?: "groups" | "mapped" | "ignore";
  /** Who stands for the groups, people and domains of the source. */
  access_map?: Array<{
    /** As the source names it: `group:…`, `user:…`, `domain:…`, `site-group:…`, `space:…`, `organization` or `anyone`. */
    principal: string;
    /** The group that stands for it; null: everyone, as far as the `groups` of the source allow. */
    group: string | null;
  }>;
}

export interface ContentJob {
  id: string;
  /** What the job does: imports documents, imports curated pairs, or publishes the draft. More values may be added: accept values that you do not know. */
  kind: Open<"documents" | "qna" | "publish">;
  /** The state of the job. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "running" | "succeeded" | "failed" | "cancelled">;
  /** How many of `total` are done: files, or passages of a version. */
  done: number;
  total: number;
  counts: {
    added: number;
    changed: number;
    unchanged: number;
    failed: number;
  };
  /** What could not be imported, and why; at most the first thousand. */
  errors: Array<{
    file: string;
    reason: string;
  }>;
  /** The version that was published. */
  version: number | null;
  /** Why the job failed. */
  failure: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}

export interface ContentJobPage {
  data: Array<ContentJob>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ContentPack {
  id: string;
  name: string;
  description: string;
  created_at: string;
  updated_at: string;
  /** The working copy. It is not served until it is published. */
  draft: {
    document_count: number;
    qna_count: number;
    /** Whether the draft differs from the latest version. */
    changed: boolean;
  };
  /** The highest version that was ever published; null if none was. */
  latest_version: number | null;
  /** The version that answers come from; null if nothing is published. */
  published_version: number | null;
  /** Progress of embedding the published version for semantic search. Passages that are not embedded yet are found by keyword search. Null if nothing is published. */
  embeddings: {
    done: number;
    total: number;
  } | null;
  /** How many documents of the published version are screened for instructions to language models. Passages of the others are screened when a question needs them. Null if nothing is published. */
  screening: {
    done: number;
    total: number;
  } | null;
}

export interface ContentPackPage {
  data: Array<ContentPack>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ContentPackReport {
  draft_revision: number;
  near_duplicates: Array<NearDuplicate>;
  contradictions: Array<Contradiction>;
  suspicious: Array<SuspiciousText>;
  /** Passages that are left out of answers under the current guardrail policy, the clearest first. A change of the policy applies at once. */
  left_out: Array<LeftOutPassage>;
  /** Passages that are not screened yet, so that it is not known whether they are left out. Request the report again later. */
  unscreened: number;
  historical: Array<HistoricalDocument>;
  /** Whether the lists were cut off. */
  truncated: boolean;
}

export interface ContentPackVersion {
  version: number;
  document_count: number;
  qna_count: number;
  passage_count: number;
  note: string;
  published_at: string;
  /** Whether its content was deleted, so that it cannot be published again. */
  retired: boolean;
  /** The nodes that are alive, if several share the records, and whether each serves this version yet. Null for a version that is not published, and if one process serves alone. */
  nodes: Array<{
    /** Of a process that serves: new with each start. */
    node_id: string;
    /** False while it still answers from the version before. */
    serving: boolean;
  }> | null;
}

export interface ContentPackVersionPage {
  data: Array<ContentPackVersion>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ContentSearch {
  passages: Array<FoundPassage>;
  qna: Array<FoundQna>;
  /** False if something could not be searched, or not by semantic search. */
  complete: boolean;
}

export interface ContentSearchRequest {
  question: string;
  /** Searches what members of these groups may see. If empty, unrestricted content only. */
  groups?: Array<string>;
  /** Restricts the search to these content packs. */
  content_pack_ids?: Array<string>;
  /** At most as many passages, and as many curated pairs. */
  limit?: number;
}

export interface ContentSource {
  id: string;
  pack_id: string;
  name: string;
  connection: SourceConnection;
  /** The names of the credentials that are stored. Their values are never returned. */
  credentials: Array<string>;
  groups: Array<string>;
  sync_every_minutes: number | null;
  /** What becomes of changes. More values may be added: accept values that you do not know. */
  publish: Open<"automatic" | "manual">;
  removal_limit_percent: number;
  /** Whether it is read. More values may be added: accept values that you do not know. */
  status: Open<"active" | "paused">;
  paused_reason: Open<"request" | "crashes"> | null;
  /** How many items the last complete sync knew. */
  item_count: number;
  next_sync_at: string | null;
  /** When the first sync failed after the last that did not; null: it is not failing. */
  failing_since: string | null;
  /** The sync in progress. */
  sync: SourceSyncProgress | null;
  last_sync: SourceSyncResult | null;
  created_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  created_by: string;
  updated_at: string;
}

export interface ContentSourcePage {
  data: Array<ContentSource>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Contradiction {
  /** The kind of text. More values may be added: accept values that you do not know. */
  kind: Open<"document" | "qna">;
  /** Pairs with the same question and different answers; empty for documents. */
  questions: Array<{
    qna_id: string;
    question: string;
    answer: string;
  }>;
  /** Sentences that differ only in a value or a negation; empty for pairs. */
  locations: Array<{
    id: string;
    source: string;
    quote: string;
  }>;
  reason: string;
}

export interface ControlCharactersGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "control_characters";
  stage: "input";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: Record<string, never>;
}

export interface Conversation {
  thread_id: string;
  /** Oldest first; of a longer thread the last 50. Messages whose content is erased or expired are not included. */
  turns: Array<ConversationTurn>;
  /** Whether the thread has earlier messages. */
  has_earlier: boolean;
}

export interface ConversationTurn {
  /** What was asked, as far as it is stored. */
  question: string;
  message: QueryResponse;
  /** Whether a person decided on the answer before it was given. */
  reviewed: boolean;
  /** Null: nobody asked for a person. */
  handover: Handover | null;
}

export interface Cost {
  /** ISO 4217. */
  currency: string;
  amount: number;
  input_tokens: number;
  output_tokens: number;
}

export interface CostInsight {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  /** Every day of the period, oldest first. Spend is counted for whole days. */
  days: Array<{
    /** A day in UTC. */
    day: string;
    /** Messages of this day, with any outcome. */
    messages: number;
    /** How many of them were answered. */
    answers: number;
    /** One entry per currency; empty if nothing was spent. */
    spent: Array<Spend>;
  }>;
  total: {
    /** Messages of this day, with any outcome. */
    messages: number;
    /** How many of them were answered. */
    answers: number;
    spent: Array<Spend>;
  };
  /** Null if the tenant has no budget limit. */
  budget: BudgetStatus | null;
}

export interface CreateContentPackRequest {
  /** Unique within the tenant. */
  name: string;
  description?: string;
}

export interface CreateSourceRequest {
  /** Unique within the pack. The documents of the source are in the folder of this name; it cannot be changed. */
  name: string;
  connection: SourceConnectionRequest;
  credentials?: SourceCredentialsRequest | null;
  /** Who may get answers from documents for which the source itself names no groups; if empty, everyone. Groups that a file names can only narrow this. */
  groups?: Array<string>;
  /** How often it is read, in minutes; null: only on request. */
  sync_every_minutes?: number | null;
  /** `automatic`: changes are published once the publish gate passes, unless the draft has changes by people or an older version is served. `manual`: they wait in the draft. */
  publish?: "automatic" | "manual";
  /** A sync that would remove more than this share of the documents of the source changes nothing and asks: it is repeated with `allow_removals`. 100: it never asks. */
  removal_limit_percent?: number;
}

export interface CreatedTenant {
  tenant_id: string;
  name: string;
  /** Whether requests of the tenant are accepted. More values may be added: accept values that you do not know. */
  status: Open<"active" | "suspended">;
  created_at: string;
  /** Null if the request named none. */
  owner: UserWithLink | null;
}

export interface DiscardChangesRequest {
  /** The documents and curated pairs to bring back. Default: everything that differs. */
  item_ids?: Array<string>;
}

export interface DiscardedChanges {
  /** Documents and pairs that are as published again; those that did not differ are not counted. */
  discarded: number;
}

export interface Document {
  id: string;
  source: string;
  title: string;
  url: string | null;
  groups: Array<string>;
  /** The format of the text. More values may be added: accept values that you do not know. */
  format: Open<"markdown" | "text">;
  /** The length of the text in code points. */
  code_points: number;
  updated_at: string;
  /** Who looks after it, now; not a part of versions. Null: nobody is named. */
  owner: string | null;
  /** Your own labels, as they are now; not a part of versions. */
  tags: Array<string>;
  /** The text that citations quote, and that their offsets refer to. */
  text: string;
}

export interface DocumentPage {
  data: Array<DocumentSummary>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface DocumentSummary {
  id: string;
  source: string;
  title: string;
  url: string | null;
  groups: Array<string>;
  /** The format of the text. More values may be added: accept values that you do not know. */
  format: Open<"markdown" | "text">;
  /** The length of the text in code points. */
  code_points: number;
  updated_at: string;
  /** Who looks after it, now; not a part of versions. Null: nobody is named. */
  owner: string | null;
  /** Your own labels, as they are now; not a part of versions. */
  tags: Array<string>;
}

export interface DocumentUploadRequest {
  /** The files. Each is a part named `file` that has a file name. */
  file: Array<string>;
  /** One path per file, in the same order. Default: the file names. */
  source?: Array<string>;
  /** One title per file, in the same order. Default: taken from the files. */
  title?: Array<string>;
  /** One URL per file, in the same order, where people can read it. */
  url?: Array<string>;
  /** Access groups for all files, as a JSON array in one field or as one field per group. Only members of at least one of them get answers from the files; if empty, everyone does. */
  groups?: Array<string>;
}

export interface DraftChange {
  /** What has changed. More values may be added: accept values that you do not know. */
  kind: Open<"document" | "qna">;
  id: string;
  /** How the draft differs. More values may be added: accept values that you do not know. */
  change: Open<"added" | "changed" | "removed">;
  /** The title of a document, or the question of a pair. */
  title: string;
  source: string;
  /** The version that the draft is compared with: the published one, or the latest if none is published. Null if there is none. */
  version: number | null;
  /** Null for a curated pair. */
  document: {
    /** As published; null if it was added. */
    before: Document | null;
    /** As in the draft; null if it was removed. */
    after: Document | null;
  } | null;
  /** Null for a document. */
  qna: {
    /** As published; null if it was added. */
    before: Qna | null;
    /** As in the draft; null if it was removed. */
    after: Qna | null;
  } | null;
}

export interface DraftChangePage {
  data: Array<DraftChangeSummary>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface DraftChangeSummary {
  /** What has changed. More values may be added: accept values that you do not know. */
  kind: Open<"document" | "qna">;
  id: string;
  /** How the draft differs. More values may be added: accept values that you do not know. */
  change: Open<"added" | "changed" | "removed">;
  /** The title of a document, or the question of a pair. */
  title: string;
  source: string;
  /** The version that the draft is compared with: the published one, or the latest if none is published. Null if there is none. */
  version: number | null;
}

export interface DraftTrial {
  draft: DraftTrialSide;
  /** The same question to the published version; null if none is published. */
  published: DraftTrialSide | null;
}

/** As in the response to a query. It is not on record. */
export interface DraftTrialAnswer {
  /** Empty while there is no answer. */
  answer: string;
  /** The state of the message. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  confidence: Confidence;
  citations: Array<Citation>;
  /** If no answer was found: the passages nearest to the question, as the search ranks them. They do not answer it. Empty if nothing was near enough. */
  related: Array<RelatedPassage>;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  agent_context: AgentContext;
}

export interface DraftTrialRequest {
  question: string;
  /** The groups to ask as a member of. If empty, only unrestricted content is used. */
  groups?: Array<string>;
}

export interface DraftTrialSide {
  /** The version that was asked, or that the draft would be published as. */
  version: number;
  /** Null if the question could not be asked. */
  response: DraftTrialAnswer | null;
  /** The code of the problem that kept the question from being asked. */
  problem: string | null;
}

export interface DrawAnswersRequest {
  /** The share of wrong answers that the guarantee is to exclude. It is settled before anything is checked. */
  wrong_max: number;
  /** How many answers are drawn; 200 by default. */
  count?: number;
  /** From the answers of how many days; 30 by default. Answers from before the active calibration are left out. */
  days?: number;
}

export interface DrawnAnswer {
  message_id: string;
  question: string;
  answer: string;
  citations: Array<Citation>;
  created_at: string;
}

export interface DrawnAnswers {
  data: Array<DrawnAnswer>;
  /** How many are left in all, also those that the caller may not see. */
  unchecked: number;
}

export type EmptyRequest = Record<string, never>;

export interface EndUserErasure {
  /** The number of messages that this call erased. */
  erased: number;
  /** Messages of the end user, or with their feedback, that were not erased because of a legal hold on the message, on its thread, or on another person who gave feedback on it. */
  under_legal_hold: Array<string>;
  /** Messages that are still being answered or are pending review, including ones that are not recorded yet. Erase them once they have ended. */
  unfinished: Array<string>;
  /** Curated pairs that were drafted from the erased content. They are part of a content pack and are not erased: review them. */
  curated_pairs: Array<string>;
  /** Whether more messages remain: call again. */
  has_more: boolean;
}

export interface EraseReasonRequest {
  /** The position of the event. */
  leaf_index: number;
}

/** A figure with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export interface EvaluatedCalibration {
  /** The number of answers that were given, and so have a score. */
  answer_count: number;
  /** Expected calibration error (ECE). */
  expected_error: Estimate;
  brier: Estimate;
  /** The area under the risk–coverage curve. Lower means that scores rank right answers higher. */
  risk_area: Estimate;
  /** The share of all questions that can be answered with 80 % of the answers right. */
  coverage_at_80: number;
  coverage_at_95: number;
  bins: Array<{
    count: number;
    mean_score: number;
    right_share: number;
    low: number;
    high: number;
  }>;
  risk_coverage: Array<{
    coverage: number;
    right_share: number;
  }>;
}

/** A share with its 95 % interval. */
export interface EvaluatedShare {
  hits: number;
  total: number;
  value: number;
  low: number;
  high: number;
}

export interface Evaluation {
  id: string;
  /** The state of the evaluation. More values may be added: accept values that you do not know. */
  status: Open<"running" | "complete" | "failed" | "cancelled">;
  step: Open<"preparing" | "encoding" | "asking"> | null;
  /** Progress within the step; in the last step, the number of questions asked. */
  done: number;
  total: number;
  right_count: number;
  /** Why it failed. */
  failure: string | null;
  /** Given once the evaluation is complete. */
  report: EvaluationReport | null;
}

export interface EvaluationComparison {
  base: {
    id: string;
    content_pack: {
      id: string;
      name: string;
    };
    subject: {
      /** A published version, or the draft. More values may be added: accept values that you do not know. */
      kind: Open<"version" | "draft">;
      /** For a draft, the version that it would be published as. */
      version: number;
      /** Null if the subject is a version. */
      draft_revision: number | null;
    };
    conditions: {
      /** Equal for runs with the same questions, models, policy and settings, which can be compared directly. */
      hash: string;
      service_version: string;
      /** Null if the policy decides. */
      model_tier: number | null;
      policy: {
        /** The policy of the tenant, or one given for this run. More values may be added: accept values that you do not know. */
        origin: Open<"in_force" | "given">;
        version: string;
      };
      models: {
        encoder: string | null;
        reader: string | null;
        tiers: Array<string>;
        refinement: string | null;
      };
      confidence_model: string | null;
    };
    /** `partial` means that the run was interrupted and can be resumed. More values may be added: accept values that you do not know. */
    status: Open<"complete" | "partial">;
  };
  other: {
    id: string;
    content_pack: {
      id: string;
      name: string;
    };
    subject: {
      /** A published version, or the draft. More values may be added: accept values that you do not know. */
      kind: Open<"version" | "draft">;
      /** For a draft, the version that it would be published as. */
      version: number;
      /** Null if the subject is a version. */
      draft_revision: number | null;
    };
    conditions: {
      /** Equal for runs with the same questions, models, policy and settings, which can be compared directly. */
      hash: string;
      service_version: string;
      /** Null if the policy decides. */
      model_tier: number | null;
      policy: {
        /** The policy of the tenant, or one given for this run. More values may be added: accept values that you do not know. */
        origin: Open<"in_force" | "given">;
        version: string;
      };
      models: {
        encoder: string | null;
        reader: string | null;
        tiers: Array<string>;
        refinement: string | null;
      };
      confidence_model: string | null;
    };
    /** `partial` means that the run was interrupted and can be resumed. More values may be added: accept values that you do not know. */
    status: Open<"complete" | "partial">;
  };
  /** Questions in both runs. */
  shared_count: number;
  only_base_count: number;
  only_other_count: number;
  /** What else differed between the runs, in words. It may explain the difference. */
  differing: Array<string>;
  figures: Array<{
    /** The figure. More values may be added: accept values that you do not know. */
    figure: Open<"accuracy" | "right_of_answerable" | "refused_of_not_covered" | "refused_of_answerable" | "sources_cited" | "grounded" | "expected_calibration_error" | "brier" | "risk_area" | "median_time_ms" | "cost">;
    /** The unit. More values may be added: accept values that you do not know. */
    unit: Open<"share" | "error" | "ms" | "currency">;
    /** Whether higher or lower is better. More values may be added: accept values that you do not know. */
    better: Open<"higher" | "lower">;
    currency: string | null;
    base: number;
    other: number;
    /** `other` minus `base`, with a 95 % interval by paired bootstrap. */
    difference: Estimate;
  }>;
  changed: Array<{
    /** How the outcome changed; `other` means neither better nor worse. More values may be added: accept values that you do not know. */
    change: Open<"better" | "worse" | "other">;
    base: EvaluationResult;
    other: EvaluationResult;
  }>;
}

export interface EvaluationFigures {
  /** The share of right outcomes among all questions. */
  accuracy: EvaluatedShare | null;
  answerable: {
    total: number;
    right: EvaluatedShare | null;
    partly: EvaluatedShare | null;
    wrong: EvaluatedShare | null;
    /** Wrongly refused. */
    refused: EvaluatedShare | null;
  };
  not_covered: {
    total: number;
    /** Rightly refused. */
    refused: EvaluatedShare | null;
  };
  failed: EvaluatedShare | null;
  /** Among answers to questions that name sources: the share that cites one of them. */
  sources_cited: EvaluatedShare | null;
  /** The share of quotes that match the stored text. */
  quotes_stored: EvaluatedShare | null;
  /** The share of answers that are grounded in stored text. */
  grounded: EvaluatedShare | null;
  /** Null if no answer was given. */
  calibration: EvaluatedCalibration | null;
  /** Null if no question was asked. */
  latency: {
    p50_ms: number;
    p95_ms: number;
  } | null;
  /** The share answered in degraded mode. */
  degraded: EvaluatedShare | null;
  /** The cost of language models, by currency. */
  costs: Array<Cost>;
}

export interface EvaluationPage {
  data: Array<EvaluationSummary>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface EvaluationReport {
  format: "avow-evaluation/1";
  id: string;
  content_pack: {
    id: string;
    name: string;
  };
  subject: {
    /** A published version, or the draft. More values may be added: accept values that you do not know. */
    kind: Open<"version" | "draft">;
    /** For a draft, the version that it would be published as. */
    version: number;
    /** Null if the subject is a version. */
    draft_revision: number | null;
  };
  conditions: {
    /** Equal for runs with the same questions, models, policy and settings, which can be compared directly. */
    hash: string;
    service_version: string;
    /** Null if the policy decides. */
    model_tier: number | null;
    policy: {
      /** The policy of the tenant, or one given for this run. More values may be added: accept values that you do not know. */
      origin: Open<"in_force" | "given">;
      version: string;
    };
    models: {
      encoder: string | null;
      reader: string | null;
      tiers: Array<string>;
      refinement: string | null;
    };
    confidence_model: string | null;
  };
  /** `partial` means that the run was interrupted and can be resumed. More values may be added: accept values that you do not know. */
  status: Open<"complete" | "partial">;
  /** The number of accepted golden questions. */
  question_count: number;
  started_at: string;
  ended_at: string;
  figures: EvaluationFigures;
  results: Array<EvaluationResult>;
}

export interface EvaluationRequest {
  /** The draft, the published version, or the number of a version that is not retired. */
  subject?: "draft" | "published" | number;
  /** The model tier to request for every question; null lets the policy decide. */
  model_tier?: number | null;
  /** A policy to use instead of the one in force. */
  policy?: GuardrailPolicyRequest | null;
}

export interface EvaluationResult {
  golden_id: string;
  question: string;
  expects: GoldenExpectation;
  groups: Array<string>;
  note: string;
  /** The outcome. More values may be added: accept values that you do not know. */
  outcome: Open<"right" | "partly" | "wrong" | "refused_rightly" | "refused_wrongly" | "failed">;
  /** How the service responded. More values may be added: accept values that you do not know. */
  reply: Open<"answered" | "not_covered" | "blocked" | "failed">;
  /** The text of the response. */
  answer: string;
  confidence: {
    score: number;
    /** The band of the score. More values may be added: accept values that you do not know. */
    band: Open<"high" | "medium" | "low" | "none">;
  } | null;
  no_answer_cause: Open<"no_knowledge" | "nothing_found" | "below_risk_level" | "ambiguous" | "access_restricted" | "language_not_served"> | null;
  /** The guardrail that blocked the question, and what it found; null if none did. */
  stopped_by: string | null;
  /** The problem code, if the query failed. */
  problem: string | null;
  /** What is wrong with the answer, one sentence per finding. */
  missing: Array<string>;
  citations: Array<{
    document_id: string;
    source: string;
    title: string;
    quote: string | null;
    /** Whether its source is one that the golden question names. */
    is_expected: boolean;
    /** Whether the quote matches the stored text. */
    is_stored: boolean;
  }>;
  is_grounded: boolean;
  model_tier: number;
  routing_source: string;
  is_degraded: boolean;
  time_ms: number;
  cost: Cost | null;
}

export interface EvaluationSummary {
  id: string;
  subject: {
    /** A published version, or the draft. More values may be added: accept values that you do not know. */
    kind: Open<"version" | "draft">;
    /** For a draft, the version that it would be published as. */
    version: number;
    /** Null if the subject is a version. */
    draft_revision: number | null;
  };
  /** Equal for runs with the same questions, models and settings. */
  conditions: string;
  right_count: number;
  question_count: number;
  created_at: string;
  created_by: string | null;
}

/** The evidence of a period. */
export interface EvidenceRequest {
  /** The first day of the period, in UTC. */
  from: string;
  /** The last day of the period, in UTC. A period has at most 3660 days. */
  to: string;
  /** The mappings to include. Default: all of them. */
  frameworks?: Array<"eu-ai-act" | "iso-42001" | "soc2" | "nist-ai-rmf">;
  /** Whether the bundle of the records is included, in clear text. Default: true. Without it the pack has no question and no answer. */
  records?: boolean;
}

export interface FailedTier {
  model_tier: number;
  /** The provider's name and the model's. */
  model: string;
  /** Why the tier did not answer, or why its answer was not used. More values may be added: accept values that you do not know. */
  cause: Open<"unavailable" | "timeout" | "budget_spent" | "interrupted" | "malformed" | "echoed_prompt" | "leaked_instructions" | "ungrounded" | "irrelevant" | "less_sure" | "guardrail" | "not_covered">;
}

export interface FeedConnectionRequest {
  kind: "feed";
  /** An RSS or Atom feed. */
  url: string;
  /** `entry`: what the feed itself contains. `page`: the pages that its entries link to. */
  content?: "entry" | "page";
  entries_max?: number;
}

export interface Feedback {
  id: string;
  message_id: string;
  /** The verdict on the answer. More values may be added: accept values that you do not know. */
  verdict: Open<"right" | "partly" | "wrong">;
  reason: Open<"incorrect" | "incomplete" | "outdated" | "irrelevant" | "unclear" | "bad_citation" | "should_have_answered" | "wrongly_blocked" | "should_not_have_answered" | "other"> | null;
  comment: string | null;
  better_answer: string | null;
  proposal: FeedbackProposal;
  /** Only in the response to the call that drafts a better answer: whether it replaced the answer of an existing pair. */
  replaced?: boolean;
  /** Who gave the feedback; null for the holder of the key. */
  end_user_id: string | null;
  /** The key that the feedback was sent with, or the person who was signed in. */
  key_id: string;
  /** Whether it is from a visitor with a publishable key. Such feedback is for people to read: it never changes scores or thresholds. */
  visitor: boolean;
  created_at: string;
  /** Only in the list of all feedback: the question as it is stored; null if its text is not stored. */
  question?: string | null;
  /** Only in the list of all feedback: what was answered; null if nothing was delivered. */
  answer?: string | null;
  /** Only in the list of all feedback: the documents and pairs that the answer cites, each once. */
  cited?: Array<CitedItem>;
}

export interface FeedbackPage {
  data: Array<Feedback>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface FeedbackProposal {
  /** The state of the better answer. `none`: none was given, and nobody has dismissed the feedback. `drafted`: it is a pair in the draft of a pack, and is served once the draft is published. More values may be added: accept values that you do not know. */
  state: Open<"none" | "proposed" | "drafted" | "dismissed">;
  content_pack_id: string | null;
  /** The pair in the draft that has the better answer. */
  qna_id: string | null;
}

export interface FeedbackRequest {
  /** `right` means right in full. An answer that is right only in part, or incomplete, is `partly`. */
  verdict: "right" | "partly" | "wrong";
  /** What is wrong with the answer. */
  reason?: "incorrect" | "incomplete" | "outdated" | "irrelevant" | "unclear" | "bad_citation" | "should_have_answered" | "wrongly_blocked" | "should_not_have_answered" | "other";
  /** A comment for the people who maintain the content. Checked for personal data. */
  comment?: string;
  /** What the answer should have been. Checked for personal data, and proposed to the people who manage content packs. */
  better_answer?: string;
  /** The content pack for the better answer. If the key has the scope `content:manage`, it is added to the draft immediately. */
  content_pack_id?: string;
  /** Who gives the feedback. If the message has an end user, only that one is allowed. Default: the holder of the key. */
  end_user_id?: string;
}

export interface FieldError {
  /** A JSON Pointer into the body, or the name of a parameter. */
  pointer: string;
  code: string;
  message: string;
}

export interface FolderConnectionRequest {
  kind: "folder";
  /** A folder of the machine that the service runs on, within `AVOW_SOURCE_FOLDERS`. */
  path: string;
}

export interface FormatGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "format";
  stage: "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings: {
    code_points_max?: number;
    languages?: Array<string>;
    json_schema?: Record<string, unknown>;
  };
}

export interface FoundItem {
  /** What was found. More values may be added: accept values that you do not know. */
  kind: Open<"document" | "qna">;
  id: string;
  content_pack_id: string;
  /** The title of a document, or the question of a pair. */
  title: string;
  source: string;
  /** The place where the first of the words is found. */
  excerpt: string;
  /** Who looks after it, now; not a part of versions. Null: nobody is named. */
  owner: string | null;
  tags: Array<string>;
  updated_at: string;
}

export interface FoundItemPage {
  data: Array<FoundItem>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface FoundPassage {
  document_id: string;
  content_pack_id: string;
  source: string;
  title: string;
  url: string | null;
  headings: string;
  /** The words from `start` to `end` of the document. */
  text: string;
  start: number;
  end: number;
  /** The BM25 score; null if it is not among the best keyword matches. */
  keyword_score: number | null;
  /** The cosine similarity; null if it is not among the best semantic matches, or not embedded yet. */
  similarity: number | null;
}

export interface FoundQna {
  qna_id: string;
  content_pack_id: string;
  question: string;
  /** The phrasing that was found: the question or another. */
  matched: string;
  answer: string;
  /** The BM25 score; null if it is not among the best keyword matches. */
  keyword_score: number | null;
  /** The cosine similarity; null if it is not among the best semantic matches, or not embedded yet. */
  similarity: number | null;
}

export interface GitConnectionRequest {
  kind: "git";
  /** The https address that the repository is cloned from. */
  url: string;
  /** Null: the default branch. */
  branch?: string | null;
  /** The folder to read; empty: all of the repository. */
  path?: string;
}

/** The expected answer. */
export type GoldenExpectation = {
  kind: "answer";
  sources: Array<string>;
  facts: Array<Array<string>>;
  verdict: Open<"yes" | "no"> | null;
} | {
  kind: "not_covered";
};

/** The expected answer. */
export type GoldenExpectationRequest = {
  kind: "answer";
  /** Document paths or ids of curated pairs, one of which must be cited; if empty, any source is accepted. */
  sources?: Array<string>;
  /** Facts that a right answer states. For each fact, any one of its alternatives. */
  facts?: Array<Array<string>>;
  /** For a yes/no question, how the answer must begin. */
  verdict?: "yes" | "no" | null;
} | {
  kind: "not_covered";
};

export interface GoldenFile {
  format: "avow-golden/1";
  questions: Array<{
    id: string;
    question: string;
    expects: GoldenExpectation;
    note: string;
    groups: Array<string>;
  }>;
}

export interface GoldenQuestion {
  id: string;
  question: string;
  expects: GoldenExpectation;
  /** Suggested questions do not count until they are accepted. More values may be added: accept values that you do not know. */
  state: Open<"accepted" | "suggested">;
  /** Where the question comes from. More values may be added: accept values that you do not know. */
  origin: Open<"person" | "generated" | "feedback">;
  /** The message that the question comes from. */
  message_id: string | null;
  note: string;
  groups: Array<string>;
  updated_at: string;
}

export interface GoldenQuestionPage {
  data: Array<GoldenQuestion>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface GoldenQuestionRequest {
  question: string;
  expects: GoldenExpectationRequest;
  /** A note for people. */
  note?: string;
  /** The groups to ask the question as a member of. */
  groups?: Array<string>;
}

export interface GoldenQuestionUpsertRequest {
  /** The id of the question to replace. Default: the one with the same question and groups, otherwise a new one. */
  id?: string;
  question: string;
  expects: GoldenExpectationRequest;
  /** A note for people. */
  note?: string;
  /** The groups to ask the question as a member of. */
  groups?: Array<string>;
}

export interface GoldenQuestions {
  questions: Array<GoldenQuestion>;
}

export interface GoldenQuestionsRequest {
  questions: Array<GoldenQuestionUpsertRequest>;
}

export interface GoldenSuggestionsRequest {
  /** The maximum number of suggestions. */
  count?: number;
}

export interface GoogleDriveConnectionRequest {
  kind: "google_drive";
  /** The id of a folder or of a shared drive: the last part of its address. */
  folder_id: string;
  /** In whose name a service account reads, by domain-wide delegation; null: in its own. */
  subject?: string | null;
  /** A proxy of the interface and its tokens; null: those of Google. */
  endpoint?: string | null;
  /** What becomes of the permissions of the source. `groups`: its groups apply under their own names, except those in `access_map`. `mapped`: only what `access_map` names applies. `ignore`: permissions are not read, and the `groups` of the source apply. What nobody is admitted to in this way is left out and listed; it is never made public. */
  access?: "groups" | "mapped" | "ignore";
  /** Who stands for the groups, people and domains of the source. */
  access_map?: Array<{
    /** As the source names it: `group:…`, `user:…`, `domain:…`, `site-group:…`, `space:…`, `organization` or `anyone`. */
    principal: string;
    /** The group that stands for it; null: everyone, as far as the `groups` of the source allow. */
    group: string | null;
  }>;
}

export interface GroundingGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "grounding";
  stage: "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: {
    supported_min?: number;
    contradicted_max?: number;
    sentence_contradicted_max?: number;
    /** The minimum support score for every sentence that a language model wrote. */
    generated_supported_min?: number;
    /** What to do if the model that judges support is unavailable. */
    when_judge_unavailable?: "flag" | "block";
  };
}

export interface GuaranteeDraw {
  id: string;
  wrong_max: number;
  /** The first draw since a guarantee was last put in force, or a further one. Further ones need more answers, so that drawing again and again does not lead to a guarantee by chance. */
  attempt: number;
  /** The answers that it was drawn from were asked from this time on. */
  from: string;
  to: string;
  /** The number of answers that it was drawn from. */
  answers: number;
  /** The number of answers that were drawn. */
  count: number;
  right: number;
  wrong: number;
  /** Not checked yet, or no longer stored. They count as wrong until they are found right. */
  unchecked: number;
  /** The strictest line, which is tested first. */
  first_line: number;
  /** How many right answers the first line still needs, if no more are wrong. 0: it is shown. */
  first_needed: number;
  /** What could be put in force now; null if the checks do not show any line. */
  shown: {
    line: number;
    answers: number;
    wrong: number;
    wrong_at_most: number;
    high_before: number;
    high_after: number;
  } | null;
  created_at: string;
  created_by: string;
}

export interface GuaranteeRequest {
  /** The draw whose result was read. */
  draw_id: string;
}

export interface GuaranteeRevision {
  revision: number;
  /** `in_force`: the line was put in force. `lapsed`: what was seen since no longer supports it. `ended`: somebody ended it. More values may be added: accept values that you do not know. */
  state: Open<"in_force" | "lapsed" | "ended">;
  cause: Open<"checked_wrong" | "reported_wrong" | "scores_shifted" | "scores_changed" | "expired"> | null;
  /** At most this share of the answers in the band `high` is wrong. */
  wrong_max: number;
  /** The confidence with which that holds. */
  level: number;
  /** The score at which the band `high` begins. */
  line: number;
  /** The number of randomly drawn answers with this score or more that it is shown by. */
  answers: number;
  /** How many of them were not found right. */
  wrong: number;
  /** The share of wrong answers that these numbers leave possible, by Clopper and Pearson. */
  wrong_at_most: number;
  /** The answers that were drawn from were asked from this time on. */
  from: string;
  to: string;
  /** Answers of that time in the band `high`, as the thresholds of the policy have it. */
  high_before: number;
  /** Answers of that time with the score of the line or more. */
  high_after: number;
  created_at: string;
  /** Null if the service did it by itself. */
  created_by: string | null;
}

export interface Guardrail {
  id: string;
  name: string;
  /** What the guardrail checks for. More values may be added: accept values that you do not know. */
  check: Open<"prompt_size" | "control_characters" | "prompt_attack" | "personal_data" | "secrets" | "unsafe_content" | "topic" | "words" | "profanity" | "prompt_leak" | "links" | "grounding" | "relevance" | "format" | "pattern" | "rule">;
  /** When the check runs. More values may be added: accept values that you do not know. */
  stage: Open<"input" | "retrieval" | "output">;
  /** What is done about a finding. More values may be added: accept values that you do not know. */
  action: Open<"flag" | "redact" | "block">;
  /** Whether the check runs. */
  enabled: boolean;
  /** What the guardrail protects. More values may be added: accept values that you do not know. */
  category: Open<"security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom">;
  /** The minimum score for a finding to count. */
  threshold: number;
  /** Whether findings are acted on. More values may be added: accept values that you do not know. */
  mode: Open<"enforce" | "shadow">;
  /** What happens to the message if the check does not run. More values may be added: accept values that you do not know. */
  fail_mode: Open<"open" | "closed">;
  timeout_ms?: number;
  /** The settings of the check. */
  settings: Record<string, unknown>;
}

export interface GuardrailInsight {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  /** Messages that were blocked. */
  blocked: number;
  /** The share of counted messages; null if there are none. */
  blocked_share: number | null;
  /** Messages that triggered the tripwire of a guardrail. */
  tripwires: number;
  /** Messages that passed, but that a guardrail in shadow mode would have blocked. */
  shadow_blocks: number;
  /** Guardrails with at least one finding or failure, most frequent first. */
  guardrails: Array<{
    guardrail_id: string;
    /** The most recent name. */
    name: string;
    /** Messages in which it acted, would have acted, or failed. */
    messages: number;
    /** Counts in enforce mode. */
    enforce: {
      flagged: number;
      redacted: number;
      blocked: number;
      /** How often it did not run or did not complete. */
      failed: number;
    };
    /** Counts in shadow mode, by the action in the policy in force. */
    shadow: {
      flagged: number;
      redacted: number;
      blocked: number;
      /** How often it did not run or did not complete. */
      failed: number;
    };
  }>;
  /** Every day of the period, oldest first, over all guardrails. */
  days: Array<{
    /** A day in UTC. */
    day: string;
    messages: number;
    blocked: number;
    enforce: {
      flagged: number;
      redacted: number;
      blocked: number;
      /** How often it did not run or did not complete. */
      failed: number;
    };
    shadow: {
      flagged: number;
      redacted: number;
      blocked: number;
      /** How often it did not run or did not complete. */
      failed: number;
    };
  }>;
}

export interface GuardrailPolicy {
  /** The texts that are returned instead of an answer. */
  messages: {
    blocked: string | null;
    self_harm: string | null;
    not_covered: string;
    closest: string | null;
    other_language: string | null;
  };
  bands: {
    high: number;
    medium: number;
  };
  /** What is stored of a blocked prompt. More values may be added: accept values that you do not know. */
  blocked_prompts: Open<"hash" | "redacted">;
  /** Which models answer, and what happens if the sources do not support what one says. */
  answering: {
    start_tier: number;
    client_may_choose: boolean;
    short_questions: {
      code_points_max: number;
      tier: number;
    } | null;
    reader_confidence_min: number | null;
    compare_with_embedded: boolean;
    search_steps: number;
    rank_with_model: boolean;
    /** What is done if the sources do not support the main claim. More values may be added: accept values that you do not know. */
    when_ungrounded: Open<"embedded" | "withhold">;
  };
  /** The minimum score of an answer, and caps on scores. */
  confidence: {
    withhold_below: number;
    caps: {
      degraded: number;
      failed_open: number;
      unsupported: number;
      conflicting_sources: number;
    };
    disclose_restricted: boolean;
  };
  /** Which answers need a human review before delivery. */
  review: {
    below: number | null;
  };
  /** The guardrails, in the order in which results are reported. */
  guardrails: Array<Guardrail>;
}

export interface GuardrailPolicyRequest {
  /** The texts that are returned instead of an answer. */
  messages?: {
    /** What is returned if a guardrail blocks. Null for built-in English texts that name the check and say how to go on. */
    blocked?: string | null;
    /** What is returned if a prompt is blocked because its author may be about to harm themselves. Null for a built-in English text that names crisis lines. */
    self_harm?: string | null;
    not_covered?: string;
    /** What is returned if nothing answers a question in a language that is served only with a language model, and none is set up. Null for a built-in text that says so, in the language of the question if there is one, else in English. */
    other_language?: string | null;
    /** What is returned if nothing answers and something near was found; `{page}` stands for its title and headings. Null for the built-in sentence or, if `not_covered` is not the default, for `not_covered`. */
    closest?: string | null;
  };
  bands?: {
    high?: number;
    medium?: number;
  };
  /** What to store of a blocked prompt: its redacted text, or only a keyed hash and the positions of the findings. */
  blocked_prompts?: "hash" | "redacted";
  /** Which models answer, and what happens if the sources do not support what one says. */
  answering?: {
    /** The tier to try first: 0 for the embedded models, 1 to 3 for the operator's language models. */
    start_tier?: number;
    /** Whether `model_tier` in a request overrides `start_tier`. */
    client_may_choose?: boolean;
    /** The tier to try first for questions up to this length; null for no special tier. */
    short_questions?: {
      code_points_max: number;
      tier: number;
    } | null;
    /** If the embedded reader finds an answer with at least this probability, no language model is called. Null to always call one. */
    reader_confidence_min?: number | null;
    /** Whether the embedded models read the same passages while a language model writes. Where the two rest on different words, the surer answer is given, and the other one is on record. */
    compare_with_embedded?: boolean;
    /** How many further searches the language model may ask for before it writes, such as for a part of the question or for something a passage refers to. Each is one more call of the model. 0 for none. Models that run in the service are not asked. */
    search_steps?: number;
    /** Whether the language model puts the first 20 passages in order before it writes, by one more call. */
    rank_with_model?: boolean;
    /** What to do if the sources do not support the main claim of a language model, or it finds no answer in them: `embedded` answers with the embedded models instead, `withhold` gives no answer. */
    when_ungrounded?: "embedded" | "withhold";
  };
  /** The minimum score of an answer, and caps on scores. */
  confidence?: {
    /** The risk level: answers that score below this are withheld. */
    withhold_below?: number;
    /** Upper limits on scores. */
    caps?: {
      /** The maximum score if the intended tier or model was unavailable. */
      degraded?: number;
      /** The maximum score if a guardrail that may fail open did not run. */
      failed_open?: number;
      /** The maximum score if a grounding check only flagged the answer. */
      unsupported?: number;
      /** The maximum score if sources contradict each other. */
      conflicting_sources?: number;
    };
    /** Whether to tell end users that requesting access may help if the only matching content is restricted. This discloses that such content exists. */
    disclose_restricted?: boolean;
  };
  /** Which answers need a human review before delivery. */
  review?: {
    /** Answers that score below this are reviewed by a person before delivery; null for no review. Answers below the risk level are withheld without review. */
    below?: number | null;
  };
  /** The guardrails, in the order in which results are reported. */
  guardrails: Array<GuardrailRequest>;
}

export interface GuardrailPolicyState {
  /** Counts up from 1 with every policy that the tenant sets; 0 if it never set one. */
  revision: number;
  /** The name of the policy in audit records. */
  version: string;
  /** Whether it is the built-in policy of this installation. */
  built_in: boolean;
  /** When it was set; null if none was ever set. */
  created_at: string | null;
  /** The key that set it; null for the command line, or if none was ever set. */
  created_by: string | null;
  policy: GuardrailPolicy;
  /** Always empty: thresholds are those of the policy, and feedback only proposes others. */
  moved_thresholds: Record<string, number>;
  /** Higher thresholds for prompts, from feedback on what this policy blocked. They apply only if somebody accepts them. Empty for a revision that is not in force. */
  proposed_thresholds: Array<ProposedThreshold>;
}

export interface GuardrailPolicyVersion {
  /** Counts up from 1 with every policy that the tenant sets; 0 if it never set one. */
  revision: number;
  /** The name of the policy in audit records. */
  version: string;
  /** Whether it is the built-in policy of this installation. */
  built_in: boolean;
  /** When it was set; null if none was ever set. */
  created_at: string | null;
  /** The key that set it; null for the command line, or if none was ever set. */
  created_by: string | null;
}

export interface GuardrailPolicyVersionPage {
  data: Array<GuardrailPolicyVersion>;
  has_more: boolean;
  next_cursor: string | null;
}

export type GuardrailRequest = PromptSizeGuardrailRequest | ControlCharactersGuardrailRequest | PromptAttackGuardrailRequest | PersonalDataGuardrailRequest | SecretsGuardrailRequest | UnsafeContentGuardrailRequest | TopicGuardrailRequest | WordsGuardrailRequest | ProfanityGuardrailRequest | PromptLeakGuardrailRequest | LinksGuardrailRequest | GroundingGuardrailRequest | RelevanceGuardrailRequest | FormatGuardrailRequest | PatternGuardrailRequest | RuleGuardrailRequest;

export interface GuardrailResult {
  guardrail_id: string;
  name: string;
  /** What the guardrail protects. More values may be added: accept values that you do not know. */
  category: Open<"security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom">;
  /** Never true if the check did not run. */
  compliant: boolean;
  /** One sentence of explanation, without sensitive content. */
  reasoning: string;
  /** When the check runs. More values may be added: accept values that you do not know. */
  stage: Open<"input" | "retrieval" | "output">;
  /** What was done about the finding. More values may be added: accept values that you do not know. */
  action: Open<"none" | "flag" | "redact" | "block">;
  /** Whether the check ran. More values may be added: accept values that you do not know. */
  status: Open<"ok" | "error" | "timeout" | "skipped">;
  score: number;
  /** Whether findings are acted on. More values may be added: accept values that you do not know. */
  mode: Open<"enforce" | "shadow">;
}

export interface GuardrailTrial {
  /** The version of the tested policy. */
  version: string;
  /** One entry per text or message, in the order given. */
  data: Array<TextTrial | MessageTrial>;
  summary: {
    tried: number;
    not_stored: number;
    not_found: number;
    not_reached: number;
    /** Messages whose outcome would differ. */
    changed: number;
    /** In policy order. */
    guardrails: Array<GuardrailTrialCounts>;
  };
}

export interface GuardrailTrialCounts {
  guardrail_id: string;
  name: string;
  /** When the check runs. More values may be added: accept values that you do not know. */
  stage: Open<"input" | "retrieval" | "output">;
  /** Whether findings are acted on. More values may be added: accept values that you do not know. */
  mode: Open<"enforce" | "shadow">;
  /** How many texts or messages it found something in, in either mode. */
  found: number;
  flagged: number;
  redacted: number;
  blocked: number;
  /** How often it did not complete. */
  failed: number;
}

export interface GuardrailTrialRequest {
  /** The policy to test. Default: the one in force. */
  policy?: GuardrailPolicyRequest;
  texts?: Array<{
    /** A prompt, a passage or an answer. */
    text: string;
    stage: "input" | "retrieval" | "output";
  }>;
  /** Messages of the tenant. The key must also have the scope `audit:read`. */
  messages?: {
    /** Message ids; a `request_id` or `audit_ref` works as well. */
    ids?: Array<string>;
    /** How many of the newest messages. */
    last?: number;
  };
}

export interface Handover {
  message_id: string;
  thread_id: string;
  /** `waiting`: somebody has to reply. `answered`: a person has replied. `closed`: nothing more is expected. More values may be added: accept values that you do not know. */
  state: Open<"waiting" | "answered" | "closed">;
  /** What was asked, as far as it is stored. */
  question: string;
  /** What was answered; empty if there is no answer yet. */
  answer: string;
  /** Where replies are also sent. */
  email: string | null;
  /** Oldest first. */
  posts: Array<HandoverPost>;
  created_at: string;
  updated_at: string;
}

export interface HandoverPage {
  data: Array<Handover>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface HandoverPost {
  /** `asker`: who asked. `person`: who replied. More values may be added: accept values that you do not know. */
  from: Open<"asker" | "person">;
  /** What the person who replied wants to be called. */
  name: string | null;
  /** Plain text. Empty if the asker wrote nothing. */
  text: string;
  /** Who replied: a key, or a person who was signed in. Null for the asker, and with a publishable key. */
  author: string | null;
  created_at: string;
}

export interface HandoverReplyRequest {
  /** The reply, in plain text. No guardrail checks it: a person is responsible for it. */
  text: string;
  /** How the asker sees who replied. Default: nothing. */
  name?: string;
  /** Whether nothing more is expected. */
  close?: boolean;
}

export interface HandoverRequest {
  /** What the person should know. It is encrypted with the record and erased with it. */
  text?: string;
  /** Where replies are also sent, if the service has a mail server. A later address replaces it. It is encrypted with the record and erased with it. */
  email?: string;
}

export interface HandoverSettings {
  /** Whether those who ask may ask for a person, whose replies come back into the chat. */
  chat: boolean;
  /** A page where people are reached, such as a contact form; null: there is no such link. */
  link: string | null;
  /** What the link says; null: “Contact us”. */
  link_text: string | null;
}

export interface HandoverSettingsRequest {
  /** Whether those who ask may ask for a person, whose replies come back into the chat. */
  chat: boolean;
  /** A page where people are reached, such as a contact form; null: there is no such link. */
  link?: string | null;
  /** What the link says; null: “Contact us”. */
  link_text?: string | null;
}

export interface Health {
  status: "ok";
}

/** A changelog, an archived or a superseded document. It ranks below current documents. */
export interface HistoricalDocument {
  id: string;
  source: string;
  reason: string;
}

export interface Hold {
  hold_id: string;
  /** What the hold protects from erasure and expiry. More values may be added: accept values that you do not know. */
  scope: Open<"message" | "thread" | "end_user" | "tenant">;
  message_id: string | null;
  thread_id: string | null;
  /** Null for other scopes, and if the person was erased after the hold was lifted. */
  end_user_id: string | null;
  /** The reason as given; empty if the person was erased since. */
  reason: string;
  placed_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  placed_by: string;
  /** Null while the hold is active. */
  lifted_at: string | null;
  lifted_by: string | null;
}

export interface HoldPage {
  data: Array<Hold>;
  has_more: boolean;
  next_cursor: string | null;
}

export type HoldRequest = {
  scope: "message";
  /** The message to hold. */
  message_id: string;
  /** The reason for the hold. It is encrypted at rest and shown to every key that can read holds: give a case number rather than details. */
  reason: string;
} | {
  scope: "thread";
  /** Holds every message of this thread, including future ones. */
  thread_id: string;
  /** The reason for the hold. It is encrypted at rest and shown to every key that can read holds: give a case number rather than details. */
  reason: string;
} | {
  scope: "end_user";
  /** Holds every message with this `end_user_id` or with feedback from this person, including future ones. */
  end_user_id: string;
  /** The reason for the hold. It is encrypted at rest and shown to every key that can read holds: give a case number rather than details. */
  reason: string;
} | {
  scope: "tenant";
  /** The reason for the hold. It is encrypted at rest and shown to every key that can read holds: give a case number rather than details. */
  reason: string;
};

export interface IssuedApiKey {
  key_id: string;
  name: string;
  /** For people and secret scanners. More values may be added: accept values that you do not know. */
  mode: Open<"live" | "test">;
  /** Whether the key works. More values may be added: accept values that you do not know. */
  status: Open<"active" | "expired" | "revoked">;
  scopes: Array<Open<"query:write" | "messages:read" | "audit:read" | "audit:export" | "audit:erase" | "audit:sample" | "content:manage" | "guardrails:manage" | "webhooks:manage" | "keys:manage" | "log:read" | "review:decide" | "tenants:manage">>;
  /** The groups that requests with the key may name, and whose records it may read. Null: any. */
  groups: Array<string> | null;
  /** The origins of the pages that may use the key, if it is publishable; null if it is secret. */
  origins: Array<string> | null;
  /** The content packs that visitors with the key may ask, if it is publishable; null if it is secret. None: every question is refused. */
  content_pack_ids: Array<string> | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  /** The key that it replaces. */
  rotated_from: string | null;
  /** The key. Store it now: it is not shown again. */
  key: string;
}

/** At most the first 500 of each, in alphabetical order. */
export interface ItemLabels {
  owners: Array<string>;
  tags: Array<string>;
}

export interface JudgementRequest {
  /** `unreadable` if, and only if, the content was erased or has expired. */
  finding: "none" | "minor" | "major" | "unreadable";
  /** What was found. It is sealed beside the log, and erased with the message. */
  note?: string;
}

export interface LanguageModel {
  /** Who runs the model. More values may be added: accept values that you do not know. */
  provider: Open<"openai" | "anthropic" | "google" | "bedrock" | "openai_compatible" | "local">;
  model: string;
  base_url: string | null;
  region: string | null;
  /** Whether it has a key, which no response contains. */
  has_key: boolean;
  key_id: string | null;
  price: {
    currency: string;
    input_per_million: number;
    output_per_million: number;
  } | null;
  budget_per_day: number | null;
  /** How it did when it was last checked with this key and address, since the service started; null if it was not checked. */
  last_check: {
    works: boolean;
    /** Why it did not answer; null if it did. */
    fault: {
      code: string;
      message: string;
    } | null;
    checked_at: string;
  } | null;
}

export interface LanguageModelCheck {
  works: boolean;
  /** Why it did not answer; null if it did. */
  fault: {
    code: string;
    message: string;
  } | null;
  took_ms: number;
  cost: {
    currency: string;
    amount: number;
  } | null;
}

export interface LanguageModelCheckRequest {
  model: LanguageModelRequest;
}

export interface LanguageModelRequest {
  provider: "openai" | "anthropic" | "google" | "bedrock" | "openai_compatible";
  model: string;
  /** Where the server is; required for `openai_compatible`. */
  base_url?: string;
  /** Required for `bedrock`, and only for it. */
  region?: string;
  /** A new key. It is stored sealed, and no response contains it. */
  key?: string;
  /** Keeps a stored key, for the provider and the address that it was given for. */
  key_id?: string;
  /** What a million tokens cost. */
  price?: {
    currency: string;
    input_per_million: number;
    output_per_million: number;
  };
  /** What may be spent on this model in a day (UTC), in the currency of its price. */
  budget_per_day?: number;
}

export interface LanguageModels {
  /** Who says which models there are: `file` if `AVOW_MODELS_FILE` is set, and this operation otherwise. More values may be added: accept values that you do not know. */
  in_charge: Open<"file" | "console">;
  /** 0 if no models were ever set here. */
  revision: number;
  updated_at: string | null;
  updated_by: string | null;
  /** Best first. */
  tiers: Array<LanguageModel>;
  refinement: LanguageModel | null;
  verification: LanguageModel | null;
  guardrail: LanguageModel | null;
  tenant_budget: {
    currency: string;
    per_day: number | null;
    per_month: number | null;
    /** What happens once it is spent. More values may be added: accept values that you do not know. */
    when_spent: Open<"refuse" | "embedded">;
  } | null;
}

export interface LanguageModelsRequest {
  /** The models that write answers, best first. Empty: the embedded models answer alone. */
  tiers: Array<LanguageModelRequest>;
  /** The model that rewrites a follow-up as a question of its own. */
  refinement?: LanguageModelRequest | null;
  /** The second judge of sentences that a model wrote. */
  verification?: LanguageModelRequest | null;
  /** The model that gives guardrails a second opinion; it takes no price and no budget. */
  guardrail?: LanguageModelRequest | null;
  /** What each tenant may spend; null for no limit. */
  tenant_budget?: {
    currency: string;
    per_day?: number;
    per_month?: number;
    /** `refuse` refuses questions; `embedded` answers them with the embedded models. */
    when_spent?: "refuse" | "embedded";
  } | null;
}

/** For messages that were answered, not covered or blocked. */
export interface LatencyInsight {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  total: {
    count: number;
    /** The median; null if there are no messages. */
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
    /** The share answered in degraded mode, because a model or part of the search was unavailable. */
    degraded_share: number | null;
  };
  /** Every day of the period, oldest first. */
  days: Array<{
    /** A day in UTC. */
    day: string;
    count: number;
    /** The median; null if there are no messages. */
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
    /** The share answered in degraded mode, because a model or part of the search was unavailable. */
    degraded_share: number | null;
  }>;
  tiers: Array<{
    /** 0 for the embedded models only. */
    model_tier: number;
    count: number;
    /** The median; null if there are no messages. */
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
    /** The share answered in degraded mode, because a model or part of the search was unavailable. */
    degraded_share: number | null;
  }>;
  routing_sources: Array<{
    /** What decided the path of the query. More values may be added: accept values that you do not know. */
    routing_source: Open<"qna_match" | "retrieval" | "cache" | "guardrail" | "fallback" | "client" | "default">;
    count: number;
    /** The median; null if there are no messages. */
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
    /** The share answered in degraded mode, because a model or part of the search was unavailable. */
    degraded_share: number | null;
  }>;
}

/** A passage that no answer uses, because the current guardrail policy leaves it out. */
export interface LeftOutPassage {
  id: string;
  source: string;
  quote: string;
  guardrail_id: string;
  /** The name of the guardrail. */
  guardrail: string;
  /** How likely the passage gives instructions to a language model. */
  score: number;
  /** Of the policy: passages that score so much are left out. */
  threshold: number;
  reason: string;
}

export interface LinkSignInRequest {
  /** The part of the link after `#`. */
  token: string;
}

export interface LinksGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "links";
  stage: "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "redact" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: {
    /** Hosts that answers may link to, in addition to cited documents, and the only ones that they may show images of. Wildcards such as `*.example.com` are allowed. */
    allowed_hosts?: Array<string>;
  };
}

export interface LogConsistency {
  from: LogTree;
  to: LogTree;
  /** The RFC 6962 consistency proof: the newer tree starts with exactly the leaves of the older one. */
  proof: Array<string>;
}

/** The position of the record in the tenant's log. */
export interface LogEntry {
  leaf_index: number;
  leaf_hash: string;
}

export interface LogEvent {
  leaf_index: number;
  leaf_hash: string;
  /** The kind of event. `record`: a message ended; only with `incidents`, and those that were blocked or failed. More values may be added: accept values that you do not know. */
  kind: Open<"erasure" | "expiry" | "hold" | "retention" | "access" | "purposes" | "sample" | "rekey" | "webhook" | "session" | "user" | "key" | "tenant" | "action" | "calibration" | "policy" | "pack" | "golden" | "models" | "settings" | "software" | "record">;
  /** The id of what the event is about: a message, a hold, a webhook endpoint, a session, a person, a key or a tenant, a revision (`revision-3`) or a proposal, or what a person changes, a content pack, a golden question or the version of what is installed. Empty if the event concerns all records of the tenant, or something that has no id yet. */
  subject: string;
  /** What happened. For `erasure`: `erased`. For `expiry`: `content_expired` or `record_dropped`. For `hold`: `placed` or `lifted`. For `retention`: `set`. For `access`: `read`, `proved`, `exported` or `downloaded`. For `rekey`: `rewrapped`, or `log_key_replaced`. For `purposes`: `set`. For `sample`: `drawn`, `judged` or `signed_off`. For `webhook`: `created`, `changed`, `secret_rotated`, `disabled` or `deleted`. For `session`: `signed_in`, `signed_out`, `revoked` or `sign_in_failed`. For `user`: `created`, `changed`, `deleted`, `link_created`, `password_set`, `passkey_added` or `passkey_deleted`. For `key`: `created`, `rotated` or `revoked`. For `tenant`: `created`, `suspended` or `resumed`. For `action`, which a person who is signed in takes: `requested`. For `calibration`: `proposed`, `dropped`, `accepted`, `automatic`, `dismissed`, `reverted` or `reset`; of the guarantee on the band `high`: `drawn`, `in_force`, `lapsed` or `ended`. For `policy`: `set`, `reset`, or `in_use` of the built-in one. For `pack`: `published`, `rolled_back`, `unpublished`, `retired` or `deleted`. For `golden`: `accepted`, `suggested` or `removed`, and of the gate of a pack `gate_set` or `gate_removed`. For `models`, `settings` and `software`: `in_use`. More values may be added. */
  action: string;
  occurred_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line; empty if the service acted by itself, or if nobody was signed in yet. */
  actor: string;
  /** Why, in the words of the author; null if they did not say, or if it was erased. The leaf commits to it. */
  reason: string | null;
  /** Further details by name. For `expiry`: the `leaves` of the affected records. For `hold`: its `scope` and `target`. For `rekey` of the log key: the `previous_key` and the `next_key`. For `webhook`: what was `changed`, whether `content` is sent, the `status` that was set, or the `reason` why the service disabled it. If the actor is a person, `actor_name` is the name that they had. For `session`: the `method`. For `user`: the `name`, the `role`, the `status` that was set, and what else was `changed`. For `key`: its `name`, `scopes` and how many `groups`, or its `successor`. For `action`: the `operation`. For `calibration`: how many `labels` it is fitted on and how many are `right`, by how many `authors` and `keys`, and the `proposal`; of a guarantee: `wrong_max`, the `line`, how many `answers` it is shown by and how many are `wrong`, the `draw`, and the `cause` of its end. For `policy`: its `version`. For `pack`: the `version`, and how many `documents` and `pairs` it has. For `golden`: the `pack`, the `message` that a question came from, or the `tolerance` of a gate. For `models`: the hash of each embedded model, and each language model with a hash of its settings. For `settings`: those that shape answers. For `software`: its `version`. For `retention`: `content_days` and `record_days`, empty for never. For an export: `what` and the number of `records`, and over HTTP the id of the `export`. If a message was read for a guardrail trial, `what` is `guardrail_trial`. For an access: its `purpose`, if one was named. For `purposes`: whether one is `required`, and the title of each as `purpose_` with its id. For `sample`: the `method`, the `seed`, the `from`, `until` and further filters, the `size`, and how many records were `drawn` of what `population`; or the `message` and its `finding`; or how many records were `judged`. */
  details: Record<string, string>;
}

export interface LogEventPage {
  data: Array<LogEvent>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface LogKey {
  /** The verifier key in C2SP format. */
  verifier_key: string;
  /** The smallest size of the checkpoints that it signs. */
  from_size: number;
  /** The largest size of the checkpoints that it signs; null for the current key. */
  until_size: number | null;
  /** The checkpoint by which the next key replaced this one, signed by both; null for the current key. */
  statement: string | null;
}

export interface LogKeyList {
  data: Array<LogKey>;
  /** RFC 6962 consistency proofs between the trees of the statements and, if `size` is given, of the checkpoint: from each to the next, by size. A key that was replaced may have leaked since. What it has signed is valid only if it is proved to be a part of the tree in the statement that replaced it. */
  consistency: Array<Array<string>>;
}

export interface LogTree {
  size: number;
  root: string;
}

export interface McpMessage {
  jsonrpc: "2.0";
  id: string | number | null;
  result?: Record<string, unknown>;
  error?: {
    code: number;
    message: string;
  };
}

/** A message of the Model Context Protocol. */
export interface McpMessageRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
}

export interface Me {
  user: User;
  tenant: {
    tenant_id: string;
    name: string;
  };
  session: Session;
  /** What the role of the person allows. */
  scopes: Array<Open<"query:write" | "messages:read" | "audit:read" | "audit:export" | "audit:erase" | "audit:sample" | "content:manage" | "guardrails:manage" | "webhooks:manage" | "keys:manage" | "log:read" | "review:decide" | "tenants:manage">>;
  /** To be sent as `X-CSRF-Token` with every request of this session that changes something. */
  csrf_token: string;
}

export interface Message {
  request_id: string;
  message_id: string;
  /** When the query was admitted. */
  created_at: string;
  /** Empty while there is no answer. */
  answer: string;
  thread_id: string;
  /** The state of the message. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  confidence: Confidence;
  guardrails: Array<GuardrailResult>;
  citations: Array<Citation>;
  /** If no answer was found: the passages nearest to the question, as the search ranks them. They do not answer it. Empty if nothing was near enough. */
  related: Array<RelatedPassage>;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** How the words of the answer came about; null if there is no answer. */
  generated: Open<"written" | "quoted" | "curated"> | null;
  audit_ref: string;
  model_info: ModelInfo;
  processing: Processing;
  agent_context: AgentContext;
  /** What proves this answer without the service. Null while no signed checkpoint covers its record, and so always in the response to the question itself, whose exact text the record commits to: read the message some seconds later, or its receipt. */
  receipt: Receipt | null;
  /** How the answer was scored, even if it was withheld because of its score; null if there was no answer to score, or if it is pending review or was blocked in review. */
  confidence_explanation: ConfidenceExplanation | null;
}

export interface MessageCreated {
  message_id: string;
  request_id: string;
  audit_ref: string;
  thread_id: string;
  /** When the query was admitted. */
  created_at: string;
}

export interface MessageErasure {
  message_id: string;
  content_state: "erased";
  /** When it was first erased; erasing again does not change it. */
  erased_at: string;
  /** The log entry of the erasure. */
  log: LogEntry;
  /** Curated pairs that were drafted from the erased content. They are part of a content pack and are not erased: review them. */
  curated_pairs: Array<string>;
}

export interface MessagePage {
  data: Array<QueryResponse>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface MessageProcessing {
  /** The step that starts. More values may be added: accept values that you do not know. */
  step: Open<"check_question" | "refine" | "search" | "write" | "check_answer" | "record">;
}

export interface MessageTrial {
  kind: "message";
  /** The id as given in the request, or the id of the message. */
  message_id: string;
  /** Whether the test ran. `not_stored`: the text is not stored. `not_reached`: the time ran out. More values may be added: accept values that you do not know. */
  state: Open<"tried" | "not_stored" | "not_found" | "not_reached">;
  /** The strongest action that would be taken. More values may be added: accept values that you do not know. */
  action: Open<"none" | "flag" | "redact" | "block">;
  blocked_reason: Open<"prompt_injection" | "unsafe_content" | "pii" | "secrets" | "out_of_scope" | "policy" | "ungrounded" | "guardrail_unavailable"> | null;
  /** Results of the guardrails at the tested stages. */
  results: Array<GuardrailResult>;
  /** The stored question after redaction; null if it is not stored or the test did not run. */
  question: string | null;
  /** The stored answer after redaction; also null if the question would be blocked. */
  answer: string | null;
  /** The original outcome; null if there is no such message. */
  original: {
    /** How the message ended. More values may be added: accept values that you do not know. */
    status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
    blocked_reason: Open<"prompt_injection" | "unsafe_content" | "pii" | "secrets" | "out_of_scope" | "policy" | "ungrounded" | "guardrail_unavailable"> | null;
    ending: Open<"answered" | "no_answer" | "in_review" | "blocked"> | null;
  } | null;
  ending: Open<"answered" | "no_answer" | "in_review" | "blocked"> | null;
  /** Whether the outcome would differ: another `ending`, blocked for another reason, or with more redactions. Null if this cannot be determined from what is stored. */
  changed: boolean | null;
}

export interface ModelInfo {
  /** The models that rewrote or translated the question, the embedded ones included, separated by a comma and a space; `none` if no model did. */
  refinement_model: string;
  /** The models that read the passages or wrote the answer, the embedded ones included, separated by a comma and a space; `none` if no model did. */
  summarization_model: string;
  /** The models that judged the prompt, the passages or the answer, the embedded ones included, separated by a comma and a space; `none` if no model did. */
  guardrail_model: string;
}

export interface Moment {
  at: string;
  /** The entries of the log that say what questions were answered by: of each content pack that was published, of the policy, the calibration and the guarantee, of models, settings and release, of retention and purposes. Nothing of a kind: the log says nothing of it before. */
  in_force: Array<LogEvent>;
  /** False if the log has more than 20,000 entries of one kind, so that older ones may be missing. */
  complete: boolean;
}

export interface Moments {
  first: Moment;
  second: Moment;
  /** What was changed between the two, newest first. */
  changes: Array<LogEvent>;
  /** Whether there are older changes: `listLogEvents` with `changes` and the two times has all of them. */
  has_more: boolean;
}

export interface NearDuplicate {
  /** The kind of text. More values may be added: accept values that you do not know. */
  kind: Open<"document" | "qna">;
  /** 1 means identical wording. */
  similarity: number;
  locations: Array<{
    id: string;
    source: string;
    quote: string;
  }>;
}

export interface NearestKnowledge {
  /** The title of the document, or the curated question; null if it is no longer in the draft. */
  title: string | null;
  source: string | null;
  /** The headings above the passage; empty if there are none. */
  headings: string;
  content_pack_id: string;
  document_id: string;
}

export interface Notification {
  message_id: string;
  /** The answer is sent by e-mail. */
  notification: "email";
}

export interface NotificationRequest {
  /** Where the answer is sent. It is encrypted with the record and erased with it. */
  email: string;
}

export interface OnedriveConnectionRequest {
  kind: "onedrive";
  /** The user principal name or the id of the person whose files are read. */
  user: string;
  /** The folder to read; empty: all of the drive. */
  path?: string;
  /** Microsoft Graph of a national cloud; null: `https://graph.microsoft.com`. */
  endpoint?: string | null;
  /** Where tokens are requested; null: `https://login.microsoftonline.com`. */
  login_endpoint?: string | null;
  /** What becomes of the permissions of the source. `groups`: its groups apply under their own names, except those in `access_map`. `mapped`: only what `access_map` names applies. `ignore`: permissions are not read, and the `groups` of the source apply. What nobody is admitted to in this way is left out and listed; it is never made public. */
  access?: "groups" | "mapped" | "ignore";
  /** Who stands for the groups, people and domains of the source. */
  access_map?: Array<{
    /** As the source names it: `group:…`, `user:…`, `domain:…`, `site-group:…`, `space:…`, `organization` or `anyone`. */
    principal: string;
    /** The group that stands for it; null: everyone, as far as the `groups` of the source allow. */
    group: string | null;
  }>;
}

/** Another answer to the same question from the same passages, by a different tier, that rests on other words and was less sure. */
export interface OtherAnswer {
  /** 0: the embedded models. */
  model_tier: number;
  /** The model that gave it. */
  model: string;
  /** Redacted as answers are; empty if it may not be stored. */
  answer: string;
  /** The calibrated probability that it is right, before caps. */
  confidence: number;
  citations: Array<{
    document_id: string;
    start: number;
    end: number;
  }>;
}

export interface Outage {
  /** What was away. `lost`: no process served, after one had ended without being stopped. `stopped`: no process served, after one had been stopped. `node_lost`: a node ended without being stopped, and others served. `model`: a language model was suspended. `records`: records could not be written. `overload`: queries were refused for load. More values may be added: accept values that you do not know. */
  kind: Open<"lost" | "stopped" | "node_lost" | "model" | "records" | "overload">;
  /** Since when; of a process that ended, when it was last alive. */
  from: string;
  /** Until when; null while it goes on. */
  until: string | null;
  /** The name of the machine of the process that noted it or ended. */
  host: string;
  /** The language model; null for other kinds. */
  model: string | null;
  /** Why, as far as that is known. */
  cause: string | null;
  /** How many queries were refused for load meanwhile. */
  refused: number;
}

export interface OutageList {
  /** Since when outages are known; null if they never were. */
  known_since: string | null;
  /** Newest first. */
  data: Array<Outage>;
  /** How many older ones are known and not listed. */
  omitted: number;
}

export interface PackVersion {
  pack_id: string;
  version: number;
}

export interface Passkey {
  passkey_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface PasskeyAddRequest {
  /** The `challenge` that came with the options, unchanged. It is valid for five minutes. */
  challenge: string;
  /** What the browser returned, as JSON (WebAuthn). */
  credential: Record<string, unknown>;
  /** What the person calls the passkey. */
  name: string;
}

export interface PasskeyList {
  data: Array<Passkey>;
}

export interface PasskeyOptions {
  /** To be sent back with the credential. */
  challenge: string;
  /** The public key options of WebAuthn, as JSON. */
  options: Record<string, unknown>;
}

export interface PasskeySignInRequest {
  /** The `challenge` that came with the options, unchanged. It is valid for five minutes. */
  challenge: string;
  /** What the browser returned, as JSON (WebAuthn). */
  credential: Record<string, unknown>;
}

export interface PasswordSignInRequest {
  /** The e-mail address, unique within the tenant, whatever the case of its letters. */
  email: string;
  password: string;
  /** The id or name of the tenant. Only needed if several tenants have the e-mail address. */
  tenant?: string;
}

export interface PatternGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "pattern";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "redact" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings: {
    /** A regular expression in RE2 syntax, without look-around. */
    pattern: string;
    ignore_case?: boolean;
  };
}

export interface PendingReview {
  message_id: string;
  thread_id: string;
  /** The question, redacted as the policy requires. */
  question: string;
  /** The rewritten question that was searched for; null if the question was not rewritten. */
  refined_question: string | null;
  /** The exact text that is delivered if the answer is approved. */
  answer: string;
  /** The format of the answer. More values may be added: accept values that you do not know. */
  answer_format: Open<"structured_text" | "plain_text" | "markdown" | "json">;
  citations: Array<Citation>;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  confidence: Confidence;
  confidence_explanation: ConfidenceExplanation | null;
  guardrails: Array<GuardrailResult>;
  channel_type: string;
  end_user_id: string | null;
  /** When the query was admitted. */
  created_at: string;
  /** When the review became pending. */
  pending_since: string;
  /** How long the review has been pending, in milliseconds. */
  pending_ms: number;
  /** When the message is blocked if nobody decides. */
  expires_at: string;
  /** The person or key that has taken the review, or to whom it was assigned; null: nobody. */
  assigned_to: string | null;
  assigned_at: string | null;
  /** It has been pending for longer than it should be. */
  is_overdue: boolean;
  /** How many notes reviewers have left. */
  note_count: number;
}

export interface PendingReviewPage {
  data: Array<PendingReview>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface PersonalDataGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "personal_data";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "redact" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: {
    /** The action for each type or group. A type takes precedence over its group. The action of the guardrail must be the strongest of them. Default: `identifiers`, with the action of the guardrail. */
    types?: Record<string, "off" | "flag" | "redact" | "block">;
  };
}

export interface Problem {
  /** The URL of a page about this kind of problem. */
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance: string;
  /** The kind of problem. More values may be added: accept values that you do not know. */
  code: Open<"malformed_json" | "malformed_body" | "invalid_utf8" | "duplicate_key" | "invalid_header" | "invalid_cursor" | "unauthenticated" | "key_expired" | "key_revoked" | "session_ended" | "sign_in_failed" | "insufficient_scope" | "purpose_required" | "session_required" | "recent_sign_in_required" | "csrf_failed" | "origin_not_allowed" | "tenant_suspended" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "idempotency_in_progress" | "legal_hold" | "invalid_state" | "pack_conflict" | "record_expired" | "version_retired" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "range_not_satisfiable" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "rate_limited" | "quota_exceeded" | "concurrency_limited" | "headers_too_large" | "internal" | "provider_error" | "overloaded" | "shutting_down" | "audit_unavailable" | "deadline_exceeded">;
  request_id: string;
  /** Whether the same request may succeed if sent again later. */
  retryable: boolean;
  errors?: Array<FieldError>;
  /** The message that failed, if the query was admitted. */
  message_id?: string;
  /** The position in the log of a record that was dropped. */
  leaf_index?: number;
  /** Given with `leaf_index`. */
  leaf_hash?: string;
}

export interface Processing {
  time_ms: number;
  /** 0 for the embedded models only, 1 for the operator's first choice, 2 and 3 for its fallbacks. */
  model_tier: number;
  degraded_mode: boolean;
  /** The share of the passages searched that are embedded for semantic search, rounded down to two decimals. Below 1 while content that was just published is being embedded; `degraded_mode` is then true. Null if documents were not searched, or semantic search is off. */
  embedded_share: number | null;
  /** What decided the path of the query. More values may be added: accept values that you do not know. */
  routing_source: Open<"qna_match" | "retrieval" | "cache" | "guardrail" | "fallback" | "client" | "default">;
}

export interface ProfanityGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "profanity";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: Record<string, never>;
}

export interface PromptAttackGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "prompt_attack";
  stage: "input" | "retrieval";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "redact" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: {
    /** At the stage `input`, a score from this on is flagged if it does not reach the threshold. Null for no flags. */
    flag_from?: number | null;
    /** Whether feedback on blocked prompts, `wrongly_blocked`, raises the threshold for prompts. */
    learn_from_feedback?: boolean;
  };
}

export interface PromptLeakGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "prompt_leak";
  stage: "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: {
    /** Strings that no answer may contain, such as those that you have put into documents or prompts to find leaks. */
    canaries?: Array<string>;
    instructions?: string;
  };
}

export interface PromptSizeGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "prompt_size";
  stage: "input";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings: {
    code_points_max: number;
  };
}

export interface ProposedThreshold {
  /** What the threshold belongs to: `prompt_attack`, or a kind of unsafe content. More values may be added: accept values that you do not know. */
  name: Open<"prompt_attack" | "hate" | "harassment" | "self_harm" | "sexual" | "violence" | "weapons" | "crime">;
  /** As the policy has it. */
  threshold: number;
  proposed: number;
  /** Blocked prompts that people called harmless. */
  wrongly_blocked: number;
  /** Blocked prompts that people called rightly blocked. */
  rightly_blocked: number;
  /** How many people and keys said so. */
  author_count: number;
  /** How many keys, or people who were signed in, they said it with. */
  key_count: number;
}

/** Metadata of a protected resource (RFC 9728). */
export interface ProtectedResource {
  resource: string;
  authorization_servers: Array<string>;
  bearer_methods_supported: Array<string>;
  resource_name: string;
  resource_documentation: string;
}

export interface ProvenLogEvent {
  leaf_index: number;
  leaf_hash: string;
  /** The exact text of the leaf. Its hash is SHA-256 of a zero byte followed by the UTF-8 bytes of this text. */
  entry: string;
  /** The inclusion proof from this leaf to the root of the same checkpoint. */
  inclusion: Array<string>;
}

export interface PublishGate {
  /** How much the share of right outcomes may drop; 0.02 is two questions in a hundred. */
  tolerance_share: number;
}

export interface PublishGateRequest {
  /** How much the share of right outcomes may drop; 0.02 is two questions in a hundred. */
  tolerance_share: number;
}

export interface PublishRequest {
  /** A note for the list of versions. */
  note?: string;
  /** Publishes even if the publish gate fails. The note must then say why; it is kept with the version. */
  force?: boolean;
}

export interface Purposes {
  /** Whether content of records is shown only to requests that name a purpose. */
  required: boolean;
  purposes: Array<{
    /** What requests name it by, and what the log has. */
    id: string;
    /** What people read. */
    title: string;
  }>;
}

export interface PurposesRequest {
  /** Whether content of records is shown only to requests that name a purpose. */
  required: boolean;
  purposes: Array<{
    /** What requests name it by, and what the log has. */
    id: string;
    /** What people read. */
    title: string;
  }>;
}

export interface Qna {
  id: string;
  question: string;
  alternatives: Array<string>;
  answer: string;
  source: string;
  url: string | null;
  tags: Array<string>;
  groups: Array<string>;
  valid_from: string | null;
  valid_until: string | null;
  updated_at: string;
  /** Who looks after it, now; not a part of versions. Null: nobody is named. */
  owner: string | null;
}

export interface QnaPage {
  data: Array<Qna>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface QnaPreview {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  /** Whether embeddings or keywords were compared. More values may be added: accept values that you do not know. */
  compared_by: Open<"semantic" | "keyword">;
  /** Past questions of the tenant. Counts are of messages. */
  messages: {
    /** Questions that were compared with the pair. */
    compared: number;
    /** Questions that are not embedded yet and were not compared. Request the preview again later. */
    pending_embeddings: number;
    /** Questions that the pair would answer. */
    captured: number;
    /** Older questions beyond the newest 3000, and questions whose text is no longer stored. */
    omitted: number;
    /** Most frequent first. */
    data: Array<QnaPreviewMessage>;
  };
  /** Accepted golden questions of the pack. Its documents may still win. */
  golden: {
    /** Questions that were compared with the pair. */
    compared: number;
    /** Questions that are not embedded yet and were not compared. Request the preview again later. */
    pending_embeddings: number;
    /** Questions that the pair would answer. */
    captured: number;
    /** Highest score first. */
    data: Array<QnaPreviewGoldenQuestion>;
  };
}

export interface QnaPreviewGoldenQuestion {
  golden_id: string;
  question: string;
  /** How likely the pair is right for it. */
  score: number;
}

export interface QnaPreviewMessage {
  /** As stored. */
  question: string;
  /** How often it was asked. */
  count: number;
  last_message_id: string;
  last_asked_at: string;
  /** How likely the pair is right for it. */
  score: number;
  /** What answered it the last time. More values may be added: accept values that you do not know. */
  answered_from: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** The score of that answer; 0 if none was given. */
  answered_score: number;
}

export interface QnaRequest {
  question: string;
  /** Other phrasings of the question. */
  alternatives?: Array<string>;
  /** May use Markdown. */
  answer: string;
  /** The source of the answer, as shown in citations. */
  source?: string;
  url?: string | null;
  /** Your own labels. */
  tags?: Array<string>;
  /** Only members of at least one of these groups get answers from it; if empty, everyone does. */
  groups?: Array<string>;
  /** Used from this time on; null for no start. */
  valid_from?: string | null;
  /** Not used from this time on; null for no end. */
  valid_until?: string | null;
}

export interface QnaUploadRequest {
  /** One file. */
  file: string;
}

export interface QueryRequest {
  /** The question, in natural language. Leading and trailing white space does not count towards its length. */
  prompt: string;
  /** The thread that this question continues. Default: a new thread. */
  thread_id?: string;
  /** A name of your own for the conversation, such as the id of a chat: the question continues the thread that the same end user began under it, or begins one. Not with `thread_id`. */
  thread_key?: string;
  /** After a pause of this many minutes, the next question under the `thread_key` begins a new thread: for chats that never end. Such a thread is continued for at most twelve times as long. */
  thread_pause_minutes?: number;
  /** `true`: the thread under the `thread_key` is that of everyone who asks under it with the same API key, such as all people in a channel. The questions of others help to understand a follow-up. */
  thread_shared?: boolean;
  /** Earlier questions of the conversation, oldest first, as the client states them: they help to understand a follow-up and are not messages on record. Not with `thread_id`; with a `thread_key`, only for the first question under it. */
  history?: Array<string>;
  /** The channel of the question. Known values: api, console, chat, slack, msteams, email, voice, agent, mcp, batch. Others are accepted. */
  channel_type?: string;
  answer_format?: "structured_text" | "plain_text" | "markdown" | "json";
  /** A JSON Schema for the answer, at most 16 KiB. Only with `answer_format` `json`. */
  answer_schema?: Record<string, unknown>;
  /** The model tier to start from, if the policy allows the client to choose. */
  model_tier?: number;
  /** Restricts the query to these content packs. */
  content_pack_ids?: Array<string>;
  /** The end user who asks, for access rules, erasure and limits. */
  end_user_id?: string;
  /** The end user's groups, of those that the key may name. Without them only unrestricted content is used, or for a person who is signed in that of their own groups. Not with `End-User-Token`. */
  groups?: Array<string>;
  /** The language to answer in, as a BCP 47 tag. */
  language?: string;
  /** `true` is the same as `Accept: text/event-stream`, `false` the same as `Accept: application/json`. Default: `Accept` decides. If both are given and conflict, the response is 406. */
  stream?: boolean;
  /** Your own labels, stored in the audit record. */
  metadata?: Record<string, string>;
}

export interface QueryResponse {
  request_id: string;
  message_id: string;
  /** When the query was admitted. */
  created_at: string;
  /** Empty while there is no answer. */
  answer: string;
  thread_id: string;
  /** The state of the message. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  confidence: Confidence;
  guardrails: Array<GuardrailResult>;
  citations: Array<Citation>;
  /** If no answer was found: the passages nearest to the question, as the search ranks them. They do not answer it. Empty if nothing was near enough. */
  related: Array<RelatedPassage>;
  /** Where the answer came from. More values may be added: accept values that you do not know. */
  source_type: Open<"qna" | "document" | "mixed" | "tool" | "model" | "none">;
  /** How the words of the answer came about; null if there is no answer. */
  generated: Open<"written" | "quoted" | "curated"> | null;
  audit_ref: string;
  model_info: ModelInfo;
  processing: Processing;
  agent_context: AgentContext;
  /** What proves this answer without the service. Null while no signed checkpoint covers its record, and so always in the response to the question itself, whose exact text the record commits to: read the message some seconds later, or its receipt. */
  receipt: Receipt | null;
}

export interface Readiness {
  status: "ready" | "not_ready";
  checks: Record<string, "ok" | "failing">;
  /** The languages that are served. */
  languages: {
    /** The languages of questions that the embedded models understand, as BCP 47 tags. */
    embedded: Array<string>;
    /** Whether questions in other languages are understood, because a language model is set up. Otherwise only the same words are found. */
    others: boolean;
  };
  /** How the scheduled backups are: `off` if none are scheduled, `pending` before the first, `overdue` if the last is older than twice the time between two, `failing` if the last attempt failed. It does not decide whether the service is ready. */
  backup: "off" | "pending" | "ok" | "overdue" | "failing";
  /** How the vector indexes of the database are: `off` if passages are not searched there, `building` while one is built, `failing` if one could not be built or cannot be looked for. Without an index searches compare all vectors of a pack, which takes longer. It does not decide whether the service is ready. */
  vector_indexes: "off" | "ok" | "building" | "failing";
}

export interface Receipt {
  /** The version of the format. */
  avow_receipt: 1;
  tenant: string;
  message: string;
  /** When it was asked. */
  time: string;
  /** How the message ended. More values may be added: accept values that you do not know. */
  status: Open<"queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled">;
  /** What the leaf commits to: HMAC-SHA-256 of `question`, `refined_question`, `answer`, `response`, `sources`, `metadata`, `trace`, `end_user_id`, `content_state`, `facts` and `rules`, in this order, joined by points, with nothing where the record has no such field. */
  commitments: string;
  /** The keys that open the commitments to `question`, `answer`, `response`, `sources` and `content_state`, likewise. */
  salts: string;
  /** What the answer cites: for each version of a content pack its id and number, and then the id of each document or pair with the first 16 bytes of the commitment to its text. Not there if nothing is cited, or if the receipt would be too large. */
  sources?: Array<Array<string | number>>;
  /** The position of the leaf in the log. */
  leaf: number;
  /** The hashes of the RFC 6962 inclusion proof, one after the other, lowest first. */
  inclusion: string;
  /** The size of the signed tree. Its root follows from the leaf and the proof. */
  size: number;
  /** The Ed25519 key that signed. Compare it with one that you obtained separately; do not trust the one in the receipt. */
  key: string;
  /** Of the checkpoint: `avow/` and the tenant, the size, and the root in base64, a line each. */
  signature: string;
  /** Further lines of the checkpoint: only one that replaces the key has any. */
  extensions?: Array<string>;
  /** What became of the content. Not there while all of it is stored. More values may be added: accept values that you do not know. */
  state?: Open<"redacted" | "erased" | "expired" | "dropped">;
  /** The entry of the same tree which says that the content was destroyed. */
  event?: ReceiptEvent;
}

export interface ReceiptEvent {
  leaf: number;
  /** The exact text of the leaf. */
  entry: string;
  /** The hashes of the RFC 6962 inclusion proof, one after the other, lowest first. */
  inclusion: string;
}

export interface Refit {
  /** The result. `proposed`: there is a proposal to accept. `fitted`: the active revision already fits the labels. `too_few`, `not_better`: there is nothing to propose. `withdrawn` is no longer returned. More values may be added: accept values that you do not know. */
  outcome: Open<"proposed" | "fitted" | "withdrawn" | "too_few" | "not_better">;
  /** The result in one sentence. */
  detail: string;
  calibration: Calibration;
}

export interface RelatedPassage {
  source: string;
  title: string;
  /** The headings above the passage, outermost first, joined by ` › `; empty if there are none. */
  headings: string;
  document_id: string;
  content_pack_id: string;
  /** How near the passage is to the question, to four decimals. Not a confidence. */
  score: number;
  /** Some words of the passage, exactly as stored; null if an answer was withheld for its score, whose words are not shown. */
  quote: string | null;
  /** The code point offset of the start of the quote in the stored text. */
  start: number | null;
  /** The code point offset of the end of the quote (exclusive) in the stored text. */
  end: number | null;
  url: string | null;
}

export interface RelevanceGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "relevance";
  stage: "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: Record<string, never>;
}

export interface ReliabilityBin {
  count: number;
  mean_score: number;
  right_share: number;
  low: number;
  high: number;
}

export interface RemoveItemsRequest {
  /** Documents and curated pairs. Those that the draft does not have are left out. */
  item_ids: Array<string>;
}

export interface Replay {
  message_id: string;
  /** As it is stored. */
  question: string;
  /** The groups on record that the caller may name: it was asked as their member. */
  groups: Array<string>;
  /** Whether answer, status and citations are those on record. */
  same: boolean;
  recorded: ReplaySide;
  replayed: ReplaySide;
  differences: Array<ReplayDifference>;
  /** What the record does not contain, or could not be had as it was. */
  notes: Array<string>;
}

export interface ReplayDifference {
  /** What differs. More values may be added: accept values that you do not know. */
  kind: Open<"status" | "answer" | "source" | "reason" | "citation" | "related" | "looked_up_as" | "confidence" | "guardrail" | "model" | "processing" | "packs">;
  /** Which part of it, such as `score` of `confidence`, how a `citation` changed, or the id of a `guardrail`. */
  part: string | null;
  /** Of the source or the guardrail that differs. */
  title: string | null;
  /** As it is on record. */
  recorded: string | number | boolean | null;
  /** As it was answered again. */
  replayed: string | number | boolean | null;
  /** Nothing is guessed: empty if no cause is known. */
  causes: Array<{
    /** What is known to have caused it. More values may be added: accept values that you do not know. */
    kind: Open<"review" | "groups" | "history_gone" | "redacted_question" | "other_question" | "cache" | "fallback" | "degraded" | "missing_model" | "budget" | "software" | "installed_models" | "settings" | "language_model" | "embedded_model" | "confidence_model" | "calibration" | "other_answer" | "evidence">;
    text: string;
  }>;
}

export interface ReplayRequest {
  /** The moment whose content versions and policy are asked. It must not be in the future. Default: those on record, as of the time of the question. */
  at?: string;
}

export interface ReplaySide {
  /** Content that was valid at this time was used. */
  as_of: string;
  policy_version: string;
  /** The versions of content packs that were asked. */
  packs: Array<{
    id: string;
    /** Null if it is not known any more. */
    name: string | null;
    version: number;
  }>;
  response: ComparedAnswer;
}

export interface Retention {
  /** Days until the content of a message is destroyed: question, answer, metadata and feedback. */
  content_days: number;
  /** Days until the record itself is dropped and only its log entry remains; null for never. Must be at least `content_days`. */
  record_days: number | null;
}

export interface RetentionRequest {
  /** Days until the content of a message is destroyed: question, answer, metadata and feedback. */
  content_days: number;
  /** Days until the record itself is dropped and only its log entry remains; null for never. Must be at least `content_days`. */
  record_days: number | null;
}

export interface RevertCalibrationRequest {
  /** The revision to restore; 0 for the built-in model. Default: the one before the newest. */
  revision?: number;
}

export interface Review {
  /** The outcome of the review. More values may be added: accept values that you do not know. */
  outcome: Open<"deliver" | "block" | "expire">;
  reason: Open<"incorrect" | "incomplete" | "outdated" | "irrelevant" | "unsupported" | "sensitive" | "wording" | "policy"> | null;
  comment: string | null;
  /** The key or person that decided; null if nobody did. */
  decided_by: string | null;
  decided_at: string;
  /** The answer as it was proposed, if the reviewer edited it; what was delivered is the answer of the record. Null if it was not edited. */
  proposed_answer: string | null;
}

export interface ReviewAssignment {
  message_id: string;
  /** The person or key that has taken the review, or to whom it was assigned; null: nobody. */
  assigned_to: string | null;
  assigned_at: string | null;
}

export interface ReviewAssignmentRequest {
  /** `me`: the caller takes the review. A person who may decide on it gets it. Null: nobody has it any more. */
  assigned_to: "me" | string | null;
  /** Who has the review as far as the caller knows. If somebody else has it by now, nothing changes, and the request fails with `invalid_state`. */
  expected?: string | null;
}

export interface ReviewDecision {
  message_id: string;
  /** What became of the answer. More values may be added: accept values that you do not know. */
  outcome: Open<"deliver" | "edit" | "block" | "expire">;
  /** Null: nobody decided in time. */
  decided_by: string | null;
  decided_at: string;
  pending_since: string;
  /** How long the review was pending, in milliseconds. */
  pending_ms: number;
  /** Null if the content of the record is gone. */
  question: string | null;
  /** What was delivered; null if nothing was, or if the content is gone. */
  answer: string | null;
  reason: Open<"incorrect" | "incomplete" | "outdated" | "irrelevant" | "unsupported" | "sensitive" | "wording" | "policy"> | null;
  comment: string | null;
}

export interface ReviewDecisionPage {
  data: Array<ReviewDecision>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ReviewFigures {
  pending: number;
  /** Of these, those that the caller has taken or was given. */
  mine: number;
  /** Of these, those that nobody has. */
  unassigned: number;
  /** Of these, those that have been pending for `overdue_after_ms`. */
  overdue: number;
  overdue_after_ms: number;
  oldest_pending_since: string | null;
  /** Visitors who asked for a person and have no reply yet: see `listHandovers`. */
  handovers_waiting: number;
  decided: {
    days: number;
    count: number;
    /** As they were proposed. */
    delivered: number;
    edited: number;
    blocked: number;
    expired: number;
    /** Half of the reviews were decided within this time; null if none was. Expired ones do not count. */
    median_ms: number | null;
    /** The same for nine of ten. */
    p90_ms: number | null;
    /** False: only the newest 10000 were counted. */
    is_complete: boolean;
  };
}

export interface ReviewNote {
  text: string;
  created_by: string;
  created_at: string;
}

export interface ReviewNotePage {
  data: Array<ReviewNote>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ReviewNoteRequest {
  /** For other reviewers. It is checked by the same guardrails as a prompt. */
  text: string;
}

export interface ReviewNotices {
  /** That an answer begins to wait: at most one mail in 15 minutes. */
  pending: boolean;
  /** That an answer has waited for too long. */
  overdue: boolean;
  /** That a review was assigned to them. */
  assigned: boolean;
  /** The address that mail is sent to: that of the person. */
  email: string;
  /** False: the service has no mail server, and nothing is sent until it has one. */
  email_available: boolean;
}

export interface ReviewNoticesRequest {
  /** That an answer begins to wait: at most one mail in 15 minutes. */
  pending: boolean;
  /** That an answer has waited for too long. */
  overdue: boolean;
  /** That a review was assigned to them. */
  assigned: boolean;
}

export interface ReviewRequest {
  /** `deliver` sends the answer, as it is, which labels it right, or edited. `block` does not send it. */
  decision: "deliver" | "block";
  /** Why the answer is blocked or edited. `incorrect`, `incomplete`, `outdated`, `irrelevant` and `unsupported` label it wrong, as does a block without a reason. `sensitive`, `wording` and `policy` do not label it. */
  reason?: "incorrect" | "incomplete" | "outdated" | "irrelevant" | "unsupported" | "sensitive" | "wording" | "policy";
  /** What to deliver in place of the proposed answer. Both are on record. It passes the output guardrails of the policy in force, or is refused. Citations stay where the words that they support do. Not for answers in JSON. */
  answer?: string;
  /** A comment for the audit record. It is checked by the same guardrails as a prompt. */
  comment?: string;
}

export interface ReviewSource {
  document_id: string;
  title: string;
  source: string;
  /** Where the text begins in the source, in code points. */
  start: number;
  text: string;
  /** False: the source has more before or after it. */
  is_complete: boolean;
}

export interface ReviewSourceList {
  data: Array<ReviewSource>;
}

export interface ReviewerList {
  data: Array<{
    user_id: string;
    name: string;
  }>;
}

export interface RollbackRequest {
  /** A version that is not retired. */
  version: number;
}

export interface RuleGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "rule";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings: {
    rule: string;
    examples?: Array<{
      text: string;
      breaks_rule: boolean;
    }>;
  };
}

export interface S3ConnectionRequest {
  kind: "s3";
  /** The service, for one that is compatible with S3; null: that of AWS. */
  endpoint?: string | null;
  region?: string;
  bucket: string;
  /** Only objects whose keys begin with this. */
  prefix?: string;
}

export interface Sample {
  sample_id: string;
  /** How it was drawn. More values may be added: accept values that you do not know. */
  method: Open<"random" | "risk" | "guardrail">;
  /** How many records were asked for. */
  size: number;
  from: string;
  until: string;
  /** What else the records had to fulfil. */
  filters: Record<string, string | boolean>;
  /** What the service drew, and the order of the records follows from. */
  seed: string;
  /** How many records it was drawn from. */
  population: number;
  /** Whether it was drawn by somebody who may not see all records: what they may not see is in none of these numbers. */
  restricted: boolean;
  /** How many records were drawn. */
  drawn: number;
  /** How many of them have a finding. */
  judged: number;
  findings: {
    none: number;
    minor: number;
    major: number;
    unreadable: number;
  };
  /** Null unless it was drawn at random and all of it is judged. */
  estimates: {
    minor_or_major: SampleEstimate;
    major: SampleEstimate;
  } | null;
  drawn_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  drawn_by: string;
  /** The entry of the log that says what was drawn. */
  leaf_index: number;
  signed_off_at: string | null;
  signed_off_by: string | null;
  /** The conclusion; null if it was not stated, or erased. */
  statement: string | null;
  items: Array<SampleItem>;
}

/** The share of all records that it was drawn from that these numbers leave possible, by Clopper and Pearson, with a confidence of 95 %. */
export interface SampleEstimate {
  /** Records of the sample with such a finding. */
  found: number;
  /** Records of the sample that could be judged. */
  of: number;
  share_from: number;
  share_until: number;
}

export interface SampleItem {
  message_id: string;
  /** Why it was drawn: `random`; by risk `contradicted`, `flagged` or `low_confidence`; by guardrail the id of the guardrail. */
  reason: string;
  finding: Open<"none" | "minor" | "major" | "unreadable"> | null;
  note: string | null;
  judged_at: string | null;
  judged_by: string | null;
  /** The entry of the log with the finding. */
  leaf_index: number | null;
}

export interface SamplePage {
  data: Array<SampleSummary>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface SampleRequest {
  /** `random`: each record with the same chance. `risk`: first those that feedback contradicts, then those in which a guardrail found something, then those with the lowest confidence. `guardrail`: those in which a guardrail found something, as many of each guardrail as there are. */
  method: "random" | "risk" | "guardrail";
  size: number;
  /** Questions asked at this time or later. */
  from: string;
  /** Questions asked before this time. Default: now. */
  until?: string;
  status?: "queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled";
  band?: "high" | "medium" | "low" | "none";
  channel_type?: string;
  tripwire_triggered?: boolean;
  /** Only records in which this guardrail found something. */
  guardrail_id?: string;
}

export interface SampleSummary {
  sample_id: string;
  /** How it was drawn. More values may be added: accept values that you do not know. */
  method: Open<"random" | "risk" | "guardrail">;
  /** How many records were asked for. */
  size: number;
  from: string;
  until: string;
  /** What else the records had to fulfil. */
  filters: Record<string, string | boolean>;
  /** What the service drew, and the order of the records follows from. */
  seed: string;
  /** How many records it was drawn from. */
  population: number;
  /** Whether it was drawn by somebody who may not see all records: what they may not see is in none of these numbers. */
  restricted: boolean;
  /** How many records were drawn. */
  drawn: number;
  /** How many of them have a finding. */
  judged: number;
  findings: {
    none: number;
    minor: number;
    major: number;
    unreadable: number;
  };
  /** Null unless it was drawn at random and all of it is judged. */
  estimates: {
    minor_or_major: SampleEstimate;
    major: SampleEstimate;
  } | null;
  drawn_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  drawn_by: string;
  /** The entry of the log that says what was drawn. */
  leaf_index: number;
  signed_off_at: string | null;
  signed_off_by: string | null;
}

/** A search that a language model asked for. */
export interface Search {
  /** The provider's name and the model's. */
  model: string;
  /** Redacted as answers are; empty if it may not be stored. */
  query: string;
  /** The passages that were found, passed the guardrails, and were not found before. */
  passages: number;
}

export interface SecretsGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "secrets";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "redact" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: Record<string, never>;
}

export interface SecurityStream {
  name: string;
  /** How events reach the collector. More values may be added: accept values that you do not know. */
  kind: Open<"https" | "syslog" | "file">;
  /** Where they are sent: the address without a query, the host and port, or the path of the file. */
  destination: string;
  /** The schema of the events. More values may be added: accept values that you do not know. */
  format: Open<"ocsf" | "ecs">;
  /** What is sent: administrative events, findings of guardrails, or both. More values may be added: accept values that you do not know. */
  events: Open<"both" | "administrative" | "guardrails">;
  /** The ids or names of the tenants whose events are sent; null for all. */
  tenants: Array<string> | null;
  /** How many entries of logs are still to be read or to be taken by the collector. */
  behind: number;
  /** When the stream first ran; null if it has not run yet. */
  started_at: string | null;
  /** When the collector last took events; null if it never has. */
  sent_at: string | null;
  /** Since when the collector takes nothing; null if the last attempt succeeded. */
  failing_since: string | null;
  /** Why the last attempt failed, in words for people; null if it succeeded. */
  fault: string | null;
}

export interface SecurityStreamList {
  data: Array<SecurityStream>;
}

export interface ServiceIndex {
  name: string;
  version: string;
  /** The reference of the API, for people. */
  reference_url: string;
  /** The API as an OpenAPI document. */
  openapi_url: string;
  /** The console, for people. */
  console_url: string;
  /** Whether the service is ready. */
  readiness_url: string;
}

export interface Session {
  session_id: string;
  /** How the person signed in. More values may be added: accept values that you do not know. */
  method: Open<"password" | "passkey" | "link" | "provider">;
  /** Whether it is the session of this request. */
  current: boolean;
  created_at: string;
  /** To the minute. */
  last_used_at: string;
  /** When it ends at the latest. */
  expires_at: string;
  /** The network address at sign-in. */
  address: string;
  /** What the browser said of itself at sign-in. */
  user_agent: string;
}

export interface SessionList {
  data: Array<Session>;
}

export interface SetPasswordRequest {
  password: string;
  /** Needed if the person has a password, unless they signed in by other means in the last 15 minutes. */
  current_password?: string;
}

export interface SettleCalibrationRequest {
  /** The proposal that was read. */
  proposal_id: string;
}

/** The 95 % confidence interval of a share. */
export interface ShareInterval {
  low: number;
  high: number;
}

export interface SharepointConnectionRequest {
  kind: "sharepoint";
  /** The address of a site. */
  url: string;
  /** The name of a document library; null: the one that every site has. */
  library?: string | null;
  /** The folder to read; empty: all of the library. */
  path?: string;
  /** Microsoft Graph of a national cloud; null: `https://graph.microsoft.com`. */
  endpoint?: string | null;
  /** Where tokens are requested; null: `https://login.microsoftonline.com`. */
  login_endpoint?: string | null;
  /** What becomes of the permissions of the source. `groups`: its groups apply under their own names, except those in `access_map`. `mapped`: only what `access_map` names applies. `ignore`: permissions are not read, and the `groups` of the source apply. What nobody is admitted to in this way is left out and listed; it is never made public. */
  access?: "groups" | "mapped" | "ignore";
  /** Who stands for the groups, people and domains of the source. */
  access_map?: Array<{
    /** As the source names it: `group:…`, `user:…`, `domain:…`, `site-group:…`, `space:…`, `organization` or `anyone`. */
    principal: string;
    /** The group that stands for it; null: everyone, as far as the `groups` of the source allow. */
    group: string | null;
  }>;
}

/** The settings of a widget, as its pages read them. */
export interface ShownWidget {
  /** Where the widget is. More values may be added: accept values that you do not know. */
  position: Open<"in_page" | "bottom_right" | "bottom_left">;
  /** Whether it is light or dark. More values may be added: accept values that you do not know. */
  theme: Open<"auto" | "light" | "dark">;
  accent_color: string | null;
  header_color: string | null;
  /** A PNG picture as base64. */
  logo: string | null;
  privacy_url: string | null;
  /** Where visitors read that answers are automatic. More values may be added: accept values that you do not know. */
  mark: Open<"each_answer" | "chat">;
  /** How a person is reached; null: as the settings of the tenant say. */
  handover: HandoverSettings | null;
  texts: Array<WidgetTexts>;
  /** The verifier key of the log of the tenant, in C2SP format: receipts of its answers are signed by it. */
  log_key: string;
}

export interface SignInMethods {
  password: boolean;
  passkey: boolean;
  /** The OpenID provider; null: none is configured. */
  provider: {
    /** What the provider is called. */
    name: string;
  } | null;
}

export interface SignOffRequest {
  /** The conclusion. It is sealed beside the log. */
  statement?: string;
}

/** The settings as they were given, and the defaults of others. */
export interface SourceConnection {
  /** What it is connected to. More values may be added: accept values that you do not know. */
  kind: Open<"website" | "git" | "s3" | "folder" | "feed" | "confluence" | "sharepoint" | "onedrive" | "google_drive">;
}

export type SourceConnectionRequest = WebsiteConnectionRequest | GitConnectionRequest | S3ConnectionRequest | FolderConnectionRequest | FeedConnectionRequest | ConfluenceConnectionRequest | SharepointConnectionRequest | OnedriveConnectionRequest | GoogleDriveConnectionRequest;

export interface SourceCredentialsRequest {
  username?: string;
  token?: string;
  access_key_id?: string;
  secret_access_key?: string;
  session_token?: string;
  directory_id?: string;
  client_id?: string;
  client_secret?: string;
  client_email?: string;
  private_key?: string;
}

export interface SourceSyncProgress {
  /** Why it was started. More values may be added: accept values that you do not know. */
  trigger: Open<"schedule" | "request">;
  dry_run: boolean;
  /** `queued`: it starts soon. `reading`: the source is read. `applying`: a job applies what was read. More values may be added: accept values that you do not know. */
  phase: Open<"queued" | "reading" | "applying">;
  /** How many items of the source were looked at so far. */
  items_read: number;
  /** The job that applies what was read. */
  job_id: string | null;
  started_at: string;
}

export interface SourceSyncResult {
  /** Why it was started. More values may be added: accept values that you do not know. */
  trigger: Open<"schedule" | "request">;
  /** `published`: a version with the changes is served. `unchanged`: nothing had changed. `draft`: the changes wait in the draft. `gate_closed`: the publish gate refused them, and they wait in the draft. `too_many_removals`: nothing was changed. `planned`: it was a dry run. `failed`: nothing was changed. More values may be added: accept values that you do not know. */
  outcome: Open<"published" | "unchanged" | "draft" | "gate_closed" | "too_many_removals" | "planned" | "failed">;
  /** Why it failed, or why it was not published. */
  reason: string | null;
  counts: {
    added: number;
    changed: number;
    removed: number;
    unchanged: number;
    failed: number;
    skipped: number;
  };
  /** At most the first 200 changes. */
  plan: Array<{
    /** What happens to it in the draft. More values may be added: accept values that you do not know. */
    action: Open<"add" | "add_back" | "change" | "remove">;
    /** Its path within the pack. */
    document: string;
    /** What people have set there and the sync leaves alone. */
    keeps: Array<string>;
    /** What people have written there and the sync replaces. */
    replaces: Array<string>;
  }>;
  /** Items that could not be read, at most the first 200. What was read of them before stays. */
  errors: Array<{
    item: string;
    reason: string;
  }>;
  /** The version that was published. */
  version: number | null;
  job_id: string | null;
  started_at: string;
  ended_at: string;
}

export interface Spend {
  /** The currency in the model settings. */
  currency: string;
  amount: number;
  input_tokens: number;
  output_tokens: number;
  /** The amount per answer; null if there are no answers. */
  per_answer: number | null;
}

/** A text that looks like a prompt injection. Review it before publishing. */
export interface SuspiciousText {
  /** The kind of text. More values may be added: accept values that you do not know. */
  kind: Open<"document" | "qna">;
  id: string;
  source: string;
  quote: string;
  reason: string;
}

export interface SyncSourceRequest {
  /** Reads the source and reports what would change, without changing anything. */
  dry_run?: boolean;
  /** Removes documents even if they are more than the limit. */
  allow_removals?: boolean;
  /** Reads everything again, not only what the source says has changed. */
  full?: boolean;
}

export interface Tenant {
  tenant_id: string;
  name: string;
  /** Whether requests of the tenant are accepted. More values may be added: accept values that you do not know. */
  status: Open<"active" | "suspended">;
  created_at: string;
}

export interface TenantCreateRequest {
  name: string;
  /** The first person of the tenant, who gets a one-time link. */
  owner?: {
    /** The e-mail address, unique within the tenant, whatever the case of its letters. */
    email: string;
    /** The name under which the actions of the person are on the log. */
    name: string;
  };
}

export interface TenantPage {
  data: Array<Tenant>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface TenantUpdateRequest {
  /** All requests of a suspended tenant are refused. */
  status: "active" | "suspended";
}

export interface TextTrial {
  kind: "text";
  /** The tested stage. More values may be added: accept values that you do not know. */
  stage: Open<"input" | "retrieval" | "output">;
  /** Whether the test ran. `not_stored`: the text is not stored. `not_reached`: the time ran out. More values may be added: accept values that you do not know. */
  state: Open<"tried" | "not_stored" | "not_found" | "not_reached">;
  /** The strongest action that would be taken. More values may be added: accept values that you do not know. */
  action: Open<"none" | "flag" | "redact" | "block">;
  blocked_reason: Open<"prompt_injection" | "unsafe_content" | "pii" | "secrets" | "out_of_scope" | "policy" | "ungrounded" | "guardrail_unavailable"> | null;
  /** Results of the guardrails at the tested stages. */
  results: Array<GuardrailResult>;
  /** The text after redaction; empty for a dropped passage; null if the test did not run. */
  text: string | null;
}

export interface Thread {
  thread_id: string;
  /** When its first message that is on record was asked. */
  created_at: string;
  last_message_at: string;
  /** Messages whose content is present. */
  message_count: number;
  /** Messages whose content is erased or expired. */
  emptied_count: number;
  /** Whether the thread was deleted, and cannot be continued. */
  closed: boolean;
}

export interface ThreadErasure {
  /** The number of messages that this call erased. */
  erased: number;
  /** Messages of the thread that were not erased because of a legal hold on the message or on a person. */
  under_legal_hold: Array<string>;
  /** Messages that are still being answered or are pending review, including ones that are not recorded yet. Erase them once they have ended. */
  unfinished: Array<string>;
  /** Curated pairs that were drafted from the erased content. They are part of a content pack and are not erased: review them. */
  curated_pairs: Array<string>;
  /** Whether more messages remain: call again. */
  has_more: boolean;
}

export interface TopicGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "topic";
  stage: "input";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings: {
    allowed?: Array<{
      name: string;
      description: string;
      examples?: Array<string>;
    }>;
    denied?: Array<{
      name: string;
      description: string;
      examples?: Array<string>;
    }>;
  };
}

export interface UnansweredDraft {
  qna: Qna;
  content_pack_id: string;
  group_id: string;
  /** How many messages of the group were marked as drafted. */
  marked: number;
  /** How many phrasings did not become alternatives because they are too long, redacted, too many, or answered by another pair. */
  omitted: number;
}

export interface UnansweredDraftRequest {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
  /** The content pack whose draft the pair is added to. */
  content_pack_id: string;
  /** May use Markdown. */
  answer: string;
  /** Default: the question of the group. */
  question?: string;
  /** The source of the answer, as shown in citations. */
  source?: string;
  url?: string | null;
  tags?: Array<string>;
  /** Only members of at least one of these groups get the answer; if empty, everyone does. Default: the access groups of the sources cited in the answers of the group. Required if these cannot be determined. */
  groups?: Array<string>;
}

export interface UnansweredGroup {
  /** The id of the most central message of the group. */
  group_id: string;
  /** The most central question of the group, as stored. */
  question: string;
  /** Other phrasings, most frequent first. */
  examples: Array<string>;
  /** How often it was asked. */
  count: number;
  /** The number of distinct end users, among messages that have one. */
  end_user_count: number;
  first_asked_at: string;
  last_asked_at: string;
  /** Most frequent first. */
  causes: Array<{
    /** Why it is listed. More values may be added: accept values that you do not know. */
    cause: Open<"no_knowledge" | "nothing_found" | "below_risk_level" | "ambiguous" | "access_restricted" | "language_not_served" | "low_confidence" | "reported_wrong" | "reported_wrong_by_visitor">;
    count: number;
  }>;
  /** The nearest content that was found, whether or not it answers the question. Best first. */
  nearest: Array<NearestKnowledge>;
  /** The newest feedback on messages of the group that waits for somebody: see `GET /v1/feedback?state=open`. */
  feedback_ids: Array<string>;
  /** What was done about the group. It is open again if its pair is neither in a draft nor served. More values may be added: accept values that you do not know. */
  state: Open<"open" | "drafted" | "dismissed" | "published">;
  /** The drafted pair; null if none was drafted. */
  qna_id: string | null;
  /** How often it was asked since it was drafted or dismissed; 0 while it is open. */
  asked_since_resolved: number;
}

export interface UnansweredGroupRequest {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
}

export interface UnansweredGroupUpdate {
  group_id: string;
  /** The new state of the group. More values may be added: accept values that you do not know. */
  state: Open<"open" | "drafted" | "dismissed" | "published">;
  /** How many messages of the group were marked. */
  marked: number;
}

export interface UnansweredPage {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  /** The number of questions in all groups: at most the newest 3000. */
  questions: number;
  /** Older questions beyond this limit, and questions whose text is no longer stored. */
  questions_omitted: number;
  /** Whether only the newest 5000 labels of each week were read, so that answers reported as wrong may be missing. */
  labels_truncated: boolean;
  /** Whether questions were grouped by embeddings or by keywords. More values may be added: accept values that you do not know. */
  grouped_by: Open<"semantic" | "keyword">;
  /** Questions that are not embedded yet. Each is a group of its own until then. Request the list again later. */
  pending_embeddings: number;
  data: Array<UnansweredGroup>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface UnansweredTask {
  /** The id of the most central message of the group. */
  group_id: string;
  /** The most central question of the group, as stored. */
  question: string;
  /** Other phrasings, most frequent first. */
  phrasings: Array<string>;
  /** How often it was asked. */
  count: number;
  /** The number of distinct end users, among messages that have one. */
  end_user_count: number;
  last_asked_at: string;
  /** Null if nothing similar was found. */
  nearest: NearestKnowledge | null;
  /** What would close the gap. More values may be added: accept values that you do not know. */
  action: Open<"write_pair" | "extend_page" | "extend_pair" | "add_knowledge" | "check_access">;
  /** The action in one sentence. */
  description: string;
}

export interface UnansweredTasks {
  /** The start of the period, inclusive. */
  from: string;
  /** The end of the period, exclusive. */
  to: string;
  /** Finished messages of the period that were counted: at most the newest 200000. */
  counted: number;
  /** Whether all messages of the period were counted. */
  complete: boolean;
  data: Array<UnansweredTask>;
}

export interface UnansweredTasksRequest {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
  /** The groups, in this order. Default: all open groups. */
  group_ids?: Array<string>;
  /** The maximum number of tasks, most frequent groups first. */
  limit?: number;
}

export interface UnsafeContentGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "unsafe_content";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. If the guardrail blocks self-harm, violence or weapons, it must be `closed`. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings?: {
    /** Thresholds for individual kinds. The threshold of the guardrail applies to the others. */
    thresholds?: Record<string, number>;
    /** If the score of a kind is at least this and does not reach its threshold, the text is flagged. Null for no flags. */
    flag_from?: number | null;
    /** Whether feedback on blocked prompts, `wrongly_blocked`, raises the threshold for prompts. */
    learn_from_feedback?: boolean;
  };
}

export interface UpdateContentPackRequest {
  /** Unique within the tenant. */
  name?: string;
  description?: string;
}

export interface UpdateDocumentRequest {
  title?: string;
  url?: string | null;
  /** Only members of at least one of these groups get answers from it; if empty, everyone does. */
  groups?: Array<string>;
  /** The whole new text, in the format of the document. */
  text?: string;
}

export interface UpdateSourceRequest {
  /** Replaces all settings of the connection. Its kind cannot be changed. If the source has credentials, they must be given again with every change but one of `access_map`, `pages_max`, `depth_max`, `delay_ms`, `minutes_max` and `entries_max`: they are used only for what they were given for. */
  connection?: SourceConnectionRequest;
  /** Replaces all credentials; null: there are none. */
  credentials?: SourceCredentialsRequest | null;
  /** Who may get answers from documents for which the source itself names no groups; if empty, everyone. Groups that a file names can only narrow this. */
  groups?: Array<string>;
  /** How often it is read, in minutes; null: only on request. */
  sync_every_minutes?: number | null;
  /** `automatic`: changes are published once the publish gate passes, unless the draft has changes by people or an older version is served. `manual`: they wait in the draft. */
  publish?: "automatic" | "manual";
  /** A sync that would remove more than this share of the documents of the source changes nothing and asks: it is repeated with `allow_removals`. 100: it never asks. */
  removal_limit_percent?: number;
  /** A paused source is not read. Pausing also stops a sync that is reading. */
  status?: "active" | "paused";
}

export interface User {
  user_id: string;
  email: string;
  name: string;
  /** What the person does for the tenant; it decides on their scopes. More values may be added: accept values that you do not know. */
  role: Open<"owner" | "editor" | "reviewer" | "auditor" | "operator">;
  /** Whether the person may sign in. More values may be added: accept values that you do not know. */
  status: Open<"active" | "disabled">;
  /** The groups that the person asks questions for, and whose records they may read. `*`: they may name any group. */
  groups: Array<string>;
  /** Whether the person may name any group and read what was answered for it: because of their role, `owner` or `editor`, or of `*` in `groups`. */
  all_groups: boolean;
  has_password: boolean;
  /** How many passkeys the person has. */
  passkeys: number;
  /** Whether the person has signed in with the OpenID provider. */
  provider: boolean;
  created_at: string;
  /** The id of a key or person; `operator` for the command line; empty if the service did it, at the first start or at a first sign-in with the OpenID provider. */
  created_by: string | "";
  updated_at: string;
  last_sign_in_at: string | null;
}

export interface UserCreateRequest {
  /** The e-mail address, unique within the tenant, whatever the case of its letters. */
  email: string;
  /** The name under which the actions of the person are on the log. */
  name: string;
  role: "owner" | "editor" | "reviewer" | "auditor" | "operator";
  /** The groups that the person asks questions for, and whose records they may read. `*`: they may name any group. */
  groups?: Array<string>;
}

export interface UserLink {
  /** Signs the person in, once. It is not shown again. */
  url: string;
  expires_at: string;
}

export interface UserPage {
  data: Array<User>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface UserUpdateRequest {
  /** The name under which the actions of the person are on the log. */
  name?: string;
  role?: "owner" | "editor" | "reviewer" | "auditor" | "operator";
  /** Someone who is disabled cannot sign in, and their sessions end. */
  status?: "active" | "disabled";
  /** The groups that the person asks questions for, and whose records they may read. `*`: they may name any group. */
  groups?: Array<string>;
}

export interface UserWithLink {
  user_id: string;
  email: string;
  name: string;
  /** What the person does for the tenant; it decides on their scopes. More values may be added: accept values that you do not know. */
  role: Open<"owner" | "editor" | "reviewer" | "auditor" | "operator">;
  /** Whether the person may sign in. More values may be added: accept values that you do not know. */
  status: Open<"active" | "disabled">;
  /** The groups that the person asks questions for, and whose records they may read. `*`: they may name any group. */
  groups: Array<string>;
  /** Whether the person may name any group and read what was answered for it: because of their role, `owner` or `editor`, or of `*` in `groups`. */
  all_groups: boolean;
  has_password: boolean;
  /** How many passkeys the person has. */
  passkeys: number;
  /** Whether the person has signed in with the OpenID provider. */
  provider: boolean;
  created_at: string;
  /** The id of a key or person; `operator` for the command line; empty if the service did it, at the first start or at a first sign-in with the OpenID provider. */
  created_by: string | "";
  updated_at: string;
  last_sign_in_at: string | null;
  link: UserLink;
}

export interface VisitorOptions {
  /** Whether an answer that is pending review can be sent by e-mail: see `notifyByEmail`. */
  email_answers: boolean;
  /** How a person is reached: see `requestHandover`. */
  handover: HandoverSettings;
}

export interface WebhookDelivery {
  endpoint_id: string;
  /** Sent as the header `webhook-id` with every attempt. */
  event_id: string;
  /** The type of the event. More values may be added: accept values that you do not know. */
  type: Open<"message.delivered" | "message.blocked" | "message.failed" | "message.in_review" | "message.review_overdue" | "handover.requested" | "handover.replied" | "guardrail.tripped" | "audit.erased" | "content_pack.published" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "content_source.failing" | "content_source.waiting" | "content_source.paused" | "service.degraded" | "service.recovered" | "log.checkpoint" | "webhook_endpoint.disabled" | "webhook.test">;
  message_id: string | null;
  /** `pending`: another attempt follows. `delivered`: the endpoint accepted it. `dead`: no attempt follows unless it is redelivered. More values may be added: accept values that you do not know. */
  status: Open<"pending" | "delivered" | "dead">;
  /** Since it was queued or last redelivered. */
  attempts: number;
  created_at: string;
  /** Null unless it is pending. While an attempt is in progress, when it would be repeated. */
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  outcome: Open<"ok" | "status" | "redirect" | "timeout" | "unreachable" | "not_allowed" | "gone" | "endpoint_disabled" | "backlog_full"> | null;
  /** The HTTP status of the last response; null: there was none. */
  response_status: number | null;
}

export interface WebhookDeliveryPage {
  data: Array<WebhookDelivery>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface WebhookEndpoint {
  endpoint_id: string;
  /** Empty if what is stored of the endpoint is damaged. */
  url: string;
  description: string;
  /** Null: all types. */
  event_types: Array<Open<"message.delivered" | "message.blocked" | "message.failed" | "message.in_review" | "message.review_overdue" | "handover.requested" | "handover.replied" | "guardrail.tripped" | "audit.erased" | "content_pack.published" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "content_source.failing" | "content_source.waiting" | "content_source.paused" | "service.degraded" | "service.recovered" | "log.checkpoint" | "webhook_endpoint.disabled" | "webhook.test">> | null;
  include_content: boolean;
  /** How events are written. More values may be added: accept values that you do not know. */
  format: Open<"event" | "slack" | "teams">;
  /** Whether events are sent. More values may be added: accept values that you do not know. */
  status: Open<"enabled" | "disabled">;
  disabled_reason: Open<"request" | "gone" | "failing" | "damaged"> | null;
  /** When the first attempt failed after the last one that succeeded; null: it is not failing. */
  failing_since: string | null;
  created_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  created_by: string;
  updated_at: string;
  /** Until when events are signed with the previous secret too; null: there is none. */
  previous_secret_until: string | null;
}

export interface WebhookEndpointCreateRequest {
  /** Where events are sent: an https URL on the public internet, without a user name or password. It is encrypted at rest. Redirects are not followed. */
  url: string;
  /** What the endpoint is for. */
  description?: string;
  /** The types of events to send; null for all, including those of later versions. */
  event_types?: Array<"message.delivered" | "message.blocked" | "message.failed" | "message.in_review" | "message.review_overdue" | "handover.requested" | "handover.replied" | "guardrail.tripped" | "audit.erased" | "content_pack.published" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "content_source.failing" | "content_source.waiting" | "content_source.paused" | "service.degraded" | "service.recovered" | "log.checkpoint" | "webhook_endpoint.disabled" | "webhook.test"> | null;
  /** Whether events about a message contain the message as `GET /v1/messages/{message_id}` returns it when the event is sent. The caller must have the scope `messages:read`; once its key is revoked or has expired, and no key that replaces it is valid, or the person may not read messages any more, events are thin again. */
  include_content?: boolean;
  /** `slack` and `teams`: each event is sent as a message with a link to the console, for the address of an incoming webhook of Slack or Microsoft Teams. It cannot be changed later. */
  format?: "event" | "slack" | "teams";
}

export interface WebhookEndpointPage {
  data: Array<WebhookEndpoint>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface WebhookEndpointUpdateRequest {
  /** Where events are sent: an https URL on the public internet, without a user name or password. It is encrypted at rest. Redirects are not followed. */
  url?: string;
  /** What the endpoint is for. */
  description?: string;
  /** The types of events to send; null for all, including those of later versions. */
  event_types?: Array<"message.delivered" | "message.blocked" | "message.failed" | "message.in_review" | "message.review_overdue" | "handover.requested" | "handover.replied" | "guardrail.tripped" | "audit.erased" | "content_pack.published" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "content_source.failing" | "content_source.waiting" | "content_source.paused" | "service.degraded" | "service.recovered" | "log.checkpoint" | "webhook_endpoint.disabled" | "webhook.test"> | null;
  /** Whether events about a message contain the message as `GET /v1/messages/{message_id}` returns it when the event is sent. The caller must have the scope `messages:read`; once its key is revoked or has expired, and no key that replaces it is valid, or the person may not read messages any more, events are thin again. */
  include_content?: boolean;
  /** Nothing is sent to a disabled endpoint, and what was pending is dead. */
  status?: "enabled" | "disabled";
}

export interface WebhookEndpointWithSecret {
  endpoint_id: string;
  /** Empty if what is stored of the endpoint is damaged. */
  url: string;
  description: string;
  /** Null: all types. */
  event_types: Array<Open<"message.delivered" | "message.blocked" | "message.failed" | "message.in_review" | "message.review_overdue" | "handover.requested" | "handover.replied" | "guardrail.tripped" | "audit.erased" | "content_pack.published" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "content_source.failing" | "content_source.waiting" | "content_source.paused" | "service.degraded" | "service.recovered" | "log.checkpoint" | "webhook_endpoint.disabled" | "webhook.test">> | null;
  include_content: boolean;
  /** How events are written. More values may be added: accept values that you do not know. */
  format: Open<"event" | "slack" | "teams">;
  /** Whether events are sent. More values may be added: accept values that you do not know. */
  status: Open<"enabled" | "disabled">;
  disabled_reason: Open<"request" | "gone" | "failing" | "damaged"> | null;
  /** When the first attempt failed after the last one that succeeded; null: it is not failing. */
  failing_since: string | null;
  created_at: string;
  /** The id of the key, or of the person who was signed in; `operator` for the command line. */
  created_by: string;
  updated_at: string;
  /** Until when events are signed with the previous secret too; null: there is none. */
  previous_secret_until: string | null;
  /** The secret that events are signed with. Store it now: it is not shown again. */
  secret: string;
}

export interface WebhookEvent {
  /** What happened. More values may be added: accept values that you do not know. */
  type: Open<"message.delivered" | "message.blocked" | "message.failed" | "message.in_review" | "message.review_overdue" | "handover.requested" | "handover.replied" | "guardrail.tripped" | "audit.erased" | "content_pack.published" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "content_source.failing" | "content_source.waiting" | "content_source.paused" | "service.degraded" | "service.recovered" | "log.checkpoint" | "webhook_endpoint.disabled" | "webhook.test">;
  /** When it happened. */
  timestamp: string;
  /** Ids and states. If the endpoint includes content, `message` too. */
  data: Record<string, unknown>;
}

export interface WebhookRedeliverRequest {
  /** Only events that were written at this time or later. */
  since?: string;
}

export interface WebhookRedelivered {
  /** How many dead deliveries were queued again. */
  redelivered: number;
  /** There may be more: call again. */
  has_more: boolean;
}

export interface WebhookRotateRequest {
  /** For how many hours events are signed with the old secret too. */
  overlap_hours?: number;
}

export interface WebsiteConnectionRequest {
  kind: "website";
  /** Where reading begins. Nothing outside its host is read. */
  url: string;
  /** `sitemap`: the pages that its sitemaps list. `links`: those that can be reached by links. `auto`: by its sitemap if it has one. */
  discovery?: "auto" | "sitemap" | "links";
  /** Paths to read; if empty, the folder that the URL is in. */
  include?: Array<string>;
  /** Paths not to read, even if they are included. */
  exclude?: Array<string>;
  pages_max?: number;
  /** How many links away from the first page. */
  depth_max?: number;
  /** The pause between two requests. A longer `Crawl-delay` of robots.txt is respected. */
  delay_ms?: number;
  /** For how long one sync reads. */
  minutes_max?: number;
}

export interface Widget {
  widget_id: string;
  name: string;
  /** Its publishable key. */
  key_id: string;
  /** The text of its key, which everyone reads who opens a page with the widget. */
  key: string;
  /** Whether its key works. More values may be added: accept values that you do not know. */
  key_status: Open<"active" | "expired" | "revoked">;
  origins: Array<string>;
  content_pack_ids: Array<string>;
  settings: WidgetSettings;
  created_at: string;
  updated_at: string;
  updated_by: string;
}

export interface WidgetCreateRequest {
  /** What people call it. Visitors do not see it. */
  name: string;
  /** The origins of the pages that show it. */
  origins: Array<string>;
  /** The content packs that visitors may ask. None: every question is refused. */
  content_pack_ids?: Array<string>;
  settings?: WidgetSettingsRequest;
}

export interface WidgetPage {
  data: Array<Widget>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface WidgetSettings {
  /** Where the widget is. More values may be added: accept values that you do not know. */
  position: Open<"in_page" | "bottom_right" | "bottom_left">;
  /** Whether it is light or dark. More values may be added: accept values that you do not know. */
  theme: Open<"auto" | "light" | "dark">;
  accent_color: string | null;
  header_color: string | null;
  /** A PNG picture as base64. */
  logo: string | null;
  privacy_url: string | null;
  /** Where visitors read that answers are automatic. More values may be added: accept values that you do not know. */
  mark: Open<"each_answer" | "chat">;
  /** How a person is reached; null: as the settings of the tenant say. */
  handover: HandoverSettings | null;
  texts: Array<WidgetTexts>;
}

export interface WidgetSettingsRequest {
  /** `in_page`: where the element is. Otherwise it opens from a button in that corner of the window. */
  position?: "in_page" | "bottom_right" | "bottom_left";
  /** `auto`: as the system of the visitor prefers. */
  theme?: "auto" | "light" | "dark";
  /** Of buttons and links, which are lightened or darkened until they can be read. Null: blue. */
  accent_color?: string | null;
  /** Behind the heading; its text is black or white. Null: as the rest. */
  header_color?: string | null;
  logo?: string | null;
  /** What “Privacy” below the chat links to. Null: there is no such link. */
  privacy_url?: string | null;
  /** Where visitors read that answers are automatic: below each answer, with how its words came about, or once below the chat. The markup has it with each answer either way. */
  mark?: "each_answer" | "chat";
  /** How visitors of this widget reach a person. Null: as the settings of the tenant say, see `replaceHandoverSettings`. */
  handover?: HandoverSettingsRequest | null;
  /** By language, each once. Visitors read those of their language, otherwise the first. */
  texts?: Array<WidgetTextsRequest>;
}

export interface WidgetTexts {
  language: string;
  heading: string | null;
  greeting: string | null;
  placeholder: string | null;
  sample_questions: Array<string>;
}

export interface WidgetTextsRequest {
  /** The language of these texts, as a BCP 47 tag. */
  language: string;
  heading?: string | null;
  /** Markdown that is shown until the first question. */
  greeting?: string | null;
  /** The text in the empty field. */
  placeholder?: string | null;
  /** Questions that a visitor can ask with one click. */
  sample_questions?: Array<string>;
}

export interface WidgetUpdateRequest {
  name?: string;
  origins?: Array<string>;
  content_pack_ids?: Array<string>;
  /** Replaces all settings. */
  settings?: WidgetSettingsRequest;
}

export interface WordsGuardrailRequest {
  /** Default: assigned by the service. */
  id?: string;
  name: string;
  check: "words";
  stage: "input" | "output";
  /** What to do about a finding. At the stage `retrieval`, `redact` drops the passage. */
  action: "flag" | "redact" | "block";
  /** Whether the check runs. A guardrail that is disabled keeps its id and its settings. */
  enabled?: boolean;
  category?: "security" | "safety" | "privacy" | "compliance" | "scope" | "grounding" | "format" | "custom";
  /** The minimum score for a finding to count. */
  threshold?: number;
  /** `shadow` reports findings without acting on them. */
  mode?: "enforce" | "shadow";
  /** If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. */
  fail_mode?: "open" | "closed";
  /** A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn. */
  timeout_ms?: number;
  settings: {
    words: Array<string>;
  };
}

export interface ListAuditsQuery {
  thread_id?: string;
  /** Only messages of this end user. */
  end_user_id?: string;
  status?: "queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled";
  band?: "high" | "medium" | "low" | "none";
  tripwire_triggered?: boolean;
  /** Only messages of this channel. */
  channel_type?: string;
  /** Only messages whose answer cites this content pack. Looks through a limited number of messages for each page, which may then have few or none although there are more. */
  content_pack_id?: string;
  /** True: only the latest message of each thread. */
  latest_in_thread?: boolean;
  /** Created at or after this time. */
  created_from?: string;
  /** Created before this time. */
  created_before?: string;
  /** Only messages in which this guardrail found something. */
  guardrail_id?: string;
  /** What that guardrail did about it; `shadow` for findings in shadow mode. It has no effect without `guardrail_id`. */
  guardrail_result?: "flagged" | "redacted" | "blocked" | "failed" | "shadow";
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only records in whose question, answer, end user or metadata all these words are found, as far as they are stored; case and accents do not matter. Looks through a limited number of records for each page, which may then have few or none although there are more. */
  text?: string;
}

export interface ListMessagesQuery {
  thread_id?: string;
  /** Only messages of this end user. */
  end_user_id?: string;
  status?: "queued" | "processing" | "in_review" | "delivered" | "blocked" | "failed" | "cancelled";
  band?: "high" | "medium" | "low" | "none";
  tripwire_triggered?: boolean;
  /** Only messages of this channel. */
  channel_type?: string;
  /** Only messages whose answer cites this content pack. Looks through a limited number of messages for each page, which may then have few or none although there are more. */
  content_pack_id?: string;
  /** True: only the latest message of each thread. */
  latest_in_thread?: boolean;
  /** Created at or after this time. */
  created_from?: string;
  /** Created before this time. */
  created_before?: string;
  /** Only messages in which this guardrail found something. */
  guardrail_id?: string;
  /** What that guardrail did about it; `shadow` for findings in shadow mode. It has no effect without `guardrail_id`. */
  guardrail_result?: "flagged" | "redacted" | "blocked" | "failed" | "shadow";
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface StreamMessageEventsQuery {
  /** The same as `Last-Event-ID`, for clients that cannot set headers. The header takes precedence. */
  after?: string;
}

export interface ListContentPacksQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListContentPackVersionsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListDraftChangesQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListContentJobsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListDocumentsQuery {
  /** Only those that this person looks after. */
  owner?: string;
  /** Only those with this tag. */
  tag?: string;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListQnaQuery {
  /** Only those that this person looks after. */
  owner?: string;
  /** Only those with this tag. */
  tag?: string;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ImportQnaQuery {
  /** The file name, if the body is the file itself. Its extension determines the format. */
  file_name?: string;
}

export interface PreviewQnaQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
  /** The pair that would be replaced. It does not compete with its replacement. */
  qna_id?: string;
}

export interface FindItemsQuery {
  /** All of these words must be in the title, path, text, question, answer, owner or tags; case and accents do not matter. Of a long document, the first 500,000 characters are looked at. */
  text: string;
  /** Only in this content pack. Default: in all of them. */
  content_pack_id?: string;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListSourcesQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface DeleteSourceQuery {
  /** What becomes of its documents in the draft. */
  documents?: "keep" | "remove";
}

export interface ListGoldenQuestionsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only questions in this state. */
  state?: "accepted" | "suggested";
}

export interface ListEvaluationsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface CompareEvaluationsQuery {
  /** The evaluation to compare with, as the baseline. */
  base: string;
}

export interface GetGuardrailsQuery {
  /** The revision to read. Default: the one in force. */
  revision?: number;
}

export interface ListGuardrailVersionsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListUnansweredQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
  /** Only groups in this state. Default: all. */
  state?: "open" | "drafted" | "dismissed" | "published";
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface GetActivityInsightQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
  /** Only questions of this channel. The list of channels stays whole. */
  channel_type?: string;
}

export interface GetConfidenceInsightQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
}

export interface GetCostInsightQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
}

export interface GetLatencyInsightQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
}

export interface GetGuardrailInsightQuery {
  /** The start of the period, inclusive. Default: 30 days before `to`. */
  from?: string;
  /** The end of the period, exclusive, at most 92 days after `from`. Default: now. */
  to?: string;
}

export interface ListFeedbackQuery {
  verdict?: "right" | "partly" | "wrong";
  /** Only feedback whose proposal is in this state. */
  proposal?: "none" | "proposed" | "drafted" | "dismissed";
  /** Only feedback that waits for somebody, or that does not. `open`: a better answer was proposed, or the answer was called wrong or partly right and nobody has answered or dismissed that. */
  state?: "open" | "done";
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListDrawnAnswersQuery {
  /** The page size. Default: 20. */
  limit?: number;
}

export interface ListPendingReviewsQuery {
  /** Only what the caller has (`me`), nobody, or this person or key. */
  assigned_to?: "me" | "nobody" | string;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListReviewDecisionsQuery {
  outcome?: "deliver" | "edit" | "block" | "expire";
  /** A person or key; `me` for the caller. */
  decided_by?: "me" | string;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface GetReviewFiguresQuery {
  /** How many days of decisions are counted. Default: 30. */
  days?: number;
}

export interface ListHandoversQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  state?: "waiting" | "answered" | "closed";
}

export interface ListThreadMessagesQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListHoldsQuery {
  /** `true`: only active holds; `false`: only lifted holds. */
  active?: boolean;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface DownloadAuditExportQuery {
  /** The same as `Avow-Purpose`, for clients that cannot set headers. The header takes precedence. */
  purpose?: string;
}

export interface ListLogKeysQuery {
  /** The size of a checkpoint that one of the keys has signed: the consistency proofs lead over its tree too. */
  size?: number;
}

export interface GetLogConsistencyQuery {
  /** The size of the older checkpoint. */
  from: number;
  /** The size of the newer checkpoint. Default: the latest. */
  to?: number;
}

export interface ListLogEventsQuery {
  kind?: "erasure" | "expiry" | "hold" | "retention" | "access" | "purposes" | "sample" | "rekey" | "webhook" | "session" | "user" | "key" | "tenant" | "action" | "calibration" | "policy" | "pack" | "golden" | "models" | "settings" | "software";
  /** The id of what an event is about, such as a message, a hold, a person or a key: only its events. */
  subject?: string;
  /** The id of a key or a person, or `operator`: only what they did. */
  actor?: string;
  /** The id of a message: only what concerns it since it was asked, also accesses by lists that showed it, legal holds over its thread or the tenant, and its expiry. */
  message?: string;
  /** Only what was read for this purpose. */
  purpose?: string;
  /** If true, also the records of messages that were blocked or failed, as far as the caller may see them: their kind is `record`. Without effect if a kind, an actor, a purpose or only changes are asked for. */
  incidents?: boolean;
  /** If true, only changes: of content packs, policies, calibrations, guarantees, golden questions and gates, of models, settings and releases, and of people, keys, tenants, retention, holds and webhook endpoints. */
  changes?: boolean;
  /** Only events at this time or later. */
  occurred_from?: string;
  /** Only events before this time. */
  occurred_before?: string;
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface CompareMomentsQuery {
  /** The earlier moment. */
  first: string;
  /** The later one. Default: now. */
  second?: string;
}

export interface ListSamplesQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListWebhookEndpointsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListWebhookDeliveriesQuery {
  status?: "pending" | "delivered" | "dead";
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface EndProviderSignInQuery {
  code?: string;
  state?: string;
  error?: string;
}

export interface ListUsersQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListApiKeysQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListTenantsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface ListWidgetsQuery {
  /** The page size. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

/** The data of each event of a stream, by its type. */
export interface StreamData {
  "message.created": MessageCreated;
  "message.processing": MessageProcessing;
  "message.guardrail": GuardrailResult;
  "message.citation": Citation;
  "message.answer.delta": AnswerDelta;
  "message.in_review": QueryResponse;
  "message.delivered": QueryResponse;
  "message.blocked": QueryResponse;
  "message.failed": QueryResponse;
  "message.cancelled": QueryResponse;
}

/** An event of a stream. Ignore types that you do not know: more may be added. */
export type StreamEvent = EventsOf<StreamData>;

/** A method for each operation of the service. */
export interface Operations {
  /** Ask a question. Headers: Idempotency-Key, Prefer, End-User-Token, Visitor-Token. */
  executeQuery(body: QueryRequest, options?: RequestOptions): Promise<QueryResponse>;

  /** Read the audit record of a message. Headers: End-User-Token, Avow-Purpose, If-None-Match. */
  getAudit(messageId: string, options?: RequestOptions): Promise<AuditRecord>;

  /** List audit records. Headers: Avow-Purpose. */
  listAudits(query?: ListAuditsQuery, options?: RequestOptions): PagePromise<AuditRecordPage, AuditRecord>;

  /** Read a message. Headers: End-User-Token, Visitor-Token, Avow-Purpose. */
  getMessage(messageId: string, options?: RequestOptions): Promise<Message>;

  /** List messages. Headers: End-User-Token, Avow-Purpose. */
  listMessages(query?: ListMessagesQuery, options?: RequestOptions): PagePromise<MessagePage, QueryResponse>;

  /** Stream the events of a message. Headers: Last-Event-ID, End-User-Token, Visitor-Token, Avow-Purpose. */
  streamMessageEvents(messageId: string, query?: StreamMessageEventsQuery, options?: RequestOptions): AsyncIterable<StreamEvent>;

  /** Cancel a message. Headers: End-User-Token. */
  cancelMessage(messageId: string, options?: RequestOptions): Promise<QueryResponse>;

  /** Ask a question as a chat completion. Headers: Idempotency-Key, End-User-Token. */
  createChatCompletion(body: ChatCompletionRequest, options?: RequestOptions): Promise<ChatCompletion>;

  /** List models. */
  listModels(options?: RequestOptions): Promise<ChatModelList>;

  /** Read a model. */
  getModel(model: string, options?: RequestOptions): Promise<ChatModel>;

  /** Call the MCP server. */
  callMcp(body: McpMessageRequest, options?: RequestOptions): Promise<McpMessage>;

  /** Find the authorization servers of the MCP server. */
  getProtectedResource(options?: RequestOptions): Promise<ProtectedResource>;

  /** List content packs. */
  listContentPacks(query?: ListContentPacksQuery, options?: RequestOptions): PagePromise<ContentPackPage, ContentPack>;

  /** Create a content pack. Headers: Idempotency-Key. */
  createContentPack(body: CreateContentPackRequest, options?: RequestOptions): Promise<ContentPack>;

  /** Search the published content. */
  searchContent(body: ContentSearchRequest, options?: RequestOptions): Promise<ContentSearch>;

  /** Read a content pack. Headers: If-None-Match. */
  getContentPack(packId: string, options?: RequestOptions): Promise<ContentPack>;

  /** Update a content pack. */
  updateContentPack(packId: string, body: UpdateContentPackRequest, options?: RequestOptions): Promise<ContentPack>;

  /** Delete a content pack. */
  deleteContentPack(packId: string, options?: RequestOptions): Promise<void>;

  /** List the versions of a content pack. */
  listContentPackVersions(packId: string, query?: ListContentPackVersionsQuery, options?: RequestOptions): PagePromise<ContentPackVersionPage, ContentPackVersion>;

  /** Publish the draft. Headers: If-Match, Idempotency-Key. */
  publishContentPack(packId: string, body?: PublishRequest, options?: RequestOptions): Promise<ContentJob>;

  /** Roll back to an earlier version. */
  rollbackContentPack(packId: string, body: RollbackRequest, options?: RequestOptions): Promise<ContentPack>;

  /** Unpublish a content pack. */
  unpublishContentPack(packId: string, options?: RequestOptions): Promise<ContentPack>;

  /** Report duplicates and contradictions in the draft. */
  getContentPackReport(packId: string, options?: RequestOptions): Promise<ContentPackReport>;

  /** List the changes of the draft. */
  listDraftChanges(packId: string, query?: ListDraftChangesQuery, options?: RequestOptions): PagePromise<DraftChangePage, DraftChangeSummary>;

  /** Read a change of the draft. */
  getDraftChange(packId: string, itemId: string, options?: RequestOptions): Promise<DraftChange>;

  /** Discard changes of the draft. */
  discardDraftChanges(packId: string, body?: DiscardChangesRequest, options?: RequestOptions): Promise<DiscardedChanges>;

  /** List the jobs of a content pack. */
  listContentJobs(packId: string, query?: ListContentJobsQuery, options?: RequestOptions): PagePromise<ContentJobPage, ContentJob>;

  /** Read a job. */
  getContentJob(packId: string, jobId: string, options?: RequestOptions): Promise<ContentJob>;

  /** Cancel a job. */
  cancelContentJob(packId: string, jobId: string, options?: RequestOptions): Promise<ContentJob>;

  /** List the documents of a draft. */
  listDocuments(packId: string, query?: ListDocumentsQuery, options?: RequestOptions): PagePromise<DocumentPage, DocumentSummary>;

  /** Add documents to the draft. Headers: Idempotency-Key. */
  addDocuments(packId: string, body: AddDocumentRequest | FormData, options?: RequestOptions): Promise<ContentJob>;

  /** Read a document of the draft. Headers: If-None-Match. */
  getDocument(packId: string, documentId: string, options?: RequestOptions): Promise<Document>;

  /** Update a document. Headers: If-Match. */
  updateDocument(packId: string, documentId: string, body: UpdateDocumentRequest, options?: RequestOptions): Promise<Document>;

  /** Remove a document from the draft. Headers: If-Match. */
  deleteDocument(packId: string, documentId: string, options?: RequestOptions): Promise<void>;

  /** List the curated pairs of a draft. */
  listQna(packId: string, query?: ListQnaQuery, options?: RequestOptions): PagePromise<QnaPage, Qna>;

  /** Add a curated pair to the draft. Headers: Idempotency-Key. */
  createQna(packId: string, body: QnaRequest, options?: RequestOptions): Promise<Qna>;

  /** Import curated pairs from a file. Headers: Idempotency-Key. */
  importQna(packId: string, body: FormData | UploadBody, query?: ImportQnaQuery, options?: RequestOptions): Promise<ContentJob>;

  /** Preview which questions a curated pair would answer. */
  previewQna(packId: string, body: QnaRequest, query?: PreviewQnaQuery, options?: RequestOptions): Promise<QnaPreview>;

  /** Read a curated pair of the draft. Headers: If-None-Match. */
  getQna(packId: string, qnaId: string, options?: RequestOptions): Promise<Qna>;

  /** Replace a curated pair. Headers: If-Match. */
  replaceQna(packId: string, qnaId: string, body: QnaRequest, options?: RequestOptions): Promise<Qna>;

  /** Remove a curated pair from the draft. Headers: If-Match. */
  deleteQna(packId: string, qnaId: string, options?: RequestOptions): Promise<void>;

  /** Change several documents and curated pairs. */
  changeItems(packId: string, body: ChangeItemsRequest, options?: RequestOptions): Promise<ChangedItems>;

  /** Remove several documents and curated pairs. */
  removeItems(packId: string, body: RemoveItemsRequest, options?: RequestOptions): Promise<ChangedItems>;

  /** List the owners and tags of a draft. */
  listItemLabels(packId: string, options?: RequestOptions): Promise<ItemLabels>;

  /** Find documents and curated pairs by words. */
  findItems(query: FindItemsQuery, options?: RequestOptions): PagePromise<FoundItemPage, FoundItem>;

  /** List the sources of a content pack. */
  listSources(packId: string, query?: ListSourcesQuery, options?: RequestOptions): PagePromise<ContentSourcePage, ContentSource>;

  /** Add a source to a content pack. Headers: Idempotency-Key. */
  createSource(packId: string, body: CreateSourceRequest, options?: RequestOptions): Promise<ContentSource>;

  /** Read a source. */
  getSource(packId: string, sourceId: string, options?: RequestOptions): Promise<ContentSource>;

  /** Change a source, pause it or resume it. */
  updateSource(packId: string, sourceId: string, body: UpdateSourceRequest, options?: RequestOptions): Promise<ContentSource>;

  /** Remove a source. */
  deleteSource(packId: string, sourceId: string, query?: DeleteSourceQuery, options?: RequestOptions): Promise<void>;

  /** Sync a source now. */
  syncSource(packId: string, sourceId: string, body?: SyncSourceRequest, options?: RequestOptions): Promise<ContentSource>;

  /** List the golden questions of a pack. */
  listGoldenQuestions(packId: string, query?: ListGoldenQuestionsQuery, options?: RequestOptions): PagePromise<GoldenQuestionPage, GoldenQuestion>;

  /** Create or replace golden questions. Headers: Idempotency-Key. */
  upsertGoldenQuestions(packId: string, body: GoldenQuestionsRequest, options?: RequestOptions): Promise<GoldenQuestions>;

  /** Export the golden set of a pack. */
  exportGoldenSet(packId: string, options?: RequestOptions): Promise<GoldenFile>;

  /** Suggest golden questions. Headers: Idempotency-Key. */
  suggestGoldenQuestions(packId: string, body?: GoldenSuggestionsRequest, options?: RequestOptions): Promise<GoldenQuestions>;

  /** Read a golden question. */
  getGoldenQuestion(packId: string, goldenId: string, options?: RequestOptions): Promise<GoldenQuestion>;

  /** Replace a golden question. */
  replaceGoldenQuestion(packId: string, goldenId: string, body: GoldenQuestionRequest, options?: RequestOptions): Promise<GoldenQuestion>;

  /** Delete a golden question. */
  deleteGoldenQuestion(packId: string, goldenId: string, options?: RequestOptions): Promise<void>;

  /** Accept a suggested golden question. */
  acceptGoldenQuestion(packId: string, goldenId: string, options?: RequestOptions): Promise<GoldenQuestion>;

  /** Read the publish gate. */
  getPublishGate(packId: string, options?: RequestOptions): Promise<PublishGate>;

  /** Set the publish gate. */
  setPublishGate(packId: string, body: PublishGateRequest, options?: RequestOptions): Promise<PublishGate>;

  /** Remove the publish gate. */
  deletePublishGate(packId: string, options?: RequestOptions): Promise<void>;

  /** Ask the draft of a pack. */
  askDraft(packId: string, body: DraftTrialRequest, options?: RequestOptions): Promise<DraftTrial>;

  /** Start an evaluation. Headers: Idempotency-Key. */
  startEvaluation(packId: string, body?: EvaluationRequest, options?: RequestOptions): Promise<Evaluation>;

  /** List the evaluations of a pack. */
  listEvaluations(packId: string, query?: ListEvaluationsQuery, options?: RequestOptions): PagePromise<EvaluationPage, EvaluationSummary>;

  /** Read an evaluation. */
  getEvaluation(packId: string, evaluationId: string, options?: RequestOptions): Promise<Evaluation>;

  /** Cancel an evaluation. */
  cancelEvaluation(packId: string, evaluationId: string, options?: RequestOptions): Promise<Evaluation>;

  /** Compare two evaluations. */
  compareEvaluations(packId: string, evaluationId: string, query: CompareEvaluationsQuery, options?: RequestOptions): Promise<EvaluationComparison>;

  /** Read the guardrail policy. Headers: If-None-Match. */
  getGuardrails(query?: GetGuardrailsQuery, options?: RequestOptions): Promise<GuardrailPolicyState>;

  /** Replace the guardrail policy. Headers: If-Match. */
  replaceGuardrails(body: GuardrailPolicyRequest, options?: RequestOptions): Promise<GuardrailPolicyState>;

  /** Accept proposed thresholds. Headers: If-Match. */
  acceptThresholds(body: AcceptThresholdsRequest, options?: RequestOptions): Promise<GuardrailPolicyState>;

  /** Reset to the built-in policy. Headers: If-Match. */
  resetGuardrails(options?: RequestOptions): Promise<GuardrailPolicyState>;

  /** List policy revisions. */
  listGuardrailVersions(query?: ListGuardrailVersionsQuery, options?: RequestOptions): PagePromise<GuardrailPolicyVersionPage, GuardrailPolicyVersion>;

  /** Test a policy. Headers: Avow-Purpose. */
  testGuardrails(body: GuardrailTrialRequest, options?: RequestOptions): Promise<GuardrailTrial>;

  /** List unanswered questions. Headers: Avow-Purpose. */
  listUnanswered(query?: ListUnansweredQuery, options?: RequestOptions): PagePromise<UnansweredPage, UnansweredGroup>;

  /** Answer a group with a curated pair. Headers: Idempotency-Key. */
  draftUnanswered(groupId: string, body: UnansweredDraftRequest, options?: RequestOptions): Promise<UnansweredDraft>;

  /** Dismiss a group. */
  dismissUnanswered(groupId: string, body?: UnansweredGroupRequest, options?: RequestOptions): Promise<UnansweredGroupUpdate>;

  /** Reopen a group. */
  reopenUnanswered(groupId: string, body?: UnansweredGroupRequest, options?: RequestOptions): Promise<UnansweredGroupUpdate>;

  /** Create a task list from unanswered questions. Headers: Avow-Purpose. */
  listUnansweredTasks(body?: UnansweredTasksRequest, options?: RequestOptions): Promise<UnansweredTasks>;

  /** Read activity figures. */
  getActivityInsight(query?: GetActivityInsightQuery, options?: RequestOptions): Promise<ActivityInsight>;

  /** Read confidence figures. */
  getConfidenceInsight(query?: GetConfidenceInsightQuery, options?: RequestOptions): Promise<ConfidenceInsight>;

  /** Read cost figures. */
  getCostInsight(query?: GetCostInsightQuery, options?: RequestOptions): Promise<CostInsight>;

  /** Read latency figures. */
  getLatencyInsight(query?: GetLatencyInsightQuery, options?: RequestOptions): Promise<LatencyInsight>;

  /** Read guardrail figures. */
  getGuardrailInsight(query?: GetGuardrailInsightQuery, options?: RequestOptions): Promise<GuardrailInsight>;

  /** Give feedback on an answer. Headers: End-User-Token, Visitor-Token, Idempotency-Key. */
  giveFeedback(messageId: string, body: FeedbackRequest, options?: RequestOptions): Promise<Feedback>;

  /** List the feedback on a message. Headers: End-User-Token, Avow-Purpose. */
  listMessageFeedback(messageId: string, options?: RequestOptions): Promise<FeedbackPage>;

  /** List feedback. Headers: Avow-Purpose. */
  listFeedback(query?: ListFeedbackQuery, options?: RequestOptions): PagePromise<FeedbackPage, Feedback>;

  /** Accept a better answer as a curated pair. */
  acceptFeedback(feedbackId: string, body?: AcceptFeedbackRequest, options?: RequestOptions): Promise<Feedback>;

  /** Dismiss feedback. */
  dismissFeedback(feedbackId: string, options?: RequestOptions): Promise<Feedback>;

  /** Read the calibration. */
  getCalibration(options?: RequestOptions): Promise<Calibration>;

  /** Refit the calibration. */
  refitCalibration(options?: RequestOptions): Promise<Refit>;

  /** Accept the proposed calibration. */
  acceptCalibration(body: SettleCalibrationRequest, options?: RequestOptions): Promise<Calibration>;

  /** Dismiss the proposed calibration. */
  dismissCalibration(body: SettleCalibrationRequest, options?: RequestOptions): Promise<Calibration>;

  /** Revert the calibration. */
  revertCalibration(body?: RevertCalibrationRequest, options?: RequestOptions): Promise<Calibration>;

  /** Reset the calibration. */
  resetCalibration(options?: RequestOptions): Promise<Calibration>;

  /** Read the guarantee on the band high. */
  getConfidence(options?: RequestOptions): Promise<ConfidenceState>;

  /** Draw answers to check. */
  drawAnswers(body: DrawAnswersRequest, options?: RequestOptions): Promise<ConfidenceState>;

  /** List drawn answers. Headers: Avow-Purpose. */
  listDrawnAnswers(query?: ListDrawnAnswersQuery, options?: RequestOptions): Promise<DrawnAnswers>;

  /** Check a drawn answer. */
  checkDrawnAnswer(messageId: string, body: CheckAnswerRequest, options?: RequestOptions): Promise<ConfidenceState>;

  /** Put the guarantee in force. */
  putGuarantee(body: GuaranteeRequest, options?: RequestOptions): Promise<ConfidenceState>;

  /** End the guarantee. */
  endGuarantee(options?: RequestOptions): Promise<ConfidenceState>;

  /** List pending reviews. Headers: Avow-Purpose. */
  listPendingReviews(query?: ListPendingReviewsQuery, options?: RequestOptions): PagePromise<PendingReviewPage, PendingReview>;

  /** Read a pending review. Headers: Avow-Purpose. */
  getPendingReview(messageId: string, options?: RequestOptions): Promise<PendingReview>;

  /** Decide a pending review. */
  decideReview(messageId: string, body: ReviewRequest, options?: RequestOptions): Promise<QueryResponse>;

  /** Assign a pending review. */
  assignReview(messageId: string, body: ReviewAssignmentRequest, options?: RequestOptions): Promise<ReviewAssignment>;

  /** List the notes of a review. Headers: Avow-Purpose. */
  listReviewNotes(messageId: string, options?: RequestOptions): Promise<ReviewNotePage>;

  /** Add a note to a review. Headers: Idempotency-Key. */
  addReviewNote(messageId: string, body: ReviewNoteRequest, options?: RequestOptions): Promise<ReviewNote>;

  /** Read the sources of a pending review. Headers: Avow-Purpose. */
  listReviewSources(messageId: string, options?: RequestOptions): Promise<ReviewSourceList>;

  /** List decisions. Headers: Avow-Purpose. */
  listReviewDecisions(query?: ListReviewDecisionsQuery, options?: RequestOptions): PagePromise<ReviewDecisionPage, ReviewDecision>;

  /** Count what is pending, and how long decisions take. */
  getReviewFigures(query?: GetReviewFiguresQuery, options?: RequestOptions): Promise<ReviewFigures>;

  /** List reviewers. */
  listReviewers(options?: RequestOptions): Promise<ReviewerList>;

  /** Read what you are sent about reviews. */
  getReviewNotices(options?: RequestOptions): Promise<ReviewNotices>;

  /** Choose what you are sent about reviews. */
  setReviewNotices(body: ReviewNoticesRequest, options?: RequestOptions): Promise<ReviewNotices>;

  /** Read a conversation. Headers: End-User-Token, Visitor-Token, Avow-Purpose. */
  getConversation(threadId: string, options?: RequestOptions): Promise<Conversation>;

  /** Read what a page may offer to visitors. Headers: Visitor-Token. */
  getVisitorOptions(options?: RequestOptions): Promise<VisitorOptions>;

  /** Have an answer sent by e-mail. Headers: End-User-Token, Visitor-Token. */
  notifyByEmail(messageId: string, body: NotificationRequest, options?: RequestOptions): Promise<Notification>;

  /** Ask for a person. Headers: End-User-Token, Visitor-Token. */
  requestHandover(messageId: string, body: HandoverRequest, options?: RequestOptions): Promise<Handover>;

  /** Read a handover. Headers: End-User-Token, Visitor-Token, Avow-Purpose. */
  getHandover(messageId: string, options?: RequestOptions): Promise<Handover>;

  /** Reply to a handover. */
  replyToHandover(messageId: string, body: HandoverReplyRequest, options?: RequestOptions): Promise<Handover>;

  /** Close a handover. */
  closeHandover(messageId: string, options?: RequestOptions): Promise<Handover>;

  /** List handovers. Headers: Avow-Purpose. */
  listHandovers(query?: ListHandoversQuery, options?: RequestOptions): PagePromise<HandoverPage, Handover>;

  /** Read how visitors reach a person. */
  getHandoverSettings(options?: RequestOptions): Promise<HandoverSettings>;

  /** Set how visitors reach a person. */
  replaceHandoverSettings(body: HandoverSettingsRequest, options?: RequestOptions): Promise<HandoverSettings>;

  /** Prove that a record is in the log. Headers: Avow-Purpose, If-None-Match. */
  getAuditProof(messageId: string, options?: RequestOptions): Promise<AuditProof>;

  /** Take the receipt of a message. Headers: End-User-Token, Visitor-Token, Avow-Purpose, If-None-Match. */
  getReceipt(messageId: string, options?: RequestOptions): Promise<Receipt>;

  /** Erase the content of a message. */
  eraseMessage(messageId: string, options?: RequestOptions): Promise<MessageErasure>;

  /** Erase an end user. */
  eraseEndUser(endUserId: string, options?: RequestOptions): Promise<EndUserErasure>;

  /** Read a thread. */
  getThread(threadId: string, options?: RequestOptions): Promise<Thread>;

  /** List the messages of a thread. Headers: Avow-Purpose. */
  listThreadMessages(threadId: string, query?: ListThreadMessagesQuery, options?: RequestOptions): PagePromise<MessagePage, QueryResponse>;

  /** Delete a thread. */
  deleteThread(threadId: string, options?: RequestOptions): Promise<ThreadErasure>;

  /** Place a legal hold. Headers: Idempotency-Key. */
  placeHold(body: HoldRequest, options?: RequestOptions): Promise<Hold>;

  /** List holds. */
  listHolds(query?: ListHoldsQuery, options?: RequestOptions): PagePromise<HoldPage, Hold>;

  /** Read a hold. */
  getHold(holdId: string, options?: RequestOptions): Promise<Hold>;

  /** Lift a hold. */
  liftHold(holdId: string, options?: RequestOptions): Promise<Hold>;

  /** Read the retention rules. */
  getRetention(options?: RequestOptions): Promise<Retention>;

  /** Set the retention rules. */
  setRetention(body: RetentionRequest, options?: RequestOptions): Promise<Retention>;

  /** Start an export of records. Headers: Idempotency-Key, Avow-Purpose. */
  startAuditExport(body?: AuditExportRequest, options?: RequestOptions): Promise<AuditExport>;

  /** Start a pack of evidence. Headers: Idempotency-Key, Avow-Purpose. */
  startEvidence(body: EvidenceRequest, options?: RequestOptions): Promise<AuditExport>;

  /** List exports. */
  listAuditExports(options?: RequestOptions): Promise<AuditExportList>;

  /** Read an export. */
  getAuditExport(exportId: string, options?: RequestOptions): Promise<AuditExport>;

  /** Download an export. Headers: Range, If-Range, Avow-Purpose, If-None-Match. */
  downloadAuditExport(exportId: string, query?: DownloadAuditExportQuery, options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>>;

  /** Delete an export. */
  deleteAuditExport(exportId: string, options?: RequestOptions): Promise<void>;

  /** Read the latest checkpoint. Headers: If-None-Match. */
  getLogCheckpoint(options?: RequestOptions): Promise<string>;

  /** Read the key that verifies checkpoints. */
  getLogKey(options?: RequestOptions): Promise<string>;

  /** List the keys of the log. Headers: If-None-Match. */
  listLogKeys(query?: ListLogKeysQuery, options?: RequestOptions): Promise<LogKeyList>;

  /** Read a tile of the log. Headers: If-None-Match. */
  getLogTile(path: string, options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>>;

  /** Prove that the log is append-only. Headers: If-None-Match. */
  getLogConsistency(query: GetLogConsistencyQuery, options?: RequestOptions): Promise<LogConsistency>;

  /** List log events. */
  listLogEvents(query?: ListLogEventsQuery, options?: RequestOptions): PagePromise<LogEventPage, LogEvent>;

  /** Compare what questions were answered by at two moments. */
  compareMoments(query: CompareMomentsQuery, options?: RequestOptions): Promise<Moments>;

  /** Erase the reason of a log event. */
  eraseLogReason(body: EraseReasonRequest, options?: RequestOptions): Promise<void>;

  /** Read what records may be read for. */
  getPurposes(options?: RequestOptions): Promise<Purposes>;

  /** Set what records may be read for. */
  setPurposes(body: PurposesRequest, options?: RequestOptions): Promise<Purposes>;

  /** Ask the question of a record again. Headers: Avow-Purpose. */
  replayMessage(messageId: string, body?: ReplayRequest, options?: RequestOptions): Promise<Replay>;

  /** Draw a sample of records. Headers: Idempotency-Key. */
  drawSample(body: SampleRequest, options?: RequestOptions): Promise<Sample>;

  /** List samples. */
  listSamples(query?: ListSamplesQuery, options?: RequestOptions): PagePromise<SamplePage, SampleSummary>;

  /** Read a sample. */
  getSample(sampleId: string, options?: RequestOptions): Promise<Sample>;

  /** State what was found of a record. */
  judgeSampleItem(sampleId: string, messageId: string, body: JudgementRequest, options?: RequestOptions): Promise<Sample>;

  /** Sign a sample off. */
  signOffSample(sampleId: string, body?: SignOffRequest, options?: RequestOptions): Promise<Sample>;

  /** Create a webhook endpoint. Headers: Idempotency-Key. */
  createWebhookEndpoint(body: WebhookEndpointCreateRequest, options?: RequestOptions): Promise<WebhookEndpointWithSecret>;

  /** List webhook endpoints. */
  listWebhookEndpoints(query?: ListWebhookEndpointsQuery, options?: RequestOptions): PagePromise<WebhookEndpointPage, WebhookEndpoint>;

  /** Read a webhook endpoint. */
  getWebhookEndpoint(endpointId: string, options?: RequestOptions): Promise<WebhookEndpoint>;

  /** Change a webhook endpoint. */
  updateWebhookEndpoint(endpointId: string, body: WebhookEndpointUpdateRequest, options?: RequestOptions): Promise<WebhookEndpoint>;

  /** Delete a webhook endpoint. */
  deleteWebhookEndpoint(endpointId: string, options?: RequestOptions): Promise<void>;

  /** Rotate the secret of a webhook endpoint. Headers: Idempotency-Key. */
  rotateWebhookSecret(endpointId: string, body?: WebhookRotateRequest, options?: RequestOptions): Promise<WebhookEndpointWithSecret>;

  /** Send a test event. */
  testWebhookEndpoint(endpointId: string, options?: RequestOptions): Promise<WebhookDelivery>;

  /** List deliveries. */
  listWebhookDeliveries(endpointId: string, query?: ListWebhookDeliveriesQuery, options?: RequestOptions): PagePromise<WebhookDeliveryPage, WebhookDelivery>;

  /** Redeliver an event. */
  redeliverWebhook(endpointId: string, eventId: string, options?: RequestOptions): Promise<WebhookDelivery>;

  /** Redeliver all dead events. */
  redeliverDeadWebhooks(endpointId: string, body?: WebhookRedeliverRequest, options?: RequestOptions): Promise<WebhookRedelivered>;

  /** List the ways to sign in. */
  getSignInMethods(options?: RequestOptions): Promise<SignInMethods>;

  /** Sign in with a password. */
  signInWithPassword(body: PasswordSignInRequest, options?: RequestOptions): Promise<Me>;

  /** Begin to sign in with a passkey. */
  createPasskeySignIn(options?: RequestOptions): Promise<PasskeyOptions>;

  /** Sign in with a passkey. */
  signInWithPasskey(body: PasskeySignInRequest, options?: RequestOptions): Promise<Me>;

  /** Sign in with a one-time link. */
  signInWithLink(body: LinkSignInRequest, options?: RequestOptions): Promise<Me>;

  /** Begin to sign in with the OpenID provider. */
  beginProviderSignIn(options?: RequestOptions): Promise<Response>;

  /** Finish a sign-in with the OpenID provider. */
  endProviderSignIn(query?: EndProviderSignInQuery, options?: RequestOptions): Promise<Response>;

  /** Read who is signed in. */
  getMe(options?: RequestOptions): Promise<Me>;

  /** Sign out. */
  signOut(options?: RequestOptions): Promise<void>;

  /** Set the own password. */
  setPassword(body: SetPasswordRequest, options?: RequestOptions): Promise<void>;

  /** List the own passkeys. */
  listPasskeys(options?: RequestOptions): Promise<PasskeyList>;

  /** Begin to add a passkey. */
  createPasskeyRegistration(options?: RequestOptions): Promise<PasskeyOptions>;

  /** Add a passkey. */
  addPasskey(body: PasskeyAddRequest, options?: RequestOptions): Promise<Passkey>;

  /** Delete a passkey. */
  deletePasskey(passkeyId: string, options?: RequestOptions): Promise<void>;

  /** List the own sessions. */
  listMySessions(options?: RequestOptions): Promise<SessionList>;

  /** End all other own sessions. */
  endMyOtherSessions(options?: RequestOptions): Promise<void>;

  /** End an own session. */
  endMySession(sessionId: string, options?: RequestOptions): Promise<void>;

  /** Invite a person. Headers: Idempotency-Key. */
  createUser(body: UserCreateRequest, options?: RequestOptions): Promise<UserWithLink>;

  /** List people. */
  listUsers(query?: ListUsersQuery, options?: RequestOptions): PagePromise<UserPage, User>;

  /** Read a person. */
  getUser(userId: string, options?: RequestOptions): Promise<User>;

  /** Change a person. */
  updateUser(userId: string, body: UserUpdateRequest, options?: RequestOptions): Promise<User>;

  /** Delete a person. */
  deleteUser(userId: string, options?: RequestOptions): Promise<void>;

  /** Create a one-time link. Headers: Idempotency-Key. */
  createUserLink(userId: string, options?: RequestOptions): Promise<UserLink>;

  /** List the sessions of a person. */
  listUserSessions(userId: string, options?: RequestOptions): Promise<SessionList>;

  /** End all sessions of a person. */
  endUserSessions(userId: string, options?: RequestOptions): Promise<void>;

  /** End a session of a person. */
  endUserSession(userId: string, sessionId: string, options?: RequestOptions): Promise<void>;

  /** Create an API key. Headers: Idempotency-Key. */
  createApiKey(body: ApiKeyCreateRequest, options?: RequestOptions): Promise<IssuedApiKey>;

  /** List API keys. */
  listApiKeys(query?: ListApiKeysQuery, options?: RequestOptions): PagePromise<ApiKeyPage, ApiKey>;

  /** Read an API key. */
  getApiKey(keyId: string, options?: RequestOptions): Promise<ApiKey>;

  /** Change a publishable key. */
  updateApiKey(keyId: string, body: ApiKeyUpdateRequest, options?: RequestOptions): Promise<ApiKey>;

  /** Rotate an API key. Headers: Idempotency-Key. */
  rotateApiKey(keyId: string, body?: ApiKeyRotateRequest, options?: RequestOptions): Promise<IssuedApiKey>;

  /** Revoke an API key. */
  revokeApiKey(keyId: string, options?: RequestOptions): Promise<void>;

  /** Create a tenant. Headers: Idempotency-Key. */
  createTenant(body: TenantCreateRequest, options?: RequestOptions): Promise<CreatedTenant>;

  /** List tenants. */
  listTenants(query?: ListTenantsQuery, options?: RequestOptions): PagePromise<TenantPage, Tenant>;

  /** Read a tenant. */
  getTenant(tenantId: string, options?: RequestOptions): Promise<Tenant>;

  /** Suspend or resume a tenant. */
  updateTenant(tenantId: string, body: TenantUpdateRequest, options?: RequestOptions): Promise<Tenant>;

  /** Create a widget. Headers: Idempotency-Key. */
  createWidget(body: WidgetCreateRequest, options?: RequestOptions): Promise<Widget>;

  /** List widgets. */
  listWidgets(query?: ListWidgetsQuery, options?: RequestOptions): PagePromise<WidgetPage, Widget>;

  /** Read a widget. */
  getWidgetById(widgetId: string, options?: RequestOptions): Promise<Widget>;

  /** Change a widget. */
  updateWidget(widgetId: string, body: WidgetUpdateRequest, options?: RequestOptions): Promise<Widget>;

  /** Give a widget a new key. Headers: Idempotency-Key. */
  renewWidgetKey(widgetId: string, options?: RequestOptions): Promise<Widget>;

  /** Delete a widget. */
  deleteWidget(widgetId: string, options?: RequestOptions): Promise<void>;

  /** Read the settings of a widget. Headers: Visitor-Token, If-None-Match. */
  getWidgetSettings(options?: RequestOptions): Promise<ShownWidget>;

  /** Read the language models. Headers: If-None-Match. */
  getLanguageModels(options?: RequestOptions): Promise<LanguageModels>;

  /** Replace the language models. Headers: If-Match. */
  replaceLanguageModels(body: LanguageModelsRequest, options?: RequestOptions): Promise<LanguageModels>;

  /** Check a language model. */
  checkLanguageModel(body: LanguageModelCheckRequest, options?: RequestOptions): Promise<LanguageModelCheck>;

  /** List the streams of security events. */
  listSecurityStreams(options?: RequestOptions): Promise<SecurityStreamList>;

  /** List outages. */
  listOutages(options?: RequestOptions): Promise<OutageList>;

  /** Check liveness. */
  getHealth(options?: RequestOptions): Promise<Health>;

  /** Check readiness. */
  getReadiness(options?: RequestOptions): Promise<Readiness>;

  /** Read metrics. */
  getMetrics(options?: RequestOptions): Promise<string>;

  /** Read the OpenAPI document. */
  getOpenApi(options?: RequestOptions): Promise<Record<string, unknown>>;

  /** Read the OpenAPI document as YAML. */
  getOpenApiYaml(options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>>;

  /** Read the API reference. */
  getDocs(options?: RequestOptions): Promise<string>;

  /** Read the guide. */
  getGuide(options?: RequestOptions): Promise<string>;

  /** Load a page or a picture of the guide. */
  getGuidePage(path: string, options?: RequestOptions): Promise<string>;

  /** Read about a problem. */
  getProblem(code: string, options?: RequestOptions): Promise<string>;

  /** Find the parts of the service. */
  getRoot(options?: RequestOptions): Promise<ServiceIndex>;

  /** Use the console. */
  getConsole(options?: RequestOptions): Promise<string>;

  /** Load a page or a file of the console. */
  getConsoleFile(path: string, options?: RequestOptions): Promise<string>;

  /** Load the icon. */
  getIcon(options?: RequestOptions): Promise<Uint8Array<ArrayBuffer>>;

  /** Load the widget. */
  getWidget(options?: RequestOptions): Promise<string>;

  /** Check a receipt. */
  getVerifier(options?: RequestOptions): Promise<string>;
}

/** Ids as they appear on the wire. The prefix is part of the type, so that one kind cannot be used for another. */
export type TenantId = `ten_${string}`;
export type KeyId = `key_${string}`;
export type UserId = `usr_${string}`;
export type SessionId = `ses_${string}`;
export type PasskeyId = `psk_${string}`;
export type MessageId = `msg_${string}`;
export type ThreadId = `thr_${string}`;
export type EventId = `evt_${string}`;
export type PackId = `pack_${string}`;
export type DocumentId = `doc_${string}`;
export type CuratedId = `qna_${string}`;
export type HoldId = `hld_${string}`;
export type ExportId = `exp_${string}`;
export type SourceId = `src_${string}`;
export type JobId = `job_${string}`;
export type EndpointId = `whe_${string}`;
export type WidgetId = `wdg_${string}`;

/** Who calls the service: a key, or a person who is signed in. */
export type CallerId = KeyId | UserId;

/** One published, immutable version of a content pack. */
export interface PackVersion {
  readonly packId: PackId;
  readonly version: number;
}

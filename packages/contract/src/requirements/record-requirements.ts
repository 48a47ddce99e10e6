import { listRequirements, type Requirement, type RequirementRow } from './requirement.ts';

function list(section: string, rows: readonly RequirementRow[]): Requirement[] {
  return listRequirements({ source: 'contract', section }, rows);
}

/** What is done with records once they are there. */
export const recordRequirements: readonly Requirement[] = [
  ...list('12 The log and its proofs', [
    ['CON-12-01', 'now', 'A proof leads from the leaf of a record to the root of a signed checkpoint'],
    ['CON-12-02', 'now', 'Each salt of a proof opens the commitment to one field and to no other'],
    ['CON-12-03', 'now', 'The body of a response as it was sent is the text of the field response'],
    ['CON-12-04', 'now', 'Of an erased or dropped record there is a proof, with the event and no content'],
    ['CON-12-05', 'now', 'Of a message that has not ended a proof is 409 invalid_state'],
    ['CON-12-06', 'now', 'A checkpoint is a signed note of C2SP, sent to the letter, with a strong ETag'],
    ['CON-12-07', 'now', 'The key of the log is a verifier key of C2SP and a newline'],
    ['CON-12-08', 'now', 'Tiles and bundles of entries are those of C2SP, within the newest checkpoint'],
    ['CON-12-09', 'now', 'A path that is not a tile within the latest checkpoint is 404'],
    ['CON-12-10', 'now', 'A tile never changes, and is sent as private, immutable and with a strong ETag'],
    ['CON-12-11', 'now', 'A proof of consistency shows that a newer tree begins with an older one'],
    ['CON-12-12', 'now', 'A change is covered by a checkpoint at most 10 seconds later, and at a clean stop'],
    ['CON-12-13', 'now', 'Nothing is signed that does not begin with the checkpoints known before'],
    ['CON-12-14', 'now', 'Once a log is forked writes are 503 audit_unavailable, and /readyz fails'],
    ['CON-12-15', 'now', 'The service does not start over a forked log'],
    ['CON-12-16', 'now', 'Checkpoints are anchored elsewhere, and an anchor that fails stops no answer'],
    ['CON-12-17', 'now', 'Who reads a record is noted durably in the log before it is shown'],
    ['CON-12-18', 'now', 'Where a read cannot be noted it is 503 audit_unavailable'],
    ['CON-12-19', 'now', 'A 304 shows nothing and is not noted'],
    ['CON-12-20', 'now', 'A proof is noted as access proved'],
    ['CON-12-21', 'now', 'An export is noted with what was exported and how many records'],
    ['CON-12-22', 'now', 'Events are listed newest first, by kind and by subject'],
    ['CON-12-23', 'now', 'The log of one tenant is never shown to another'],
    ['CON-12-24', 'now', 'An export over HTTP is a job with progress, limits and an expiry'],
    ['CON-12-25', 'now', 'A download of an export can be resumed, and is noted'],
    ['CON-12-26', 'now', 'An erasure withdraws the exports of its tenant'],
    ['CON-12-27', 'now', 'A list of records notes each of its records as read before it is shown'],
  ]),
  ...list('13 Erasing', [
    ['CON-13-01', 'now', 'Once a message is erased no file of the store holds its content or its key'],
    ['CON-13-02', 'now', 'The record of an erased message has no metadata and no end_user_id'],
    ['CON-13-03', 'now', 'Erasing again is the same 200'],
    ['CON-13-04', 'now', 'Erasing a message that has not ended is 409 invalid_state'],
    ['CON-13-05', 'now', 'Erasing a message under a legal hold is 409 legal_hold, and changes nothing'],
    ['CON-13-06', 'now', 'A message whose content is gone is 410, which says why, and is in no list'],
    ['CON-13-07', 'now', 'Feedback, events and cancelling of what is gone are 410'],
    ['CON-13-08', 'now', 'Curated pairs drafted from what is erased stay, and are named'],
    ['CON-13-09', 'now', 'An erasure stands in the log with the key that asked for it'],
    ['CON-13-10', 'now', 'A person is erased 500 messages a call at most, and has_more says to ask again'],
    [
      'CON-13-11',
      'now',
      'Messages of a person that are under a legal hold or have not ended are listed and not erased',
    ],
    ['CON-13-12', 'now', 'With a hold over the person or the tenant erasing the person is 409 legal_hold'],
    ['CON-13-13', 'now', 'What a person said of answers is erased with them'],
    ['CON-13-14', 'now', 'A thread is deleted by erasing its messages, and cannot be continued'],
  ]),
  ...list('14 Holds', [
    ['CON-14-01', 'now', 'A hold is over a message, a thread, a person or the tenant'],
    ['CON-14-02', 'now', 'The reason of a hold has 1 to 500 code points'],
    [
      'CON-14-03',
      'now',
      'Records under a legal hold, existing and future ones, are neither erased nor expire',
    ],
    ['CON-14-04', 'now', 'A hold is lifted once; again is 409 invalid_state'],
    ['CON-14-05', 'now', 'At most 1,000 holds of a tenant stand; one more is 409 invalid_state'],
    ['CON-14-06', 'now', 'Placing and lifting stand in the log, without the name of a person'],
    ['CON-14-07', 'now', 'Holds are listed newest first, those that stand or those that were lifted'],
    ['CON-14-08', 'now', 'Feedback under a legal hold is not replaced by its author: 409 legal_hold'],
  ]),
  ...list('15 Retention', [
    ['CON-15-01', 'now', 'Days are from 1 to 36,500, and record_days is null or not below content_days'],
    ['CON-15-02', 'now', 'Content is kept 400 days and records for good, unless a tenant sets otherwise'],
    ['CON-15-03', 'now', 'Content that is older than the rule is destroyed, and the log says whose'],
    ['CON-15-04', 'now', 'Records that are older than the rule are dropped, and their leaves stay'],
    ['CON-15-05', 'now', 'What is set stands in the log with the key that set it'],
  ]),
];

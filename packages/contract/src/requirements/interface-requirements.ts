import { listRequirements, type Requirement, type RequirementRow } from './requirement.ts';

function list(section: string, rows: readonly RequirementRow[]): Requirement[] {
  return listRequirements({ source: 'interface', section }, rows);
}

/** The specification of the two operations. */
export const interfaceRequirements: readonly Requirement[] = [
  ...list('What the service does', [
    ['INT-DO-01', 'now', 'A prompt sent by POST is answered'],
    [
      'INT-DO-02',
      'now',
      'The answer comes with confidence, guardrails, citations, models, processing, agent context',
    ],
    ['INT-DO-03', 'now', 'A record is kept for each message, and read by the id of the message through GET'],
  ]),
  ...list('Resources and their fields', [
    ['INT-RF-01', 'now', 'Bodies are application/json'],
    ['INT-RF-02', 'now', 'Timestamps are date-time strings'],
  ]),
  ...list('Query response', [
    ['INT-QR-01', 'now', 'request_id is a string that names the request'],
    ['INT-QR-02', 'now', 'created_at is a date-time'],
    ['INT-QR-03', 'now', 'answer is a string'],
    ['INT-QR-04', 'now', 'thread_id is a string that names the thread'],
    ['INT-QR-05', 'now', 'status is a string, the name of a state'],
    ['INT-QR-06', 'now', 'confidence is an object'],
    ['INT-QR-07', 'now', 'guardrails is an array of zero or more results'],
    ['INT-QR-08', 'now', 'citations is an array of zero or more citations'],
    ['INT-QR-09', 'now', 'source_type is a string'],
    ['INT-QR-10', 'now', 'audit_ref is a string that refers to the audit record'],
    ['INT-QR-11', 'now', 'model_info is an object'],
    ['INT-QR-12', 'now', 'processing is an object'],
    ['INT-QR-13', 'now', 'agent_context is an object'],
  ]),
  ...list('Confidence', [
    ['INT-CF-01', 'now', 'score is a number'],
    ['INT-CF-02', 'now', 'band is a string'],
    ['INT-CF-03', 'now', 'tool_confidence_score is a number'],
  ]),
  ...list('Guardrail result', [
    ['INT-GR-01', 'now', 'guardrail_id is a string'],
    ['INT-GR-02', 'now', 'name is a string'],
    ['INT-GR-03', 'now', 'category is a string'],
    ['INT-GR-04', 'now', 'compliant is a boolean'],
    ['INT-GR-05', 'now', 'reasoning is a string'],
  ]),
  ...list('Citation', [
    ['INT-CI-01', 'now', 'source is a string'],
    ['INT-CI-02', 'now', 'title is a string'],
    ['INT-CI-03', 'now', 'document_id is a string'],
    ['INT-CI-04', 'now', 'content_pack_id is a string'],
    ['INT-CI-05', 'now', 'score is a number'],
  ]),
  ...list('Model info', [
    ['INT-MI-01', 'now', 'refinement_model is a string'],
    ['INT-MI-02', 'now', 'summarization_model is a string'],
    ['INT-MI-03', 'now', 'guardrail_model is a string'],
  ]),
  ...list('Processing', [
    ['INT-PR-01', 'now', 'time_ms is a number'],
    ['INT-PR-02', 'now', 'model_tier is a number'],
    ['INT-PR-03', 'now', 'degraded_mode is a boolean'],
    ['INT-PR-04', 'now', 'routing_source is a string'],
  ]),
  ...list('Agent context', [
    ['INT-AC-01', 'now', 'suggested_next_action is a string'],
    ['INT-AC-02', 'now', 'answer_format is a string'],
    ['INT-AC-03', 'now', 'blocked_reason is a string'],
    ['INT-AC-04', 'now', 'knowledge_grounded is a boolean'],
    ['INT-AC-05', 'now', 'source_type is a string'],
  ]),
  ...list('Audit record', [
    ['INT-AR-01', 'now', 'id is a string'],
    ['INT-AR-02', 'now', 'tenant_id is a string'],
    ['INT-AR-03', 'now', 'thread_id is a string'],
    ['INT-AR-04', 'now', 'question is a string'],
    ['INT-AR-05', 'now', 'answer is a string'],
    ['INT-AR-06', 'now', 'confidence_score is a number'],
    ['INT-AR-07', 'now', 'tripwire_triggered is a boolean'],
    ['INT-AR-08', 'now', 'channel_type is a string'],
    ['INT-AR-09', 'now', 'created_at is a date-time'],
  ]),
  ...list('Execute query', [
    ['INT-EQ-01', 'now', 'POST /v1/query'],
    ['INT-EQ-02', 'now', 'Takes Content-Type application/json and a bearer key'],
    ['INT-EQ-03', 'now', 'The body is an object with a required string prompt'],
    ['INT-EQ-04', 'now', 'Answers with a query response'],
  ]),
  ...list('Get audit', [
    ['INT-GA-01', 'now', 'GET /v1/messages/{message_id}/audit'],
    ['INT-GA-02', 'now', 'message_id in the path is a required string'],
    ['INT-GA-03', 'now', 'Takes a bearer key'],
    ['INT-GA-04', 'now', 'Takes no body'],
    ['INT-GA-05', 'now', 'Answers with the audit record'],
  ]),
  ...list('Authentication', [
    ['INT-AU-01', 'now', 'Both operations ask for bearer authentication with a service key'],
    ['INT-AU-02', 'now', 'The key is sent as Authorization: Bearer <key>'],
  ]),
  ...list('Versioning', [['INT-VE-01', 'now', 'Both paths begin with /v1']]),
];

import { auditRecordExample } from '../api/examples.ts';
import type { LogConsistency, LogEventEntry } from './audit-log.ts';
import type { AuditProof } from './audit-proof.ts';
import type { ReceiptEntry } from './receipt.ts';

const { message_id: messageId, tenant_id: tenantId } = auditRecordExample;
const keyId = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';

/** A log of seven leaves, of which the checkpoint covers five. Its hashes and signatures are true: a test checks them. */
const leafHashes = {
  record: 'eca81c8aaeb555b8f4cc586905c41f7cb7d7f95cea7eb98f24d66afc51c04feb',
  access: 'a0e1f05232e0aba084fcf0b8fa30688f5f31fe4852ee672181b4870880da9b7c',
  hold: 'fd4af2e1c3043b1c736d1c0173d47bbff3e18c98b2731a7aa494b700003629bc',
  erasure: '21bde6162a4d1f9c31e16080974867cf0f81468e41cdb44e90eb792c062e12a6',
};
const rootOfTwo = '146288078b751040a81815999999bbf8f2d2a109d5f406783d059421dbf374fd';
const rootOfFive = '38c662df00feed6842d45948b0290064a85d6d3f658b4ceed98c269cc2e7c1d2';

const verifierKey = `avow/${tenantId}+3e7f5066+AX5Yy0QRbJfhJRqfTJo+cAXewGaXazLwqWnYbPOYoLyy`;

const note = `avow/${tenantId}
5
OMZi3wD+7WhC1FlIsCkAZKhdbT9li0zu2YwmnMLnwdI=

— avow/${tenantId} Pn9QZtRL7YF2T9toETIpslsRh87JV1WRazadfv8hV8x09EcZRG1QRFaJJkDFURNbqb/jcskIJrb4nx+6tnfiDxNY3g4=
`;

const commitments = [
  ['question', '774f14b85367d0bcaaa42dcac40238ed748710fc8551bd6e570e39d1e6ff62b9'],
  ['answer', 'cdb182dcffa424336a50adf9aa83eca3e2210ca460a0e8eb91b4754417804174'],
  ['response', 'fa1969aa6ba626e44b4327d4f360a0e860ad789ca9e6603de567d8fb274ba503'],
  ['metadata', '7cc6d78e36b3fa106c8a5a2acbdd59ba657ed3b6db6999abaf18d418af0adce1'],
  ['end_user_id', '5181d7f5499a42dbdcd25587d3d26661644158a7839cec1cfb58f2a4b577c639'],
  ['content_state', 'd1714c469ac3d7623a6d3e941247a87dc0ae2990b5df8b954f51f8529cf1b324'],
  ['facts', 'a7fd70e696c244d3b7b1107bed2714c9cec69eec8f523bdf76c748de91d9c4d8'],
];

export const auditProofExample: AuditProof = {
  message_id: messageId,
  leaf_index: 2,
  leaf_hash: leafHashes.record,
  entry: JSON.stringify([
    'avow.leaf.v2',
    ...['record', tenantId, messageId, 'delivered', auditRecordExample.created_at, ''],
    [],
    commitments,
  ]),
  salts: {
    question: 'b711c86bba25b5ed3218b0766cc6c0a42cef646884b1d0e7a31768b548a50182',
    answer: '54ec3e9427c986787bef855192a87086cc2358916b241e94661c8cdfccc46b2a',
    response: 'bed2f0fda6775c5762b1fabe4b12d6d0893d40ecaea9c6fe71900ace359b2ea6',
    metadata: '757b1b93735f02150044f6e5f085dba1fa931a911b944233ad9c8df51661c5fb',
    end_user_id: 'c8c30c0bbaf7658c724a93d988353189d306439026b13160249c9683882834cf',
    content_state: '6a98a287c7d5af629256da5150a046d93bfeb4cc7552a4954e30f00b1f6de3c3',
    facts: '1c74316dbc56fb1633e90f9446d63e40507d328d0f8fd8b0b90706a03630e839',
  },
  checkpoint: { size: 5, root: rootOfFive, note, created_at: '2024-11-21T09:40:06.002Z' },
  inclusion: [leafHashes.access, rootOfTwo, leafHashes.hold],
  events: [],
  rules_in_force: [],
  verifier_key: verifierKey,
};

/** Of the same record. */
export const receiptExample: ReceiptEntry = {
  avow_receipt: 1,
  tenant: 'ten_01jd7b0s2t4v6w8x0y1z3a5b7c',
  message: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
  time: '2024-11-21T09:14:03.231Z',
  status: 'delivered',
  commitments:
    'd08UuFNn0LyqpC3KxAI47XSHEPyFUb1uVw450eb_Yrk..zbGC3P-kJDNqUK35qoPso-IhDKRgoOjrkbR1RBeAQXQ.TU7QR3vEngKBLopeYA94yrCkold0G3B_BrjgSAtZj-g..fMbXjjaz-hBsiloqy91ZumV-07bbaZmrrxjUGK8K3OE..UYHX9UmaQtvc0lWH09JmYWRBWKeDnOwc-1jypLV3xjk.0XFMRprD12I6bT6UEkeofcCuKZC134uVT1H4UpzxsyQ.p_1w5pbCRNO3sRB77ScUyc7GnuyPUjvfdsdI3pHZxNg.',
  salts:
    'txHIa7olte0yGLB2bMbApCzvZGiEsdDnoxdotUilAYI.VOw-lCfJhnh774VRkqhwhswjWJFrJB6UZhyM38zEayo.vtLw_aZ3XFdisfq-SxLW0Ik9QOyuqcb-cZAKzjWbLqY..',
  leaf: 2,
  inclusion:
    'oOHwUjLgq6CE_PC4-jBoj18x_khS7mchgbSHCIDam3wUYogHi3UQQKgYFZmZmbv48tKhCdX0Bng9BZQh2_N0_f1K8uHDBDscc20cAXPUe7_z4YyYsnMaeqSUtwAANim8',
  size: 5,
  key: 'WipZqn-YTwvWlyzyrpKOSbCevXe40SDrDkhzYUD7cek',
  signature: 'nkt7nwRzHQp7Zpb4VW9_zkrnbRJ_Rwf0PigYxvmrDg-rH1KSCZoVNpiRnQi0zck1-Skqj1WgiMSCeDcVkQJgAA',
};

const consistency: LogConsistency = {
  from: { size: 2, root: rootOfTwo },
  to: { size: 5, root: rootOfFive },
  proof: ['b902fb5a02c964cb773ace550332d8d62ef1f4c7c693b65f61722e76f23ed0d9', leafHashes.hold],
};

/** The position of the erasure in the log. */
export const erasureExample = {
  at: '2024-11-22T08:05:44.502Z',
  log: { leaf_index: 6, leaf_hash: leafHashes.erasure },
};

export const holdIdExample = 'hld_01jd8p2c4e6g8j0m2p4r6t8w0y';
export const holdPlacedAtExample = '2024-11-21T09:40:00.311Z';

const events: LogEventEntry[] = [
  {
    ...erasureExample.log,
    ...{
      kind: 'erasure',
      subject: messageId,
      action: 'erased',
      occurred_at: erasureExample.at,
      actor: keyId,
    },
    ...{ reason: null, details: {} },
  },
  {
    ...{ leaf_index: 4, leaf_hash: leafHashes.hold, kind: 'hold', subject: holdIdExample, action: 'placed' },
    ...{ occurred_at: holdPlacedAtExample, actor: keyId, reason: null },
    details: { scope: 'message', target: messageId },
  },
  {
    ...{ leaf_index: 3, leaf_hash: leafHashes.access, kind: 'access', subject: messageId, action: 'read' },
    ...{ occurred_at: '2024-11-21T09:31:05.120Z', actor: keyId, reason: null, details: {} },
  },
];

export const logResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getLogCheckpoint: { 200: note },
  getLogKey: { 200: `${verifierKey}\n` },
  listLogKeys: {
    200: {
      data: [{ verifier_key: verifierKey, from_size: 0, until_size: null, statement: null }],
      consistency: [],
    },
  },
  getLogConsistency: { 200: consistency },
  compareMoments: {
    200: {
      first: { at: '2024-10-01T00:00:00.000Z', in_force: [], complete: true },
      second: { at: '2024-12-01T00:00:00.000Z', in_force: events, complete: true },
      ...{ changes: events, has_more: false },
    },
  },
  listLogEvents: { 200: { data: events, has_more: true, next_cursor: 'eyJiIjozfQ.kQ0c3mG8' } },
};

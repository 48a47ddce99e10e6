import type { LogEventKind } from '@avow/ledger';

/** How much attention an event deserves, by the numbers of OCSF. */
export type Severity = 1 | 2 | 3 | 4;

/** The classes of OCSF 1.2.0 that events are of, with the names of their activities. */
export const ocsfClasses = {
  account_change: {
    ...{ uid: 3001, name: 'Account Change', categoryUid: 3, category: 'Identity & Access Management' },
    activities: {
      ...{ 1: 'Create', 2: 'Enable', 3: 'Password Change', 4: 'Password Reset', 5: 'Disable', 6: 'Delete' },
      ...{ 10: 'MFA Factor Enable', 11: 'MFA Factor Disable' },
    },
  },
  authentication: {
    ...{ uid: 3002, name: 'Authentication', categoryUid: 3, category: 'Identity & Access Management' },
    activities: { 1: 'Logon', 2: 'Logoff' },
  },
  entity_management: {
    ...{ uid: 3004, name: 'Entity Management', categoryUid: 3, category: 'Identity & Access Management' },
    activities: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete' },
  },
  detection_finding: {
    ...{ uid: 2004, name: 'Detection Finding', categoryUid: 2, category: 'Findings' },
    activities: { 1: 'Create' },
  },
  application_lifecycle: {
    ...{ uid: 6002, name: 'Application Lifecycle', categoryUid: 6, category: 'Application Activity' },
    activities: { 3: 'Start' },
  },
} as const satisfies Readonly<Record<string, OcsfClass>>;

interface OcsfClass {
  readonly uid: number;
  readonly name: string;
  readonly categoryUid: number;
  readonly category: string;
  readonly activities: Readonly<Record<number, string>>;
}

/** The activity of every class for what it has no number for; its name is then the action. */
export const otherActivity = 99;

/** What an event of the log is in OCSF and in ECS. */
export interface EventMapping {
  readonly ocsf: keyof typeof ocsfClasses;
  readonly activity: number;
  /** `event.category` of ECS. */
  readonly category: 'authentication' | 'configuration' | 'database' | 'iam' | 'package';
  /** `event.type` of ECS. */
  readonly types: readonly string[];
  readonly outcome: 'success' | 'failure';
  readonly severity: Severity;
}

type Change = Partial<EventMapping>;

interface KindMapping {
  /** Also of actions that later releases add. */
  readonly usually: EventMapping;
  readonly actions: Readonly<Record<string, Change>>;
}

const entity = { ocsf: 'entity_management', outcome: 'success' } as const;
const configuration: EventMapping = {
  ...{ ...entity, activity: 3, category: 'configuration', types: ['change'], severity: 2 },
};
const iam: EventMapping = { ...configuration, category: 'iam', types: ['admin', 'change'] };
const account: EventMapping = {
  ...{ ...iam, ocsf: 'account_change', activity: otherActivity, types: ['user', 'change'] },
};
const session: EventMapping = {
  ...{ ocsf: 'authentication', activity: otherActivity, category: 'authentication', types: ['info'] },
  ...{ outcome: 'success', severity: 1 },
};
const reading: EventMapping = {
  ...{ ...entity, activity: 2, category: 'database', types: ['access'], severity: 1 },
};
const destruction: EventMapping = {
  ...{ ...entity, activity: 4, category: 'database', types: ['change'], severity: 2 },
};

const created: Change = { activity: 1, types: ['creation'] };
const deleted: Change = { activity: 4, types: ['deletion'] };
const noted: Change = { activity: otherActivity, types: ['info'], severity: 1 };
/** Somebody had written to the database what the service did not write, and it was removed. */
const foreign: Change = { activity: 4, types: ['deletion'], severity: 4 };
/** Of an installation that was upgraded. */
const sealed: Change = { activity: otherActivity, types: ['info'], severity: 1 };
const grant = (type: 'creation' | 'deletion' | 'change', activity: number): Change => ({
  ...{ activity, types: ['admin', type] },
});
const ofUser = (type: 'creation' | 'deletion' | 'change', activity: number): Change => ({
  ...{ activity, types: ['user', type] },
});

/** Every kind of administrative event on the log, with its actions. */
export const kindMappings: Readonly<Record<LogEventKind, KindMapping>> = {
  erasure: { usually: destruction, actions: { erased: {} } },
  expiry: {
    usually: { ...destruction, severity: 1 },
    actions: { content_expired: {}, record_dropped: {} },
  },
  hold: { usually: configuration, actions: { placed: created, lifted: deleted } },
  retention: { usually: configuration, actions: { set: {} } },
  access: {
    usually: reading,
    actions: { read: {}, proved: {}, exported: { severity: 2 }, downloaded: { severity: 2 } },
  },
  rekey: {
    usually: { ...configuration, severity: 3 },
    actions: { rewrapped: {}, log_key_replaced: {} },
  },
  webhook: {
    usually: configuration,
    actions: { created, changed: {}, secret_rotated: {}, disabled: { severity: 3 }, deleted },
  },
  session: {
    usually: session,
    actions: {
      signed_in: { activity: 1, types: ['start'] },
      signed_out: { activity: 2, types: ['end'] },
      revoked: { ocsf: 'entity_management', activity: 4, types: ['end'], severity: 2 },
      sign_in_failed: { activity: 1, types: ['start'], outcome: 'failure', severity: 3 },
      discarded: { ...foreign, ocsf: 'entity_management', types: ['end'] },
      sealed: { ...sealed, ocsf: 'entity_management' },
    },
  },
  user: {
    usually: account,
    actions: {
      created: ofUser('creation', 1),
      changed: {},
      deleted: ofUser('deletion', 6),
      link_created: {},
      link_used: {},
      password_set: ofUser('change', 3),
      passkey_added: ofUser('change', 10),
      passkey_deleted: ofUser('change', 11),
      discarded: { ...foreign, types: ['user', 'deletion'], activity: 6 },
      sealed,
      passkey_sealed: sealed,
    },
  },
  key: {
    usually: iam,
    actions: {
      created: grant('creation', 1),
      changed: {},
      rotated: {},
      revoked: grant('deletion', 4),
      discarded: { ...foreign, types: ['admin', 'deletion'] },
      sealed,
    },
  },
  tenant: {
    usually: iam,
    actions: {
      created: grant('creation', 1),
      suspended: { severity: 3 },
      resumed: {},
      discarded: { ...foreign, types: ['admin', 'deletion'] },
      sealed,
    },
  },
  action: {
    usually: { ...configuration, ...noted },
    actions: { requested: {}, set: { activity: 3, types: ['change'] }, reason_erased: deleted },
  },
  calibration: {
    usually: configuration,
    actions: {
      ...{ proposed: noted, dropped: noted, accepted: {}, automatic: {}, dismissed: noted, reverted: {} },
      ...{ reset: {}, drawn: noted, in_force: {}, lapsed: { severity: 3 }, ended: {} },
    },
  },
  policy: {
    usually: { ...configuration, severity: 3 },
    actions: { set: {}, reset: {}, in_use: noted, discarded: foreign, sealed },
  },
  pack: {
    usually: configuration,
    actions: { published: created, rolled_back: {}, unpublished: {}, retired: deleted, deleted },
  },
  golden: {
    usually: { ...configuration, severity: 1 },
    actions: {
      ...{ accepted: created, suggested: created, removed: deleted },
      ...{ gate_set: { severity: 2 }, gate_removed: { ...deleted, severity: 2 } },
    },
  },
  purposes: { usually: configuration, actions: { set: {} } },
  sample: { usually: reading, actions: { drawn: {}, judged: {}, signed_off: {} } },
  models: { usually: { ...configuration, ...noted }, actions: { in_use: {} } },
  settings: { usually: { ...configuration, ...noted }, actions: { in_use: {} } },
  software: {
    usually: {
      ...{ ocsf: 'application_lifecycle', activity: 3, category: 'package', types: ['info'] },
      ...{ outcome: 'success', severity: 1 },
    },
    actions: { in_use: {} },
  },
};

/** Of a kind that an earlier or later release has written. */
const unknownKind: EventMapping = { ...configuration, ...noted };

export function mappingOf(kind: string, action: string): EventMapping {
  const known = Object.hasOwn(kindMappings, kind) ? kindMappings[kind as LogEventKind] : null;
  if (known === null) return unknownKind;
  const change = Object.hasOwn(known.actions, action) ? known.actions[action] : {};
  return { ...known.usually, ...change };
}

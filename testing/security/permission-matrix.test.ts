// Every operation, and every socket, against everybody who may not have it. The table is complete by type: an operation
// that is not in it does not compile.
import type { AddressInfo } from 'node:net';
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { permissions } from '@rowhouse/domain/access/permissions.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handshakeOf, openSocket } from '../socket-client.ts';
import type { SocketClient } from '../socket-client.ts';
import type { Credentials } from '../test-server.ts';
import { outcomeOf } from './guarded-server.ts';
import type { RawAnswer } from './guarded-server.ts';
import { nobodysId } from './guarded-world.ts';
import type { GuardedTenant } from './guarded-world.ts';
import { operationSamples, sampleVariables } from './operation-samples.ts';
import { startSignInServer, ticketOf } from './sign-in-server.ts';
import type { SignInServer } from './sign-in-server.ts';

let server: SignInServer;
/** The password of its person was right, and the code is still owed. */
let ticket: string;
beforeAll(async () => {
  server = await startSignInServer();
  ticket = await ticketOf(server, (await server.aPersonWithTotp()).email);
});
afterAll(() => server.close());

/** 'answers' and 'empty' are answers; the rest are codes of refusals. */
type Outcome = 'answers' | 'empty' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'INVALID';
type Person = 'mia' | 'cleo' | 'rae';

const credentialSituations = [
  'nobody is signed in',
  'a malformed token',
  'a forged token',
  'an expired token',
  'the header names another tenant',
  'tokens of two sessions',
  'a session that was ended',
  'a removed member',
  'a role changed since the token',
  'a disabled membership',
  'a disabled person',
  'a disabled role',
  'a disabled tenant',
  'a session without the second factor that the company requires',
  'a sign-in ticket in place of the service token',
] as const;
type CredentialSituation = (typeof credentialSituations)[number];

/** What rows and types are tried by a person; a situation that cannot come up says why. */
type RowSituation =
  | 'a role without the action'
  | 'a type without a menu item'
  | 'a super type'
  | 'a deleted row'
  | 'a row outside the criteria of the role';

type Probe = {
  readonly who: Person;
  /** By place in the variables of the sample. */
  readonly change: (tenant: GuardedTenant) => Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
};
type Row = {
  readonly credentials: Readonly<Record<CredentialSituation, Outcome>>;
  readonly rows: Readonly<Record<RowSituation, Probe | readonly Probe[] | 'cannot be'>>;
};

const everywhere = (outcome: Outcome) =>
  Object.fromEntries(credentialSituations.map((situation) => [situation, outcome])) as Row['credentials'];

const closed: Row['credentials'] = {
  ...everywhere('UNAUTHENTICATED'),
  'a session without the second factor that the company requires': 'FORBIDDEN',
};

/** Nothing is asked of who asks. */
const open = everywhere('answers');

/** The service token alone opens these: what is said of the tenant is no matter to them. */
const signedIn: Row['credentials'] = {
  ...closed,
  'the header names another tenant': 'answers',
  'tokens of two sessions': 'answers',
  'a removed member': 'answers',
  'a role changed since the token': 'answers',
  'a disabled membership': 'answers',
  'a disabled role': 'answers',
  'a disabled tenant': 'answers',
  'a session without the second factor that the company requires': 'answers',
};

/** Nobody of these runs the installation. */
const forOperators = Object.fromEntries(
  Object.entries(signedIn).map(([situation, outcome]) => [
    situation,
    outcome === 'answers' ? 'FORBIDDEN' : outcome,
  ]),
) as Row['credentials'];

const noRows: Row['rows'] = {
  'a role without the action': 'cannot be',
  'a type without a menu item': 'cannot be',
  'a super type': 'cannot be',
  'a deleted row': 'cannot be',
  'a row outside the criteria of the role': 'cannot be',
};

const probe = (who: Person, outcome: Outcome, change: Probe['change']): Probe => ({ who, outcome, change });

/** Of an operation that reads what belongs to a type: `place` names the type. */
const ofType = (place: string): Row['rows'] => ({
  ...noRows,
  'a role without the action': probe('rae', 'NOT_FOUND', ({ types }) => ({ [place]: types.bills })),
  'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({ [place]: types.secrets })),
  'a super type': probe('cleo', 'answers', ({ types }) => ({ [place]: types.documents })),
});

/** Of a dashboard that `place` names: one that is shared with clerks is not there for readers. */
const ofDashboard = (place: string): Row['rows'] => ({
  ...noRows,
  'a role without the action': [
    probe('rae', 'NOT_FOUND', ({ dashboards }) => ({ [place]: dashboards.ofClerks })),
    probe('cleo', 'NOT_FOUND', ({ dashboards }) => ({ [place]: dashboards.own })),
  ],
});

/** Of what a mail shows: another person's view is not there, and neither is that of another role. */
const ofMailedView: Row['rows'] = {
  ...noRows,
  'a role without the action': [
    probe('cleo', 'NOT_FOUND', ({ preferences }) => ({ 'data.mailedId': preferences.own })),
    probe('rae', 'NOT_FOUND', ({ preferences }) => ({ 'data.mailedId': preferences.ofClerks })),
    probe('cleo', 'NOT_FOUND', ({ dashboards }) => ({
      'data.kind': 'DASHBOARD',
      'data.mailedId': dashboards.own,
    })),
  ],
};

/** Of those who administer the company. */
const administered: Row['rows'] = {
  ...noRows,
  'a role without the action': [
    probe('cleo', 'FORBIDDEN', () => ({})),
    probe('rae', 'FORBIDDEN', () => ({})),
  ],
};

/** Of an operation on the grid preferences of a type that `place` names. */
const ofGrid = (place: string): Row['rows'] => ({
  ...noRows,
  'a role without the action': probe('rae', 'FORBIDDEN', () => ({ 'data.roleId': undefined })),
  'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({
    [place]: gridNameOf(types.secrets),
  })),
  'a super type': probe('cleo', 'FORBIDDEN', ({ types }) => ({
    [place]: gridNameOf(types.documents),
  })),
});

/** Of an operation that changes one: another person's is absent, a role's is locked. */
const ofPreference = (at: string): Row['rows'] => ({
  ...noRows,
  'a role without the action': [
    probe('rae', 'NOT_FOUND', () => ({})),
    probe('cleo', 'NOT_FOUND', () => ({})),
    probe('cleo', 'NOT_FOUND', () => ({ [`${at}.version`]: 99 })),
    probe('cleo', 'NOT_FOUND', ({ preferences }) => ({ [`${at}.id`]: preferences.ofManagers })),
    probe('cleo', 'FORBIDDEN', ({ preferences }) => ({ [`${at}.id`]: preferences.ofClerks })),
    probe('cleo', 'FORBIDDEN', ({ preferences }) => ({
      [`${at}.id`]: preferences.ofClerks,
      [`${at}.version`]: 99,
    })),
  ],
});

/** Of an operation that changes lines; `at` names a record and one of its lines. */
const ofLines = (
  absent: Outcome,
  at: (record: number, line: number) => Readonly<Record<string, unknown>>,
): Row['rows'] => ({
  'a role without the action': [
    probe('rae', 'FORBIDDEN', ({ records, lines }) => at(records.one, lines.first)),
    // Bills are opened by the super type that shows them, for reading.
    probe('cleo', 'FORBIDDEN', ({ records, lines }) => at(records.bill, lines.first)),
    probe('mia', 'FORBIDDEN', ({ records, lines }) => at(records.bill, lines.first)),
  ],
  'a type without a menu item': probe('cleo', absent, ({ records, lines }) =>
    at(records.secret, lines.secret),
  ),
  'a super type': 'cannot be',
  'a deleted row': probe('cleo', absent, ({ records, lines }) => at(records.deleted, lines.deleted)),
  'a row outside the criteria of the role': probe('cleo', absent, ({ records, lines }) =>
    at(records.outside, lines.outside),
  ),
});

/** A file for a field, sent beside the request or by a link. */
const ofFile: Row['rows'] = {
  ...ofType('data.recordTypeId'),
  'a role without the action': [
    probe('rae', 'NOT_FOUND', ({ types }) => ({ 'data.recordTypeId': types.bills })),
    probe('rae', 'FORBIDDEN', () => ({})),
    probe('cleo', 'INVALID', ({ hidden }) => ({
      'data.recordAdditionalFieldByTypeId': hidden.attachment.id,
    })),
  ],
  'a super type': probe('cleo', 'INVALID', ({ types }) => ({ 'data.recordTypeId': types.documents })),
};

/** The files of records, of which one is asked for. */
const ofZip = (place: string): Row['rows'] => ({
  'a role without the action': [
    probe('rae', 'FORBIDDEN', ({ records }) => ({ [place]: [records.one] })),
    // The clerk does not see the field of the file.
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ [place]: [records.one] })),
  ],
  'a type without a menu item': [
    probe('rae', 'NOT_FOUND', ({ records }) => ({ [place]: [records.secret] })),
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ [place]: [records.secret] })),
  ],
  'a super type': probe('cleo', 'FORBIDDEN', ({ records }) => ({ [place]: [records.bill] })),
  'a deleted row': probe('rae', 'NOT_FOUND', ({ records }) => ({ [place]: [records.deleted] })),
  'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
    [place]: [records.outside],
  })),
});

/** A page of records, by the number that only one has. */
const pageOf = (prefix: string): Row['rows'] => {
  const byNumber = (recordNumber: number, typeId: number) => ({
    [`${prefix}.recordTypeId`]: typeId,
    [`${prefix}.enabled`]: false,
    ...(prefix === 'data' && { tree: null }),
    [`${prefix}.sort`]: [],
    [`${prefix}.filters`]: [
      {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND',
        priority: 0,
        filterCriteria: { operator: 'equals', value: String(recordNumber) },
      },
    ],
  });
  return {
    'a role without the action': probe('rae', 'NOT_FOUND', ({ types }) => byNumber(6, types.bills)),
    'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => byNumber(7, types.secrets)),
    // A super type opens what it gathers, and nothing that the gathered type hides.
    'a super type': probe('cleo', 'INVALID', ({ types }) => byNumber(1, types.documents)),
    'a deleted row': probe('cleo', 'empty', ({ types }) => byNumber(4, types.papers)),
    'a row outside the criteria of the role': probe('cleo', 'empty', ({ types }) =>
      byNumber(5, types.papers),
    ),
  };
};

/** Numbers over the record that has a number, by what only it would be counted in. */
const ofNumbers: Row['rows'] = (() => {
  const byNumber = (recordNumber: number, typeId: number) => ({
    'data.recordTypeId': typeId,
    'data.enabled': false,
    'data.filters': [
      {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND',
        priority: 0,
        filterCriteria: { operator: 'equals', value: String(recordNumber) },
      },
    ],
  });
  return {
    'a role without the action': probe('rae', 'NOT_FOUND', ({ types }) => byNumber(6, types.bills)),
    'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => byNumber(7, types.secrets)),
    'a super type': probe('cleo', 'INVALID', ({ types }) => byNumber(1, types.documents)),
    'a deleted row': probe('cleo', 'empty', ({ types }) => byNumber(4, types.papers)),
    'a row outside the criteria of the role': probe('cleo', 'empty', ({ types }) =>
      byNumber(5, types.papers),
    ),
  };
})();

/** The hidden reads as absent whatever is wrong with the change beside. */
const changesOf = (record: (tenant: GuardedTenant) => number): Probe[] => {
  const change = (more: (tenant: GuardedTenant) => Readonly<Record<string, unknown>>) =>
    probe('cleo', 'NOT_FOUND', (tenant) => ({ ...only, 'data.id': record(tenant), ...more(tenant) }));
  return [
    change(() => ({ 'data.description': 'Changed' })),
    change(() => ({ 'data.version': 99, 'data.description': 'Changed' })),
    change(() => ({ 'data.enabled': true })),
    change(() => ({ 'data.enabled': false })),
    change(() => ({ 'data.statusId': nobodysId })),
    change(() => ({ 'data.poNumber': 12 })),
    change(() => ({ 'data.recordFileId': nobodysId })),
    change(({ hidden }) => ({
      'data.additionalFields': [{ recordAdditionalFieldByTypeId: hidden.string.id, value: 'Changed' }],
    })),
    change(({ seen }) => ({
      'data.additionalFields': [{ recordAdditionalFieldByTypeId: seen.number.id, value: 'no number' }],
    })),
  ];
};

/** A change of nothing: of the sample's places only those that a probe sets. */
const only: Readonly<Record<string, unknown>> = Object.fromEntries(
  ['data.additionalFields', ...Object.keys(operationSamples.updateRecordHeader.ids)]
    .filter((place) => !place.startsWith('data.additionalFields.'))
    .map((place) => [place, undefined]),
);

/** The same of a change of many records. */
const onlyInBulk: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.keys(operationSamples.updateBulkRecordHeader.ids)
      .filter((place) => /^data\.\w+$/.test(place))
      .map((place) => [place, undefined]),
  ),
  'data.additionalFields': undefined,
  'data.versions': undefined,
};

const bulkChangesOf = (record: (tenant: GuardedTenant) => number): Probe[] => {
  const change = (more: (tenant: GuardedTenant) => Readonly<Record<string, unknown>>) =>
    probe('cleo', 'NOT_FOUND', (tenant) => ({ ...onlyInBulk, ids: [record(tenant)], ...more(tenant) }));
  return [
    change(() => ({ 'data.description': 'Changed' })),
    change(() => ({ 'data.enabled': true })),
    change(() => ({ 'data.statusId': nobodysId })),
    change(() => ({ 'data.poNumber': 12 })),
    change(() => ({ 'data.recordFileId': nobodysId })),
    change(({ hidden }) => ({
      'data.additionalFields': [{ recordAdditionalFieldByTypeId: hidden.string.id, value: 'Changed' }],
    })),
  ];
};

/** Of an operation that says which records by a filter. */
const ofMatches: Row['rows'] = {
  'a role without the action': [
    probe('rae', 'FORBIDDEN', () => ({})),
    probe('rae', 'NOT_FOUND', ({ types }) => ({ 'data.query.recordTypeId': types.bills })),
    probe('cleo', 'FORBIDDEN', () => ({ 'data.values': { enabled: false } })),
    // Hidden, or read-only.
    probe('cleo', 'INVALID', ({ statuses }) => ({
      'data.values': { statusId: statuses.closed, poNumber: 1 },
    })),
  ],
  'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({
    'data.query.recordTypeId': types.secrets,
  })),
  'a super type': [
    probe('cleo', 'FORBIDDEN', ({ types }) => ({
      'data.query': { recordTypeId: types.documents },
      'data.values': { description: 'Changed' },
    })),
    probe('mia', 'FORBIDDEN', ({ types }) => ({
      'data.query': { recordTypeId: types.documents },
      'data.values': { enabled: false },
    })),
  ],
  // To whoever does not see it, it does not match.
  'a deleted row': probe('cleo', 'INVALID', ({ types }) => matchingNumber(4, types.papers)),
  'a row outside the criteria of the role': probe('cleo', 'INVALID', ({ types }) =>
    matchingNumber(5, types.papers),
  ),
};

const matchingNumber = (recordNumber: number, typeId: number) => ({
  'data.query': {
    recordTypeId: typeId,
    enabled: false,
    filters: [
      {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND',
        priority: 0,
        filterCriteria: { operator: 'equals', value: String(recordNumber) },
      },
    ],
  },
  'data.values': { description: 'Changed' },
});

/** Of an operation on a bulk change: another person's is absent. */
const ofBulkChange: Row['rows'] = {
  ...noRows,
  'a role without the action': [
    probe('rae', 'NOT_FOUND', () => ({})),
    probe('cleo', 'NOT_FOUND', () => ({})),
  ],
};

/** Of an operation on the comments of a record. */
const ofTalk: Row['rows'] = {
  'a role without the action': probe('rae', 'NOT_FOUND', ({ records, types }) => ({
    'data.recordId': records.bill,
    'data.recordTypeId': types.bills,
  })),
  'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records, types }) => ({
    'data.recordId': records.secret,
    'data.recordTypeId': types.secrets,
  })),
  // Whoever reads the record by the super type may speak of it.
  'a super type': probe('cleo', 'answers', ({ types }) => ({ 'data.recordTypeId': types.documents })),
  'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.deleted })),
  'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
    'data.recordId': records.outside,
  })),
};

/** The same whether the type of the record is said or not. */
const ofRecordOfAnyType: Row['rows'] = {
  ...ofTalk,
  'a type without a menu item': [
    probe('cleo', 'NOT_FOUND', ({ records, types }) => ({
      'data.recordId': records.secret,
      'data.recordTypeId': types.secrets,
    })),
    // Under a type that the role does open.
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.secret })),
    probe('cleo', 'NOT_FOUND', ({ records }) => ({
      'data.recordId': records.secret,
      'data.recordTypeId': undefined,
    })),
  ],
  'a deleted row': [
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.deleted })),
    probe('cleo', 'NOT_FOUND', ({ records }) => ({
      'data.recordId': records.deleted,
      'data.recordTypeId': undefined,
    })),
  ],
  'a row outside the criteria of the role': [
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.outside })),
    probe('cleo', 'NOT_FOUND', ({ records }) => ({
      'data.recordId': records.outside,
      'data.recordTypeId': undefined,
    })),
  ],
};

/** Of an operation on the place of a record in its tree, by where it is named. */
const ofPlace = (place: string): Row['rows'] => ({
  'a role without the action': probe('rae', 'NOT_FOUND', ({ records }) => ({ [place]: records.bill })),
  'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({ [place]: records.secret })),
  // What the super type shows of bills is not where they stand.
  'a super type': probe('cleo', 'NOT_FOUND', ({ records }) => ({ [place]: records.bill })),
  'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({ [place]: records.deleted })),
  'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
    [place]: records.outside,
  })),
});

/** The same where a record is put under another. */
const ofPlacing: Row['rows'] = {
  ...ofPlace('data.records.0.id'),
  'a role without the action': [
    // A reader sees both, and changes neither.
    probe('rae', 'FORBIDDEN', () => ({})),
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.parentId': records.outside })),
    probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.parentId': records.secret })),
  ],
};

/** Of an operation on one comment: another person's can be read and not changed. */
const ofOwnComment: Row['rows'] = {
  'a role without the action': [
    probe('rae', 'FORBIDDEN', () => ({})),
    probe('rae', 'NOT_FOUND', ({ comments }) => ({ 'data.id': comments.bill })),
  ],
  'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ comments }) => ({
    'data.id': comments.secret,
  })),
  'a super type': probe('cleo', 'FORBIDDEN', ({ comments }) => ({ 'data.id': comments.bill })),
  'a deleted row': [
    probe('cleo', 'NOT_FOUND', ({ comments }) => ({ 'data.id': comments.deleted })),
    // Who sees deleted records reads them only.
    probe('mia', 'FORBIDDEN', ({ comments }) => ({ 'data.id': comments.deleted })),
  ],
  'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ comments }) => ({
    'data.id': comments.outside,
  })),
};

const matrix: Readonly<Record<OperationName, Row>> = {
  getUserDetails: { credentials: signedIn, rows: noRows },
  SaasUserLogin: { credentials: signedIn, rows: noRows },
  SaasTenantLogin: {
    credentials: {
      ...signedIn,
      'a removed member': 'NOT_FOUND',
      'a disabled membership': 'NOT_FOUND',
      'a disabled role': 'NOT_FOUND',
      'a disabled tenant': 'NOT_FOUND',
      'a session without the second factor that the company requires': 'FORBIDDEN',
    },
    rows: noRows,
  },
  // Whoever ends a session that is over has what they wanted.
  SaasUserLogout: {
    credentials: { ...signedIn, 'a session that was ended': 'answers', 'a disabled person': 'answers' },
    rows: noRows,
  },

  updateMyProfile: { credentials: signedIn, rows: noRows },
  findUser: { credentials: signedIn, rows: noRows },
  findUserRoleByTenants: {
    credentials: {
      ...signedIn,
      'a removed member': 'empty',
      'a disabled membership': 'empty',
      'a disabled role': 'empty',
      'a disabled tenant': 'empty',
    },
    rows: noRows,
  },
  getCompanyMaking: { credentials: signedIn, rows: noRows },
  checkCompanyUrl: { credentials: signedIn, rows: noRows },
  createTenant: {
    credentials: Object.fromEntries(
      Object.entries(signedIn).map(([situation, outcome]) => [
        situation,
        outcome === 'answers' ? 'INVALID' : outcome,
      ]),
    ) as Row['credentials'],
    rows: noRows,
  },
  findCompanyImport: { credentials: forOperators, rows: noRows },
  startCompanyUpload: { credentials: forOperators, rows: noRows },
  startCompanyImport: { credentials: forOperators, rows: noRows },
  putCompanyImportAway: { credentials: forOperators, rows: noRows },
  SaasUserSignUp: { credentials: open, rows: noRows },

  SaasMenu: { credentials: closed, rows: noRows },
  SaasMyRoleMenuItemActions: { credentials: closed, rows: noRows },
  countRecordsByType: { credentials: closed, rows: noRows },
  findMyAssignedRecords: { credentials: closed, rows: noRows },
  findRecentChanges: { credentials: closed, rows: noRows },
  searchRecords: { credentials: closed, rows: noRows },
  findChildRecords: { credentials: closed, rows: ofPlace('data.recordId') },
  findRecordPath: { credentials: closed, rows: ofPlace('data.recordId') },
  linkRecords: { credentials: closed, rows: ofPlacing },
  moveRecords: { credentials: closed, rows: ofPlacing },
  unlinkRecords: { credentials: closed, rows: ofPlace('data.records.0.id') },
  getMyDashboards: { credentials: closed, rows: noRows },
  getMyDashboardPreference: { credentials: closed, rows: noRows },
  getDashboardEmbed: { credentials: closed, rows: ofDashboard('data.id') },
  setMyDashboardPreference: { credentials: closed, rows: ofDashboard('data.dashboardId') },
  createDashboard: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('cleo', 'FORBIDDEN', ({ roles }) => ({
        'data.roleIds': [roles.reader],
      })),
    },
  },
  updateDashboard: {
    credentials: closed,
    rows: {
      ...ofDashboard('data.id'),
      'a role without the action': [
        probe('cleo', 'FORBIDDEN', ({ dashboards }) => ({ 'data.id': dashboards.ofClerks })),
        probe('rae', 'NOT_FOUND', ({ dashboards }) => ({ 'data.id': dashboards.ofClerks })),
      ],
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ dashboards, types }) => ({
        'data.id': dashboards.ofClerks,
        'data.widgets.0.chart.recordTypeId': types.secrets,
      })),
    },
  },
  findEmbedHosts: { credentials: closed, rows: administered },
  findOrderForms: { credentials: closed, rows: noRows },
  findOrderFiles: { credentials: closed, rows: administered },
  findPastOrders: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('rae', 'NOT_FOUND', ({ forms }) => ({
        'data.formId': forms.papers,
      })),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ forms }) => ({
        'data.formId': forms.orders,
      })),
    },
  },
  findPastOrderLines: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('rae', 'NOT_FOUND', ({ forms }) => ({
        'data.formId': forms.papers,
      })),
    },
  },
  startOrderFileUpload: { credentials: closed, rows: administered },
  findOrderFormDesigns: { credentials: closed, rows: administered },
  createOrderForm: { credentials: closed, rows: administered },
  updateOrderForm: { credentials: closed, rows: administered },
  addOrderFields: { credentials: closed, rows: administered },
  submitOrder: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('rae', 'FORBIDDEN', ({ forms }) => ({
        'data.formId': forms.papers,
      })),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ forms }) => ({
        'data.formId': forms.orders,
      })),
    },
  },
  findNotifications: { credentials: closed, rows: noRows },
  markNotificationsRead: { credentials: closed, rows: noRows },
  findMailSchedules: { credentials: closed, rows: noRows },
  findCompanyMailSchedules: { credentials: closed, rows: administered },
  findMailScheduleReaders: { credentials: closed, rows: ofMailedView },
  createMailSchedule: { credentials: closed, rows: ofMailedView },
  updateMailSchedule: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': [
        probe('rae', 'NOT_FOUND', () => ({})),
        probe('cleo', 'FORBIDDEN', () => ({})),
        probe('cleo', 'NOT_FOUND', ({ mails }) => ({ 'data.id': mails.own })),
      ],
    },
  },
  endMailSchedule: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': [
        probe('rae', 'NOT_FOUND', () => ({})),
        probe('cleo', 'NOT_FOUND', () => ({})),
        probe('cleo', 'FORBIDDEN', ({ mails }) => ({ 'data.id': mails.ofClerks })),
      ],
    },
  },
  findCompanyExport: { credentials: closed, rows: administered },
  startCompanyExport: { credentials: closed, rows: administered },
  createCompanyExportLink: { credentials: closed, rows: administered },
  resumeMailSchedules: { credentials: closed, rows: administered },
  updateMailScheduleReading: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': [
        probe('rae', 'NOT_FOUND', () => ({})),
        probe('cleo', 'NOT_FOUND', ({ mails }) => ({ 'data.id': mails.own })),
      ],
    },
  },
  findNotificationMails: { credentials: closed, rows: noRows },
  updateNotificationMails: { credentials: closed, rows: noRows },
  deleteRecordTree: {
    credentials: closed,
    rows: {
      ...ofPlace('data.recordId'),
      'a role without the action': [
        probe('cleo', 'FORBIDDEN', ({ records }) => ({ 'data.recordId': records.one })),
        probe('rae', 'FORBIDDEN', ({ records }) => ({ 'data.recordId': records.one })),
      ],
    },
  },
  getSaasUsers: { credentials: closed, rows: noRows },
  findSaasUser: { credentials: closed, rows: noRows },
  UserFind: { credentials: closed, rows: noRows },
  findSaasMembers: { credentials: closed, rows: administered },
  updateSaasMember: { credentials: closed, rows: administered },
  resetMemberSecondFactor: { credentials: closed, rows: administered },
  endMemberSessions: { credentials: closed, rows: administered },
  startViewAs: { credentials: closed, rows: administered },
  stopViewAs: {
    credentials: { ...signedIn, 'a session that was ended': 'answers', 'a disabled person': 'answers' },
    rows: noRows,
  },
  getSaasRoles: { credentials: closed, rows: administered },
  countConfinedRecords: { credentials: closed, rows: administered },
  getAccessMatrix: { credentials: closed, rows: administered },
  findAccessTests: { credentials: closed, rows: administered },
  createAccessTest: { credentials: closed, rows: administered },
  deleteAccessTest: { credentials: closed, rows: administered },
  explainMenuPage: { credentials: closed, rows: noRows },
  explainRoleAccess: { credentials: closed, rows: administered },
  createSaasRole: { credentials: closed, rows: administered },
  updateSaasRole: { credentials: closed, rows: administered },
  updateRoleAccess: { credentials: closed, rows: administered },
  getCompanyMenu: { credentials: closed, rows: administered },
  updateCompanyMenu: { credentials: closed, rows: administered },
  findSetUp: { credentials: closed, rows: noRows },
  getCompanyTemplates: { credentials: closed, rows: administered },
  applyTemplates: { credentials: closed, rows: administered },
  putSetUpAway: { credentials: closed, rows: administered },
  getMyPortals: { credentials: closed, rows: noRows },
  getPortalSettings: { credentials: closed, rows: administered },
  createPortal: { credentials: closed, rows: administered },
  updatePortal: { credentials: closed, rows: administered },
  exportConfiguration: { credentials: closed, rows: administered },
  compareConfiguration: { credentials: closed, rows: administered },
  applyConfiguration: { credentials: closed, rows: administered },
  getRoleAliases: { credentials: closed, rows: administered },
  updateRoleAliases: { credentials: closed, rows: administered },
  getTenantProfile: { credentials: closed, rows: administered },
  updateTenantProfile: { credentials: closed, rows: administered },
  updateTenantLogo: { credentials: closed, rows: administered },
  findCurrencies: { credentials: closed, rows: administered },
  updateCurrency: { credentials: closed, rows: administered },
  findInvitations: { credentials: closed, rows: administered },
  inviteUser: { credentials: closed, rows: administered },
  resendInvitation: { credentials: closed, rows: administered },
  revokeInvitation: { credentials: closed, rows: administered },
  findTransmissionMappings: { credentials: closed, rows: administered },
  findTransmissionChoices: { credentials: closed, rows: administered },
  findTransmissions: { credentials: closed, rows: administered },
  findTransmission: { credentials: closed, rows: administered },
  previewTransmissionMapping: { credentials: closed, rows: administered },
  resendTransmission: { credentials: closed, rows: administered },
  findUntranslatedTransmissionValues: { credentials: closed, rows: administered },
  translateTransmissionValue: { credentials: closed, rows: administered },
  findRecordTransmissions: { credentials: closed, rows: ofRecordOfAnyType },
  findRecordConversations: { credentials: closed, rows: ofRecordOfAnyType },
  findConversationsToAnswer: { credentials: closed, rows: noRows },
  answerConversation: { credentials: closed, rows: noRows },
  remindConversation: { credentials: closed, rows: noRows },
  createTransmissionMapping: { credentials: closed, rows: administered },
  updateTransmissionMapping: { credentials: closed, rows: administered },
  approveTransmissionMapping: { credentials: closed, rows: administered },
  declineTransmissionMapping: { credentials: closed, rows: administered },
  getLists: { credentials: closed, rows: administered },
  findList: { credentials: closed, rows: administered },
  createList: { credentials: closed, rows: administered },
  updateList: { credentials: closed, rows: administered },
  updateListValues: { credentials: closed, rows: administered },
  saveListValue: { credentials: closed, rows: administered },
  countListValueUse: { credentials: closed, rows: administered },
  findAuditLogs: { credentials: closed, rows: administered },
  exportAuditLogs: { credentials: closed, rows: administered },
  putBackConfiguration: { credentials: closed, rows: administered },
  findAuditRetention: { credentials: closed, rows: administered },
  countAuditLogsOlder: { credentials: closed, rows: administered },
  updateAuditRetention: { credentials: closed, rows: administered },
  findRecordTypes: { credentials: closed, rows: administered },
  findRecordTypeDesign: { credentials: closed, rows: administered },
  findDesignChoices: { credentials: closed, rows: administered },
  createRecordType: { credentials: closed, rows: administered },
  updateRecordType: { credentials: closed, rows: administered },
  findRecordTypeDeletionPlan: { credentials: closed, rows: administered },
  deleteRecordType: { credentials: closed, rows: administered },
  takeBackRecordType: { credentials: closed, rows: administered },
  deleteField: { credentials: closed, rows: administered },
  takeBackField: { credentials: closed, rows: administered },
  findRetypeReport: { credentials: closed, rows: administered },
  startRetype: { credentials: closed, rows: administered },
  stopRetype: { credentials: closed, rows: administered },
  findWrittenSinceRetype: { credentials: closed, rows: administered },
  undoRetype: { credentials: closed, rows: administered },
  getPropertyRetypes: { credentials: closed, rows: administered },
  findPropertyRetypeReport: { credentials: closed, rows: administered },
  startPropertyRetype: { credentials: closed, rows: administered },
  stopPropertyRetype: { credentials: closed, rows: administered },
  findWrittenSincePropertyRetype: { credentials: closed, rows: administered },
  undoPropertyRetype: { credentials: closed, rows: administered },
  getObjectDefinitions: { credentials: closed, rows: administered },
  findObjectUse: { credentials: closed, rows: administered },
  findWhereUsed: { credentials: closed, rows: administered },
  findChangeImpact: { credentials: closed, rows: administered },
  createObjectDefinition: { credentials: closed, rows: administered },
  updateObjectDefinition: { credentials: closed, rows: administered },
  deleteObjectProperty: { credentials: closed, rows: administered },
  takeBackObjectProperty: { credentials: closed, rows: administered },
  getRoleAccessToRecordFields: { credentials: closed, rows: noRows },
  findRoleAccessToRecordFields: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('cleo', 'FORBIDDEN', ({ roles }) => ({
        'data.roles': [roles.manager],
      })),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({
        'data.recordTypes': [types.secrets],
      })),
    },
  },
  getRecordStatusByRecordType: { credentials: closed, rows: noRows },
  findListValues: {
    credentials: closed,
    rows: {
      ...noRows,
      'a type without a menu item': [
        probe('cleo', 'empty', ({ lists }) => ({ data: { listId: lists.vault } })),
        probe('cleo', 'empty', ({ secretValue }) => ({ data: { ids: [secretValue] } })),
      ],
    },
  },
  findObjectProperty: {
    credentials: closed,
    rows: {
      ...noRows,
      'a type without a menu item': probe('cleo', 'empty', ({ object }) => ({
        'data.objectDefinitionIds': [object],
      })),
    },
  },
  getMyRecordFileById: {
    credentials: closed,
    rows: {
      ...noRows,
      // recordFile is hidden from the clerk; the reader sees it of papers that are not deleted.
      'a role without the action': probe('cleo', 'NOT_FOUND', ({ files }) => ({ recordFileId: files.seen })),
      'a deleted row': probe('rae', 'NOT_FOUND', ({ files }) => ({ recordFileId: files.deleted })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ files }) => ({
        recordFileId: files.outside,
      })),
    },
  },
  getRecordAttachment: {
    credentials: closed,
    rows: {
      'a role without the action': probe('cleo', 'NOT_FOUND', ({ hidden }) => ({
        'data.recordAdditionalFieldByTypeId': hidden.attachment.id,
      })),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records, types }) => ({
        'data.recordId': records.secret,
        'data.recordTypeId': types.secrets,
      })),
      'a super type': probe('cleo', 'NOT_FOUND', ({ types }) => ({ 'data.recordTypeId': types.documents })),
      'a deleted row': probe('rae', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.deleted })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  createPrintLink: {
    credentials: closed,
    rows: {
      'a role without the action': probe('rae', 'NOT_FOUND', ({ records }) => ({
        'data.ids': [records.bill],
      })),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.ids': [records.secret],
      })),
      'a super type': 'cannot be',
      'a deleted row': probe('rae', 'NOT_FOUND', ({ records }) => ({ 'data.ids': [records.deleted] })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.ids': [records.outside],
      })),
    },
  },
  findRecordFiles: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      'a deleted row': probe('rae', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.deleted })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  updateRecordFile: {
    credentials: closed,
    rows: {
      ...ofFile,
      'a deleted row': 'cannot be',
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  findRecordEvidence: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      // The super type does not show the field that holds the file.
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordTypeId': types.documents })),
      'a deleted row': probe('rae', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.deleted })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  keepRecordEvidence: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      'a super type': probe('cleo', 'INVALID', ({ types }) => ({ 'data.recordTypeId': types.documents })),
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({ 'data.recordId': records.deleted })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  startFileUpload: { credentials: closed, rows: ofFile },
  uploadFile: { credentials: closed, rows: ofFile },
  findLastRecordChanges: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      // What was changed last is of a field that the super type does not show.
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordTypeId': types.documents })),
      'a deleted row': probe('cleo', 'empty', ({ records }) => ({ 'data.ids': [records.deleted] })),
      'a row outside the criteria of the role': probe('cleo', 'empty', ({ records }) => ({
        'data.ids': [records.outside],
      })),
    },
  },
  findComments: { credentials: closed, rows: ofTalk },
  findCommentReaders: { credentials: closed, rows: ofTalk },
  countComments: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      'a deleted row': probe('cleo', 'empty', ({ records }) => ({ 'data.recordIds': [records.deleted] })),
      'a row outside the criteria of the role': probe('cleo', 'empty', ({ records }) => ({
        'data.recordIds': [records.outside],
      })),
    },
  },
  createComment: { credentials: closed, rows: ofTalk },
  markCommentsRead: { credentials: closed, rows: ofTalk },
  updateRecordWatch: { credentials: closed, rows: ofTalk },
  updateComment: { credentials: closed, rows: ofOwnComment },
  deleteComment: { credentials: closed, rows: ofOwnComment },
  findRecordHeader: {
    credentials: closed,
    rows: {
      'a role without the action': probe('rae', 'empty', ({ records }) => byIds(records.bill)),
      'a type without a menu item': probe('cleo', 'empty', ({ records }) => byIds(records.secret)),
      'a super type': probe('cleo', 'empty', ({ records, types }) => ({
        'data.ids': [records.deleted, records.outside, records.secret],
        'data.recordTypeId': types.documents,
      })),
      'a deleted row': probe('cleo', 'empty', ({ records }) => byIds(records.deleted)),
      'a row outside the criteria of the role': probe('cleo', 'empty', ({ records }) =>
        byIds(records.outside),
      ),
    },
  },

  findRecordType: { credentials: closed, rows: ofType('data.id') },
  explainAccess: {
    credentials: closed,
    rows: {
      'a role without the action': [
        probe('rae', 'NOT_FOUND', ({ types }) => ({ 'data.recordTypeId': types.bills })),
        // Hidden from the clerk.
        probe('cleo', 'NOT_FOUND', ({ hidden }) => ({
          'data.statusId': null,
          'data.fieldKey': `f${hidden.string.id}`,
        })),
      ],
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records, types }) => ({
        'data.recordTypeId': types.secrets,
        'data.recordId': records.secret,
      })),
      'a super type': probe('cleo', 'answers', ({ types }) => ({
        'data.recordTypeId': types.documents,
        'data.statusId': null,
      })),
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.deleted,
        'data.statusId': null,
      })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
        'data.statusId': null,
      })),
    },
  },
  getSaasRecordFieldsByRecordTypes: { credentials: closed, rows: ofType('recordType') },
  findProblemCodeByRecordType: {
    credentials: closed,
    rows: {
      ...ofType('data.recordType'),
      // The clerk sees no problem codes.
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordType': types.documents })),
    },
  },
  findRecordStatusByRecordType: { credentials: closed, rows: ofType('data.recordTypes.0') },
  findStatusPaths: { credentials: closed, rows: ofType('data.recordTypes.0') },
  findFieldRules: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypes.0'),
      // Nothing is written under a super type.
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordTypes.0': types.documents })),
    },
  },
  getTargetTenantsByRecordType: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      // Bills hide the field, and so does what gathers them.
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordTypeId': types.documents })),
    },
  },
  filterAndSortRecordHeader: { credentials: closed, rows: pageOf('data') },
  aggregateRecords: { credentials: closed, rows: ofNumbers },
  exportRecordHeaders: { credentials: closed, rows: pageOf('data.query') },
  getZipFileSignedUrl: { credentials: closed, rows: ofZip('data') },
  createZipFileLink: { credentials: closed, rows: ofZip('data.ids') },
  registerRecordHeader: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('rae', 'FORBIDDEN', () => ({})),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({
        'data.recordType': types.secrets,
      })),
      // Though the clerk's menu item of it says 'create records'.
      'a super type': [
        probe('cleo', 'FORBIDDEN', ({ types }) => ({ 'data.recordType': types.documents })),
        probe('mia', 'FORBIDDEN', ({ types }) => ({ 'data.recordType': types.documents })),
      ],
    },
  },
  updateRecordHeader: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': [
        probe('cleo', 'FORBIDDEN', () => ({
          ...only,
          'data.id': server.north.records.one,
          'data.enabled': false,
        })),
        probe('rae', 'FORBIDDEN', () => ({
          ...only,
          'data.id': server.north.records.one,
          'data.description': 'Changed',
        })),
      ],
      'a type without a menu item': changesOf(({ records }) => records.secret),
      'a deleted row': changesOf(({ records }) => records.deleted),
      'a row outside the criteria of the role': changesOf(({ records }) => records.outside),
    },
  },
  updateBulkRecordHeader: {
    credentials: closed,
    rows: {
      'a role without the action': [
        probe('cleo', 'FORBIDDEN', ({ records }) => ({
          ...onlyInBulk,
          ids: [records.one],
          'data.enabled': false,
        })),
        probe('rae', 'FORBIDDEN', ({ records }) => ({
          ...onlyInBulk,
          ids: [records.one],
          'data.description': 'Changed',
        })),
      ],
      'a type without a menu item': bulkChangesOf(({ records }) => records.secret),
      // Though the clerk's menu item of it says 'bulk update' and 'soft delete'.
      'a super type': [
        probe('cleo', 'FORBIDDEN', ({ records }) => ({
          ...onlyInBulk,
          ids: [records.bill],
          'data.description': 'Changed',
        })),
        probe('cleo', 'FORBIDDEN', ({ records }) => ({
          ...onlyInBulk,
          ids: [records.bill],
          'data.enabled': false,
        })),
      ],
      'a deleted row': bulkChangesOf(({ records }) => records.deleted),
      'a row outside the criteria of the role': bulkChangesOf(({ records }) => records.outside),
    },
  },
  previewBulkChange: { credentials: closed, rows: ofMatches },
  startBulkChange: { credentials: closed, rows: ofMatches },
  findMyBulkChanges: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordTypeId': types.documents })),
    },
  },
  findBulkChange: { credentials: closed, rows: ofBulkChange },
  findBulkChangeRecords: { credentials: closed, rows: ofBulkChange },
  stopBulkChange: { credentials: closed, rows: ofBulkChange },
  undoBulkChange: { credentials: closed, rows: ofBulkChange },
  createImport: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': probe('rae', 'FORBIDDEN', () => ({})),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({
        'data.recordTypeId': types.secrets,
      })),
      'a super type': [
        probe('cleo', 'FORBIDDEN', ({ types }) => ({ 'data.recordTypeId': types.documents })),
        probe('mia', 'FORBIDDEN', ({ types }) => ({ 'data.recordTypeId': types.documents })),
      ],
    },
  },
  addImportRows: { credentials: closed, rows: ofBulkChange },
  judgeImport: { credentials: closed, rows: ofBulkChange },
  startImport: { credentials: closed, rows: ofBulkChange },
  findImportFaults: { credentials: closed, rows: ofBulkChange },

  findAllLineItemsByType: {
    credentials: closed,
    rows: {
      ...ofType('data.recordType'),
      // The clerk's menu item of documents says nothing of lines.
      'a super type': probe('cleo', 'FORBIDDEN', ({ types }) => ({ 'data.recordType': types.documents })),
    },
  },
  findLineItems: {
    credentials: closed,
    rows: {
      'a role without the action': [
        // In sight by way of the super type, whose menu item says nothing of lines.
        probe('cleo', 'FORBIDDEN', ({ records }) => ({
          'data.recordHeadersIds': [records.bill],
          'data.recordTypeId': null,
        })),
        probe('rae', 'empty', ({ records }) => ({
          'data.recordHeadersIds': [records.bill],
          'data.recordTypeId': null,
        })),
      ],
      'a super type': probe('cleo', 'FORBIDDEN', ({ records, types }) => ({
        'data.recordHeadersIds': [records.bill],
        'data.recordTypeId': types.documents,
      })),
      'a type without a menu item': probe('cleo', 'empty', ({ records }) => ({
        'data.recordHeadersIds': [records.secret],
        'data.recordTypeId': null,
      })),
      'a deleted row': probe('cleo', 'empty', ({ records }) => ({
        'data.recordHeadersIds': [records.deleted],
        'data.recordTypeId': null,
      })),
      'a row outside the criteria of the role': probe('cleo', 'empty', ({ records }) => ({
        'data.recordHeadersIds': [records.outside],
        'data.recordTypeId': null,
      })),
    },
  },
  filterAuditLogsForRecord: {
    credentials: closed,
    rows: {
      'a role without the action': 'cannot be',
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.filterInput.recordId': records.secret,
      })),
      'a super type': probe('cleo', 'answers', ({ records, types }) => ({
        'data.filterInput.recordId': records.one,
        'data.filterInput.recordType': types.documents,
      })),
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.filterInput.recordId': records.deleted,
      })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.filterInput.recordId': records.outside,
      })),
    },
  },
  previewPutBack: {
    credentials: closed,
    rows: {
      'a role without the action': 'cannot be',
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.secret,
      })),
      'a super type': 'cannot be',
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.deleted,
      })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  putBack: {
    credentials: closed,
    rows: {
      'a role without the action': 'cannot be',
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.secret,
      })),
      'a super type': 'cannot be',
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.deleted,
      })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.recordId': records.outside,
      })),
    },
  },
  undoChanges: {
    credentials: closed,
    rows: {
      'a role without the action': 'cannot be',
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.records.0.recordId': records.secret,
      })),
      'a super type': 'cannot be',
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.records.0.recordId': records.deleted,
      })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.records.0.recordId': records.outside,
      })),
    },
  },
  filterAuditLogsForLineItems: {
    credentials: closed,
    rows: {
      'a role without the action': probe('cleo', 'FORBIDDEN', ({ records }) => ({
        'data.filterInput.recordId': records.bill,
      })),
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.filterInput.recordId': records.secret,
      })),
      'a super type': 'cannot be',
      'a deleted row': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.filterInput.recordId': records.deleted,
      })),
      'a row outside the criteria of the role': probe('cleo', 'NOT_FOUND', ({ records }) => ({
        'data.filterInput.recordId': records.outside,
      })),
    },
  },
  createLineItems: {
    credentials: closed,
    rows: ofLines('NOT_FOUND', (record) => ({ 'data.recordHeaderId': record })),
  },
  updateLineItems: {
    credentials: closed,
    rows: ofLines('NOT_FOUND', (record, line) => ({ 'data.recordHeaderId': record, 'data.rowId': line })),
  },
  // Of lines out of sight it answers that they were not found, each in its place.
  createOrUpdateManyLineItems: {
    credentials: closed,
    rows: ofLines('answers', (record, line) => ({ 'data.0.recordHeaderId': record, 'data.0.rowId': line })),
  },
  reorderLineItems: {
    credentials: closed,
    rows: ofLines('NOT_FOUND', (record, line) => ({
      'data.recordHeaderId': record,
      'data.rows.0.rowId': line,
    })),
  },

  findUserGridPreferences: {
    credentials: closed,
    rows: {
      ...ofType('data.recordTypeId'),
      // Another person's, which the sample names; the clerk has none.
      'a role without the action': probe('rae', 'empty', () => ({ 'data.recordTypeId': undefined })),
      'a super type': probe('cleo', 'empty', ({ types }) => ({ 'data.recordTypeId': types.documents })),
    },
  },
  SaasMyGridPreferences: {
    credentials: closed,
    rows: {
      ...ofGrid('gridName'),
      'a role without the action': probe('rae', 'NOT_FOUND', ({ types }) => ({
        gridName: gridNameOf(types.bills),
      })),
      'a super type': probe('cleo', 'empty', ({ types }) => ({ gridName: gridNameOf(types.documents) })),
    },
  },
  getDefaultUserGridPreference: {
    credentials: closed,
    rows: {
      ...ofType('recordTypeId'),
      'a super type': probe('cleo', 'empty', ({ types }) => ({ recordTypeId: types.documents })),
    },
  },
  SaasMyRoleGridPreferences: { credentials: closed, rows: noRows },
  findRolesForGridPreferences: {
    credentials: closed,
    rows: { ...noRows, 'a role without the action': probe('cleo', 'empty', () => ({})) },
  },
  registerUserGridPreferences: { credentials: closed, rows: ofGrid('data.gridName') },
  updateUserGridPreferences: { credentials: closed, rows: ofPreference('data') },
  updateManyUserGridPreferences: { credentials: closed, rows: ofPreference('data.0') },
  deleteUserGridPreferences: { credentials: closed, rows: ofPreference('data') },
  registerUserGridPreferencesDefault: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': [
        probe('rae', 'FORBIDDEN', () => ({ 'data.roleId': undefined })),
        // The default of a role, and what is another role's.
        probe('cleo', 'FORBIDDEN', () => ({})),
        probe('cleo', 'NOT_FOUND', ({ preferences }) => ({
          'data.roleId': undefined,
          'data.gridPreferenceId': preferences.ofManagers,
        })),
        probe('cleo', 'NOT_FOUND', ({ preferences }) => ({
          'data.roleId': undefined,
          'data.gridPreferenceId': preferences.own,
        })),
        probe('cleo', 'answers', () => ({ 'data.roleId': undefined })),
      ],
      'a type without a menu item': probe('cleo', 'NOT_FOUND', ({ types }) => ({
        'data.recordTypeId': types.secrets,
      })),
      'a super type': probe('cleo', 'FORBIDDEN', ({ types }) => ({
        'data.recordTypeId': types.documents,
      })),
    },
  },
  updateUserGridPreferencesDefault: {
    credentials: closed,
    rows: {
      ...noRows,
      'a role without the action': [
        probe('cleo', 'NOT_FOUND', () => ({})),
        probe('cleo', 'NOT_FOUND', () => ({ 'data.enabled': false })),
        probe('rae', 'NOT_FOUND', () => ({})),
      ],
    },
  },
};

const byIds = (id: number) => ({ 'data.ids': [id], 'data.recordTypeId': undefined });

const names = Object.keys(matrix) as OperationName[];

async function ask(
  name: OperationName,
  credentials: Credentials,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<RawAnswer> {
  const version = name === 'updateRecordHeader' ? { 'data.version': 1 } : {};
  const variables = sampleVariables(operationSamples[name], server.north, { ...version, ...changes });
  const answer = await server.send(operationSamples[name].document, variables, credentials);
  return name === 'exportRecordHeaders' ? follow(answer) : answer;
}

/** What an export tells stands behind its link: without a row it is an empty answer. */
async function follow(answer: RawAnswer): Promise<RawAnswer> {
  if (outcomeOf(answer) !== 'answers') return answer;
  const { data } = JSON.parse(answer.body) as { data: { exportRecordHeaders: { url: string } } };
  const { payload } = await server.app.inject({ method: 'GET', url: data.exportRecordHeaders.url });
  const rows = payload.split('\r\n').slice(1, -1);
  return { status: 200, body: JSON.stringify({ data: { rows } }) };
}

/** Each makes the credentials of a manager that are worth nothing, and undoes what it did to the tenant. */
type Broken = { credentials: Credentials; undo?: () => Promise<unknown> };
const situations: Readonly<Record<CredentialSituation, () => Promise<Broken>>> = {
  'nobody is signed in': async () => ({ credentials: {} }),
  'a malformed token': async () => ({
    credentials: { service: 'Bearer nonsense', backend: 'a.b.c', tenant: server.north.id },
  }),
  'a forged token': async () => {
    const { service = '', backend = '', tenant } = await enter();
    return { credentials: { service: otherSignature(service), backend: otherSignature(backend), tenant } };
  },
  'an expired token': async () => {
    const credentials = await enter();
    server.clock.at += 86_400_001;
    return { credentials, undo: async () => (server.clock.at -= 86_400_001) };
  },
  'the header names another tenant': async () => ({
    credentials: { ...(await enter()), tenant: server.south.id },
  }),
  'tokens of two sessions': async () => ({
    credentials: { ...(await enter()), backend: (await enter()).backend },
  }),
  'a session that was ended': async () => {
    const credentials = await enter();
    await server.ask('mutation { SaasUserLogout }', credentials);
    return { credentials };
  },
  'a removed member': () =>
    broken(
      'delete from membership where tenant_id = $1 and user_id = $2',
      'insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)',
    ),
  'a role changed since the token': () =>
    broken(
      `update membership set role_id = ${server.north.roles.clerk} where tenant_id = $1 and user_id = $2`,
      'update membership set role_id = $3 where tenant_id = $1 and user_id = $2',
    ),
  'a disabled membership': () =>
    broken(
      'update membership set enabled = false where tenant_id = $1 and user_id = $2',
      'update membership set enabled = true, role_id = $3 where tenant_id = $1 and user_id = $2',
    ),
  'a disabled person': () =>
    broken(
      'update app_user set enabled = $1 < 0 where id = $2',
      'update app_user set enabled = $1 > 0 and $3 > 0 where id = $2',
    ),
  'a disabled role': () =>
    broken(
      'update role set enabled = $2 < 0 where tenant_id = $1',
      'update role set enabled = $2 > 0 and $3 > 0 where tenant_id = $1',
    ),
  'a disabled tenant': () =>
    broken(
      'update tenant set enabled = $2 < 0 where id = $1',
      'update tenant set enabled = $2 > 0 and $3 > 0 where id = $1',
    ),
  'a session without the second factor that the company requires': () =>
    broken(
      'update tenant set mfa_required = $2 > 0 where id = $1',
      'update tenant set mfa_required = $2 < 0 and $3 < 0 where id = $1',
    ),
  'a sign-in ticket in place of the service token': async () => ({
    credentials: { ...(await enter()), service: ticket },
  }),
};

/** What happens between the sign-in of a situation and what makes it worth nothing. */
let whenEntered: (credentials: Credentials) => Promise<unknown> = () => Promise.resolve();
async function enter(): Promise<Credentials> {
  const credentials = await server.enter('mia', server.north);
  await whenEntered(credentials);
  return credentials;
}

const otherSignature = (token: string) =>
  `${token.slice(0, -4)}${token.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`;

/** @param undo takes the role as well. */
async function broken(statement: string, undo: string): Promise<Broken> {
  const credentials = await enter();
  const { id, roles } = server.north;
  await server.query(statement, [id, server.people.mia]);
  return { credentials, undo: () => server.query(undo, [id, server.people.mia, roles.manager]) };
}

/** A refusal is one sentence, without a word of what there is. */
const saysMore = ({ body }: RawAnswer): boolean =>
  !/^\{"data":null,"errors":\[\{[^{}]*\{[^{}]*(\{[^{}]*\})?\}\}\]\}$/.test(body) ||
  /North|South|Papers|mia/i.test(body);

describe('whoever may not ask is told nothing', () => {
  // Each situation is made once, and again after a call that answered: it may have changed it. A refusal changes nothing.
  let standing: (Broken & { readonly situation: CredentialSituation }) | undefined;
  const end = async () => {
    await standing?.undo?.();
    standing = undefined;
  };
  afterAll(end);
  const cases = credentialSituations.flatMap((situation) =>
    names.map((name) => ({ situation, name, outcome: matrix[name].credentials[situation] })),
  );

  test.each(cases)('$situation: $name: $outcome', async ({ situation, name, outcome }) => {
    if (standing?.situation !== situation) {
      await end();
      standing = { situation, ...(await situations[situation]()) };
    }
    const answer = await ask(name, standing.credentials);
    if (['answers', 'empty'].includes(outcomeOf(answer))) await end();
    expect(outcomeOf(answer)).toBe(outcome);
    expect(outcome === 'UNAUTHENTICATED' && saysMore(answer)).toBe(false);
  });
});

describe('a member is shown what the role may see', () => {
  const cases = names.flatMap((name) =>
    Object.entries(matrix[name].rows).flatMap(([situation, probes]) =>
      probes === 'cannot be' ? [] : [probes].flat().map((one, index) => ({ name, situation, index, ...one })),
    ),
  );

  test.each(cases)('$situation: $name, by $who, $index: $outcome', async ({ name, who, change, outcome }) => {
    const credentials = await server.enter(who, server.north);
    const changes = change(server.north);
    const answer = await ask(name, credentials, changes);
    expect(outcomeOf(answer)).toBe(outcome);
    if (outcome !== 'NOT_FOUND') return;
    const asNobodys = Object.fromEntries(
      Object.entries(changes).map(([place, value]) => [
        place,
        /(\.|^)(id|recordId|recordHeaderId|recordFileId|recordType|recordTypeId|recordTypes\.0)$/.test(
          place,
        ) && value !== undefined
          ? nobodysId
          : value,
      ]),
    );
    expect(answer).toEqual(await ask(name, credentials, { ...asNobodys, ...listsOfNobody(changes) }));
  });

  const listsOfNobody = (changes: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      ['data', 'data.recordTypes', 'ids']
        .filter((place) => Array.isArray(changes[place]))
        .map((place) => [place, [nobodysId]]),
    );

  test.each(names.filter((name) => permissions[name] !== 'signed in'))(
    '%s has no word of a type that the role cannot open',
    async (name) => {
      const { body } = await ask(name, await server.enter('cleo', server.north));
      expect(body).not.toMatch(/secret/i);
    },
  );

  test('and nothing of all this was written', async () => {
    const { bucket, records } = server.north;
    const rows = await server.query(
      `select id::int, version, enabled from record_${bucket} where id = any($1) order by id`,
      [[records.one, records.deleted, records.outside, records.secret]],
    );
    expect(rows).toEqual([
      { id: records.one, version: 1, enabled: true },
      { id: records.deleted, version: 1, enabled: false },
      { id: records.outside, version: 1, enabled: true },
      { id: records.secret, version: 1, enabled: true },
    ]);
  });
});

describe('a socket is let in, and kept, where a request is answered', () => {
  let url: string;
  let undo: Broken['undo'];
  const sockets: SocketClient[] = [];
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    whenEntered = () => Promise.resolve();
    await undo?.();
    undo = undefined;
    for (const socket of sockets.splice(0)) socket.close();
  });
  async function open(credentials: Credentials): Promise<SocketClient> {
    const socket = await openSocket(url, handshakeOf(credentials));
    sockets.push(socket);
    return socket;
  }

  const { credentials: outcomes, rows } = matrix.filterAndSortRecordHeader;
  const cases = credentialSituations.map((situation) => ({ situation, outcome: outcomes[situation] }));

  test.each(cases)('$situation: $outcome', async ({ situation, outcome }) => {
    const made = await situations[situation]();
    undo = made.undo;
    const refusal = await open(made.credentials).then(
      () => 'answers',
      (error: Error & { data: { code: string } }) => error.data.code,
    );
    expect(refusal).toBe(outcome);
  });

  test.each(cases)('that is open already, $situation: $outcome', async ({ situation, outcome }) => {
    const before: Credentials[] = [];
    whenEntered = async (credentials) => {
      before.push(credentials);
      await open(credentials);
    };
    const made = await situations[situation]();
    undo = made.undo;
    // Where other credentials are worth nothing, those of the open socket still are.
    if (outcome === 'answers' || !before.includes(made.credentials)) return;
    const { refusal } = (await sockets[0]?.waitForOver()) ?? {};
    expect(refusal?.code).toBe(outcome);
  });

  const probes = Object.entries(rows).flatMap(([situation, found]) =>
    found === 'cannot be' ? [] : [found].flat().map((one) => ({ situation, ...one })),
  );
  test.each(probes)('to a type, $situation, by $who: $outcome', async ({ who, change, outcome }) => {
    const { north } = server;
    const type = Number(change(north)['data.recordTypeId'] ?? north.types.papers);
    const socket = await open(await server.enter(who, north));
    for (const watch of [socket.watch, (id: number) => socket.watchRecord(id, north.records.one)]) {
      const answer = await watch(type);
      // A row or a filter that is refused is no matter of the type: of what is not seen nothing is heard.
      expect(answer.ok ? 'answers' : answer.refusal.code).toBe(outcome === 'NOT_FOUND' ? outcome : 'answers');
      expect(answer).toEqual(outcome === 'NOT_FOUND' ? await watch(nobodysId) : { ok: true });
    }
  });
});

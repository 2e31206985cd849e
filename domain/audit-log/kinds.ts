// What an entry of the company's audit log is about. The log names tables; people read kinds.
import { capital } from '../kernel/capital.ts';

/** Of a record: what stands in its entries is told by the role's field access. */
export const recordEntities = [
  'record',
  'line_item',
  'line_item_order',
  'comment',
  'conversation',
  'transmission',
] as const;

type KindOfPart = {
  readonly name: string;
  /** As the audit log names what changed. */
  readonly entities: readonly string[];
  /** The address of the page in the menu on which it is configured; null where there is none. */
  readonly route: string | null;
};

/**
 * By the words of the contract. Objects and files are values of records: they are entries of records in which such a
 * value changed.
 */
export const auditKinds = {
  RECORD: { name: 'Records', entities: ['record'], route: null },
  LINE: { name: 'Lines', entities: ['line_item', 'line_item_order'], route: null },
  OBJECT: { name: 'Objects', entities: [], route: null },
  FILE: { name: 'Files', entities: [], route: null },
  COMMENT: { name: 'Comments', entities: ['comment'], route: null },
  CONVERSATION: { name: 'Conversations', entities: ['conversation', 'transmission'], route: null },
  LIST: { name: 'Lists', entities: ['list', 'list_value'], route: 'custom-lists' },
  MEMBER: { name: 'Members', entities: ['membership', 'invitation'], route: 'users' },
  ROLE: {
    name: 'Roles',
    entities: [
      'role',
      'role_alias',
      'access_test',
      'role_field_access',
      'role_menu_item_action',
      'grid_preference',
      'grid_preference_default',
    ],
    route: 'roles',
  },
  TYPE: {
    name: 'Record types and fields',
    entities: [
      'record_type',
      'record_type_related',
      'record_status',
      'status_transition',
      'field_condition',
      'problem_code',
      'number_series',
      'field',
      'line_item_type',
      'line_item_field',
      'object_definition',
      'object_property',
    ],
    route: 'record-types',
  },
  MENU: { name: 'Menus', entities: ['menu_group', 'menu_section', 'menu_item'], route: 'menus' },
  DASHBOARD: { name: 'Dashboards', entities: ['dashboard', 'dashboard_preference'], route: null },
  ORDER_FORM: { name: 'Order entry', entities: ['order_form', 'order_file'], route: 'order-entry' },
  MAIL: { name: 'Mails on a schedule', entities: ['mail_schedule'], route: 'tenant-profile-settings' },
  PORTAL: { name: 'Pages of other servers', entities: ['portal'], route: 'portal' },
  TRANSMISSION: {
    name: 'Transmissions',
    entities: ['transmission_mapping', 'transmission_acceptance'],
    route: 'transmissions',
  },
  COMPANY: { name: 'The company', entities: ['tenant', 'company_set_up'], route: 'tenant-profile-settings' },
  AUDIT: { name: 'The audit log', entities: ['audit_retention'], route: 'audit-log' },
  SIGN_IN: { name: 'Sign-ins', entities: ['sign_in'], route: 'users' },
  VIEW_AS: { name: 'Viewing as others', entities: ['view_as'], route: null },
  OTHER: { name: 'Other', entities: [], route: null },
} as const satisfies Record<string, KindOfPart>;

export type AuditKind = keyof typeof auditKinds;

/** What administrators set up: its history is one question. */
export const configurationKinds = [
  'LIST',
  'ROLE',
  'TYPE',
  'MENU',
  'DASHBOARD',
  'ORDER_FORM',
  'PORTAL',
  'TRANSMISSION',
  'COMPANY',
] as const satisfies readonly AuditKind[];

const kindsByEntity: ReadonlyMap<string, AuditKind> = new Map(
  Object.entries(auditKinds).flatMap(([kind, { entities }]) =>
    entities.map((entity) => [entity, kind as AuditKind] as const),
  ),
);

export const kindOfEntity = (entity: string): AuditKind => kindsByEntity.get(entity) ?? 'OTHER';

/** All that belong to a kind of their own; what is none of them is OTHER. */
export const knownEntities: readonly string[] = [...kindsByEntity.keys()];

/** What people do, by the words of the contract, and as the audit log calls it. */
export const auditActions = {
  CREATE: { name: 'Created', actions: ['create', 'insert'] },
  UPDATE: { name: 'Changed', actions: ['update', 'reorder'] },
  DELETE: { name: 'Deleted', actions: ['delete'] },
  RESTORE: { name: 'Restored', actions: ['restore'] },
} as const satisfies Record<string, { readonly name: string; readonly actions: readonly string[] }>;

export type AuditAction = keyof typeof auditActions;

/** 'Created' for create; the words of a sign-in are its own, and what is not known reads as it was kept. */
export function nameAuditAction(action: string): string {
  const known = Object.values(auditActions).find(({ actions }) =>
    (actions as readonly string[]).includes(action),
  );
  return known?.name ?? sayStoredName(action);
}

/** 'role_menu_item' as 'Role menu item': for what has no words of its own. */
export function sayStoredName(stored: string): string {
  const words = stored.replace(/_id$/, '').replace(/[_-]+/g, ' ').trim();
  return capital(words);
}

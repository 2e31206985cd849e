import type { FieldAccess } from '../access/field-access.ts';
import type { DataType } from '../fields/data-types.ts';
import type { Field } from '../fields/field.ts';
import type {
  FieldId,
  ListId,
  ListValueId,
  MenuItemId,
  RecordTypeId,
  RoleId,
  TenantId,
  UserId,
} from '../kernel/ids.ts';
import type { MenuAction } from '../menu/actions.ts';
import type { FieldFill } from '../fills/field-fill.ts';
import type { FieldCondition } from '../field-conditions/field-condition.ts';
import type { StatusTransition } from '../status-paths/transition.ts';

export type StoredField = Field;

/** A field that is deleted, or that is being deleted: nothing shows it, and what was written of it is read by its name. */
export type GoneField = Pick<
  Field,
  'id' | 'recordTypeId' | 'name' | 'dataType' | 'listId' | 'objectDefinitionId' | 'currency'
> & {
  readonly isOfLines: boolean;
  /** Roles that saw it when it was deleted; none of a field of lines, which whoever sees lines sees. */
  readonly seenBy: readonly RoleId[];
};

export type StoredRecordType = {
  readonly id: RecordTypeId;
  readonly name: string;
  readonly isSuper: boolean;
  /** Whether a series gives its record numbers (decision 067). */
  readonly isNumbered: boolean;
  /** In their order; empty unless the type is super. */
  readonly relatedIds: readonly RecordTypeId[];
  /** In their order, disabled ones too. */
  readonly fields: readonly StoredField[];
};

export type NamedChoice = {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly recordTypeId: RecordTypeId;
};

export type TenantMember = {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  /** By its IANA name, when the person chose one. */
  readonly timeZone: string | null;
  readonly typeOfUser: string | null;
  readonly validated: boolean;
  /** Of the person and of the membership together. */
  readonly enabled: boolean;
  readonly roleId: RoleId;
  readonly membershipVersion: number;
};

export type StoredList = {
  readonly id: ListId;
  readonly name: string;
  readonly listType: 'User' | 'Value' | 'Object' | 'Other';
  readonly backofficeManaged: boolean;
  /** Of which its values are, in a list of objects. */
  readonly objectDefinitionId: number | null;
  readonly values: readonly StoredListValue[];
};

export type StoredListValue = {
  readonly id: ListValueId;
  readonly listId: ListId;
  readonly value: string;
  readonly userId: UserId | null;
  readonly order: number;
  readonly enabled: boolean;
  /** The newest of a list is the version of its values. */
  readonly version: number;
  readonly objectValues: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type StoredMenuItem = {
  readonly id: MenuItemId;
  readonly name: string;
  readonly route: string;
  readonly order: number;
  readonly icon: string | null;
  readonly enabled: boolean;
  readonly recordTypeId: RecordTypeId | null;
};

export type StoredMenuSection = {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
  readonly route: string;
  readonly order: number;
  readonly enabled: boolean;
  readonly items: readonly StoredMenuItem[];
};

export type StoredMenuGroup = {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
  readonly route: string;
  readonly order: number;
  readonly application: string;
  readonly enabled: boolean;
  readonly sections: readonly StoredMenuSection[];
};

export type StoredRoleFieldAccess = {
  readonly id: number;
  readonly recordTypeId: RecordTypeId;
  readonly fieldId: FieldId | null;
  readonly baseField: string | null;
  readonly access: FieldAccess;
  /** As stored; judged when it is used. */
  readonly filterCriteria: readonly unknown[] | null;
  readonly order: number;
  readonly enabled: boolean;
  readonly updatedAt: string;
};

export type StoredRole = {
  readonly id: RoleId;
  /** By which people know it: its alias, where it has one. */
  readonly name: string;
  readonly description: string | null;
  readonly defaultFieldAccess: FieldAccess;
  readonly administers: boolean;
  readonly enabled: boolean;
  readonly fieldAccess: readonly StoredRoleFieldAccess[];
  /** By menu item, the actions that are switched on. */
  readonly menuActions: ReadonlyMap<MenuItemId, ReadonlySet<MenuAction>>;
};

export type StoredObjectProperty = {
  readonly id: number;
  readonly objectDefinitionId: number;
  readonly name: string;
  readonly dataType: string;
  readonly isRequired: boolean;
  readonly isDisplayable: boolean;
  readonly order: number;
  readonly enabled: boolean;
  readonly listId: ListId | null;
  /** Its own or the company's; null where it holds no amounts. */
  readonly currency: string | null;
  /** When it got another data type at last: what was written before is of the former one. */
  readonly retypedAt?: string | null;
};

/** Disabled ones are left out. */
export type StoredLineItemField = {
  readonly id: number;
  readonly lineItemTypeId: number;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly order: number;
  readonly listId: ListId | null;
  readonly listType: StoredList['listType'] | null;
  /** Its own, that of the record type or the company's; null where it holds no amounts. */
  readonly currency: string | null;
  /** By which it is computed, as it is kept; null where people fill it. */
  readonly formula: string | null;
  /** What a choice of it fills. */
  readonly fills: readonly FieldFill[];
  /** When it got another data type at last: what was written before is of the former one. */
  readonly retypedAt?: string | null;
};

/** A kind of lines that the records of a type have; disabled ones are left out. */
export type StoredLineItemType = {
  readonly id: number;
  readonly recordTypeId: RecordTypeId;
  readonly name: string;
  readonly description: string;
  readonly visibility: boolean;
  /** In their order. */
  readonly fields: readonly StoredLineItemField[];
};

/** What changes by itself: types, fields, roles, menu, objects, statuses; the members; the values of lists. */
export const configParts = ['structure', 'people', 'lists'] as const;
export type ConfigPart = (typeof configParts)[number];

/**
 * All that a tenant has configured, as it stood at one version of each part; kept in memory and never changed in place.
 * What did not change with a newer version of another part is the same object in both.
 */
export type TenantConfig = {
  readonly tenantId: TenantId;
  readonly versions: Readonly<Record<ConfigPart, number>>;
  readonly name: string;
  readonly url: string;
  /** That its amounts are in: ISO 4217. */
  readonly currency: string;
  readonly recordTypes: ReadonlyMap<RecordTypeId, StoredRecordType>;
  readonly fields: ReadonlyMap<FieldId, StoredField>;
  readonly statuses: ReadonlyMap<number, NamedChoice>;
  /** Those with which nothing is left to be done for a record. */
  readonly closingStatuses: ReadonlySet<number>;
  /** Those with which new records begin: one of a type at most. */
  readonly firstStatuses: ReadonlySet<number>;
  /** The ways between the statuses of a type; one that is not in it is free (decision 084). */
  readonly statusTransitions: ReadonlyMap<RecordTypeId, readonly StatusTransition[]>;
  /** By which fields of a type are required, read only or shown (decision 112). */
  readonly fieldConditions: ReadonlyMap<RecordTypeId, readonly FieldCondition[]>;
  readonly problemCodes: ReadonlyMap<number, NamedChoice>;
  readonly members: ReadonlyMap<UserId, TenantMember>;
  readonly lists: ReadonlyMap<ListId, StoredList>;
  readonly listValues: Pick<ReadonlyMap<ListValueId, StoredListValue>, 'get'>;
  readonly roles: ReadonlyMap<RoleId, StoredRole>;
  readonly menu: readonly StoredMenuGroup[];
  readonly objectProperties: readonly StoredObjectProperty[];
  /** Deleted ones: what objects hold of them is told to nobody, and stays until it is taken away. */
  readonly goneProperties: readonly StoredObjectProperty[];
  readonly lineItemTypes: ReadonlyMap<number, StoredLineItemType>;
  readonly goneFields: readonly GoneField[];
  readonly lineItemFields: ReadonlyMap<number, StoredLineItemField>;
  /** Tenants that records may be transmitted to, by id. */
  readonly targetTenants: ReadonlyMap<number, string>;
};

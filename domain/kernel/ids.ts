declare const brand: unique symbol;
type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

/** A raw number is not an id: a tenant's id cannot stand where a record's is asked. */
export type TenantId = Branded<number, 'tenant'>;
export type UserId = Branded<number, 'user'>;
export type RoleId = Branded<number, 'role'>;
export type RecordTypeId = Branded<number, 'record type'>;
/** 0 stands for a base field of the record, as in Specification 7. */
export type FieldId = Branded<number, 'field'>;
export type ListId = Branded<number, 'list'>;
export type ListValueId = Branded<number, 'list value'>;
export type MenuItemId = Branded<number, 'menu item'>;
export type SessionId = Branded<string, 'session'>;

export const tenantId = (value: number) => value as TenantId;
export const userId = (value: number) => value as UserId;
export const roleId = (value: number) => value as RoleId;
export const recordTypeId = (value: number) => value as RecordTypeId;
export const fieldId = (value: number) => value as FieldId;
export const listId = (value: number) => value as ListId;
export const listValueId = (value: number) => value as ListValueId;
export const menuItemId = (value: number) => value as MenuItemId;
export const sessionId = (value: string) => value as SessionId;

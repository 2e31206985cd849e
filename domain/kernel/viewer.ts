import type { MenuItemId, RecordTypeId, RoleId, SessionId, TenantId, UserId } from './ids.ts';
import type { MenuAction } from '../menu/actions.ts';
import type { FieldAccess } from '../access/field-access.ts';

/** A person who has proved an identity but has not entered a tenant. */
export type SignedIn = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
};

/** What the role may do with one record type, gathered from its menu items. */
export type RecordTypeGrant = {
  readonly menuItemIds: readonly MenuItemId[];
  readonly actions: ReadonlySet<MenuAction>;
  /** What nobody may do with a type of this kind, whatever its menu items say. */
  readonly closed: ReadonlySet<MenuAction>;
  /** Whether a menu item of its own opens it; one that only a super type opens is for reading. */
  readonly isDirect: boolean;
};

/** A member of a tenant, as the database knew the membership when the request was checked. */
export type Viewer = SignedIn & {
  readonly tenantId: TenantId;
  readonly roleId: RoleId;
  readonly roleName: string;
  readonly membershipVersion: number;
  readonly email: string;
  /** That the person chose, by its IANA name. */
  readonly timeZone: string | null;
  /** Whether the role administers the company: its people, and what it configures. */
  readonly administers: boolean;
  readonly recordTypes: ReadonlyMap<RecordTypeId, RecordTypeGrant>;
  /** By field key (see `fieldKey`); a field that is not in it has the role's default access. */
  readonly fieldAccess: ReadonlyMap<string, FieldAccess>;
  readonly defaultFieldAccess: FieldAccess;
  /** Whoever looks as this viewer, who is somebody else or nobody (decision 097); null where they are themselves. */
  readonly viewing: { readonly by: UserId; readonly ownRoleId: RoleId } | null;
};

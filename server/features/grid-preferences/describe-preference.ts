import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  DefaultUserGridPreference,
  GridOptions as ToldOptions,
  IdName,
  UserGridPreference,
} from '@rowhouse/domain/contract.generated.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
import { maySeePreference, seenOptions } from '@rowhouse/domain/grid-preferences/rules.ts';
import { roleId } from '@rowhouse/domain/kernel/ids.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { StoredDefault, StoredPreference } from './sql.ts';

type Context = Pick<MemberContext, 'config' | 'viewer'>;

/** What a preference is of: the grid of a record type, or one that has only a name. */
export type Grid = AuthorisedRecordType | 'named';

/** The grid that the preference is of, if the viewer may see both; null reads the same as when there is none. */
export function findGridOf(stored: StoredPreference, { config, viewer }: Context): Grid | null {
  if (!maySeePreference(viewer, stored)) return null;
  return stored.recordTypeId === null
    ? 'named'
    : findAuthorisedRecordType(config, viewer, stored.recordTypeId);
}

/** Those of grids that the viewer may open. */
export const describePreferences = (
  stored: readonly StoredPreference[],
  context: Context,
): UserGridPreference[] =>
  stored.flatMap((preference) => {
    const grid = findGridOf(preference, context);
    return grid === null ? [] : [describePreference(preference, grid, context)];
  });

export function describePreference(
  stored: StoredPreference,
  grid: Grid,
  { config, viewer }: Context,
): UserGridPreference {
  const { gridOptions } = stored;
  const seen = grid === 'named' ? gridOptions : seenOptions(gridOptions, grid.fields);
  const countLeftOut = (key: 'filterModel' | 'colours' | 'sortModel' | 'groups') =>
    gridOptions[key].length - seen[key].length;
  return {
    id: stored.id,
    tenantId: viewer.tenantId,
    gridName: stored.gridName ?? gridNameOf(stored.recordTypeId ?? 0),
    recordTypeId: stored.recordTypeId,
    userId: stored.userId,
    enabled: stored.enabled,
    savedName: stored.savedName,
    isDefault: stored.isDefault,
    role: describeRole(stored.roleId, config),
    isRoleDefault: stored.isRoleDefault,
    gridOptions: seen as ToldOptions,
    leftOutConditions: countLeftOut('filterModel'),
    leftOutOthers: countLeftOut('colours') + countLeftOut('sortModel') + countLeftOut('groups'),
    version: stored.version,
  };
}

export function describeDefault(
  stored: StoredDefault,
  preference: UserGridPreference,
  grid: AuthorisedRecordType,
  { config, viewer }: Context,
): DefaultUserGridPreference {
  return {
    id: stored.id,
    recordType: { id: grid.type.id, name: grid.type.name },
    recordTypeId: grid.type.id,
    tenantId: viewer.tenantId,
    userId: stored.userId,
    role: describeRole(stored.roleId, config),
    userGridPreference: preference.role === null ? preference : null,
    roleGridPreference: preference.role === null ? null : preference,
    enabled: stored.enabled,
  };
}

function describeRole(id: number | null, config: Context['config']): IdName | null {
  if (id === null) return null;
  return { id, name: config.roles.get(roleId(id))?.name ?? '' };
}

import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  RegisterUserGridPreferencesInput,
  UpdateUserGridPreferencesInput,
} from '@rowhouse/domain/contract.generated.ts';
import { dropLeftOut, keepLeftOut, keepUnseenColumns } from '@rowhouse/domain/grid-preferences/left-out.ts';
import { longestGridName, mostChangedAtOnce } from '@rowhouse/domain/grid-preferences/limits.ts';
import { findGridRecordType } from '@rowhouse/domain/grid-preferences/model.ts';
import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import {
  preferenceChangedMeanwhile,
  preferenceDeletedMeanwhile,
  preferenceNameTaken,
  requireRoomForPreference,
  whyNotEditable,
  whyNotName,
} from '@rowhouse/domain/grid-preferences/rules.ts';
import type { PreferenceOwner } from '@rowhouse/domain/grid-preferences/rules.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import { requireGivableRole } from '@rowhouse/domain/users/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import {
  describeDefault,
  describePreference,
  describePreferences,
  findGridOf,
} from './describe-preference.ts';
import type { Grid } from './describe-preference.ts';
import { parseGridOptions, parseNamedGridOptions, requireRoom } from './parse-grid-options.ts';
import {
  countNamed,
  countPreferences,
  dropDefaultsOf,
  holdDefault,
  holdPreferences,
  insertNamed,
  insertPreference,
  putDefault,
  readCount,
  readDefault,
  readDefaults,
  readMadeId,
  readPreferences,
  selectDefault,
  selectOfRoles,
  selectOwn,
  selectOwnNamed,
  selectPreferences,
  setNamedDefault,
  updateDefault,
  updatePreference,
} from './sql.ts';
import type { PreferenceChange, StoredPreference } from './sql.ts';

export const gridPreferencesOperations: Pick<
  OperationTable,
  | 'findUserGridPreferences'
  | 'SaasMyGridPreferences'
  | 'getDefaultUserGridPreference'
  | 'SaasMyRoleGridPreferences'
  | 'findRolesForGridPreferences'
  | 'registerUserGridPreferences'
  | 'updateUserGridPreferences'
  | 'updateManyUserGridPreferences'
  | 'deleteUserGridPreferences'
  | 'registerUserGridPreferencesDefault'
  | 'updateUserGridPreferencesDefault'
> = {
  async findUserGridPreferences({ data }, context) {
    const { viewer } = context;
    requireOwnTenant(data.tenantId, context);
    if (data.gridName != null && isNamedGrid(data.gridName)) {
      const own = await findOwnNamed(data.gridName, context);
      return data.recordTypeId == null && data.id == null ? own : own.filter(({ id }) => id === data.id);
    }
    const named = data.gridName == null ? null : getGrid(data.gridName, context).type.id;
    const type = data.recordTypeId == null ? named : context.authorise(data.recordTypeId).type.id;
    if (named !== null && named !== type) return [];
    const role = viewer.administers ? null : viewer.roleId;
    const { answers } = await context.read([
      selectOwn(viewer.tenantId, viewer.userId, type),
      ...(data.ofRoles === true ? [selectOfRoles(viewer.tenantId, viewer.userId, { role, type })] : []),
    ]);
    const found = answers.flatMap(readPreferences);
    return describePreferences(data.id == null ? found : found.filter(({ id }) => id === data.id), context);
  },

  async SaasMyGridPreferences({ gridName }, context) {
    if (isNamedGrid(gridName)) return findOwnNamed(gridName, context);
    const { tenantId, userId } = context.viewer;
    const grid = getGrid(gridName, context);
    const { answers } = await context.read([selectOwn(tenantId, userId, grid.type.id)]);
    return describePreferences(readPreferences(answers[0]), context);
  },

  async getDefaultUserGridPreference({ recordTypeId }, context) {
    const { tenantId, userId, roleId } = context.viewer;
    const grid = context.authorise(recordTypeId);
    const { answers } = await context.read([selectDefault(tenantId, userId, roleId, grid.type.id)]);
    const found = readDefault(answers[0]);
    if (found === null) return null;
    const [stored, preference] = found;
    return describeDefault(stored, describePreference(preference, grid, context), grid, context);
  },

  async SaasMyRoleGridPreferences(_input, context) {
    const { tenantId, userId, roleId } = context.viewer;
    const { answers } = await context.read([selectOfRoles(tenantId, userId, { role: roleId, type: null })]);
    return describePreferences(readPreferences(answers[0]), context);
  },

  async findRolesForGridPreferences(_input, { viewer, config }) {
    if (!viewer.administers) return [];
    return [...config.roles.values()]
      .filter((role) => role.enabled)
      .sort(byName)
      .map(({ id, name }) => ({ id, name }));
  },

  async registerUserGridPreferences({ data }, context) {
    const { tenantId, userId } = context.viewer;
    requireOwnTenant(data.tenantId, context);
    if (isNamedGrid(data.gridName)) return registerNamed(data, context);
    const grid = getGrid(data.gridName, context);
    if (data.enabled === false) throw invalid('A new grid preference is enabled.', 'enabled');
    const savedName = parseName(data.savedName);
    const given = parseGridOptions(data.gridOptions, grid);
    const owner = parseOwner(data.roleId, context);
    const type = grid.type.id;
    const first = [
      countPreferences(tenantId, type, owner),
      selectPreferences(tenantId, userId, data.basedOn == null ? [] : [data.basedOn]),
    ];
    const stored = await refuseTakenName(
      writeOnce('registerUserGridPreferences', data, context, {
        first,
        async work(transaction, [count, found], keep) {
          requireRoomForPreference(readCount(count));
          const gridOptions =
            data.basedOn == null ? given : keepOfBase(given, readPreferences(found)[0], grid, context);
          const made = { ...owner, recordTypeId: type, savedName, gridOptions };
          const id = readMadeId(await transaction.one(insertPreference(tenantId, made)));
          const answers = await transaction.finish([
            ...keep(id),
            ...(data.isDefault === false ? [] : [putDefault(tenantId, owner, { id, recordTypeId: type })]),
            selectPreferences(tenantId, userId, [id]),
          ]);
          return requireFound(readPreferences(answers.at(-1))[0]);
        },
        findMade: (id, transaction) => findStanding(id, transaction, context),
      }),
    );
    return describePreference(stored, grid, context);
  },

  async updateUserGridPreferences({ data }, context) {
    const [changed] = await changePreferences([data], context, data);
    return requireFound(changed);
  },

  updateManyUserGridPreferences: ({ data }, context) => changePreferences(data, context),

  async deleteUserGridPreferences({ data }, context) {
    const [deleted] = await changePreferences([{ ...data, enabled: false }], context);
    return requireFound(deleted);
  },

  async registerUserGridPreferencesDefault({ data }, context) {
    const { tenantId, userId } = context.viewer;
    requireOwnTenant(data.tenantId, context);
    const grid = context.authorise(data.recordTypeId);
    const owner = parseOwner(data.roleId, context);
    const first = [holdPreferences(tenantId, userId, [data.gridPreferenceId])];
    return context.write(first, async (transaction, [found]) => {
      const [preference] = readPreferences(found);
      const current = getDefaultable(preference, grid, owner, context);
      const [put, after] = await transaction.finish([
        putDefault(tenantId, owner, { id: current.id, recordTypeId: grid.type.id }),
        selectPreferences(tenantId, userId, [current.id]),
      ]);
      return describeStoredDefault(put, after, grid, context);
    });
  },

  async updateUserGridPreferencesDefault({ data }, context) {
    const { tenantId, userId } = context.viewer;
    const first = [
      holdPreferences(tenantId, userId, data.gridPreferenceId == null ? [] : [data.gridPreferenceId]),
      holdDefault(tenantId, data.id),
    ];
    return context.write(first, async (transaction, [held, found]) => {
      const [stored] = readDefaults(found);
      const isOwn = stored?.userId === context.viewer.userId;
      const isOfRole = stored?.userId === null && context.viewer.administers;
      if (stored === undefined || !(isOwn || isOfRole)) throw notFound('The default grid preference');
      const grid = getChangeableGrid(stored.recordTypeId, 'The default grid preference', context);
      const preferenceId = data.gridPreferenceId ?? stored.preferenceId;
      const [preference] =
        data.gridPreferenceId == null
          ? readPreferences(await transaction.one(holdPreferences(tenantId, userId, [preferenceId])))
          : readPreferences(held);
      // What was deleted since can still be given up, and no longer taken.
      const enabled = data.enabled ?? stored.enabled;
      if (enabled || data.gridPreferenceId != null) getDefaultable(preference, grid, stored, context);
      const [updated, after] = await transaction.finish([
        updateDefault(tenantId, stored.id, { preferenceId, enabled }),
        selectPreferences(tenantId, userId, [preferenceId]),
      ]);
      return describeStoredDefault(updated, after, grid, context);
    });
  },
};

/** Specification 9: the client says tenant 1 on create, whichever the tenant is. */
const specificationTenant = 1;

function requireOwnTenant(given: number | null | undefined, { viewer }: MemberContext): void {
  if (given == null || given === viewer.tenantId || given === specificationTenant) return;
  throw new Refusal('NOT_FOUND', 'The company was not found.', { field: 'tenantId' });
}

/** Names that begin as those of record types do are theirs, also where there is none. */
const isNamedGrid = (gridName: string): boolean => !gridName.startsWith('record-type-');

async function findOwnNamed(gridName: string, context: MemberContext) {
  const { tenantId, userId } = context.viewer;
  const { answers } = await context.read([selectOwnNamed(tenantId, userId, gridName)]);
  return describePreferences(readPreferences(answers[0]), context);
}

/** Every member keeps their own of any grid that is not of a record type. */
async function registerNamed(data: RegisterUserGridPreferencesInput, context: MemberContext) {
  const { tenantId, userId } = context.viewer;
  const gridName = requireStorableText(data.gridName, 'gridName');
  if (gridName.trim() === '' || gridName.length > longestGridName)
    throw invalid(`The name of a grid has from 1 to ${longestGridName} characters.`, 'gridName');
  if (data.enabled === false) throw invalid('A new grid preference is enabled.', 'enabled');
  if (data.roleId != null)
    throw invalid('Only the grid of a record type has preferences of a role.', 'roleId');
  const savedName = parseName(data.savedName);
  const gridOptions = parseNamedGridOptions(data.gridOptions);
  const stored = await refuseTakenName(
    writeOnce('registerUserGridPreferences', data, context, {
      first: [countNamed(tenantId, userId, gridName)],
      async work(transaction, [count], keep) {
        requireRoomForPreference(readCount(count));
        const made = insertNamed(tenantId, userId, { gridName, savedName, gridOptions });
        const id = readMadeId(await transaction.one(made));
        const answers = await transaction.finish([
          ...keep(id),
          ...(data.isDefault === false ? [] : setNamedDefault(tenantId, userId, { id, gridName }, true)),
          selectPreferences(tenantId, userId, [id]),
        ]);
        return requireFound(readPreferences(answers.at(-1))[0]);
      },
      findMade: (id, transaction) => findStanding(id, transaction, context),
    }),
  );
  return describePreference(stored, 'named', context);
}

/** What is left out of the one that it is made from is kept, also of one that was deleted meanwhile. */
function keepOfBase(
  given: GridOptions,
  base: StoredPreference | undefined,
  grid: AuthorisedRecordType,
  context: MemberContext,
): GridOptions {
  if (base?.recordTypeId !== grid.type.id || findGridOf(base, context) === null)
    throw notFound('The grid preference');
  return requireRoom(keepLeftOut(given, base.gridOptions, grid.fields));
}

/** A grid that there is not reads as one that the viewer may not open. */
const getGrid = (gridName: string, context: MemberContext): AuthorisedRecordType =>
  context.authorise(findGridRecordType(gridName) ?? 0);

function parseName(typed: string): string {
  const name = requireStorableText(typed.trim(), 'savedName');
  const whyNot = whyNotName(name);
  if (whyNot !== null) throw invalid(whyNot, 'savedName');
  return name;
}

/** The viewer, or the role that they may make preferences for. */
function parseOwner(id: number | null | undefined, { viewer, config }: MemberContext): PreferenceOwner {
  if (id == null) return { userId: viewer.userId, roleId: null };
  if (!viewer.administers) {
    throw new Refusal('FORBIDDEN', 'Only an administrator of this company may do this. Ask one of them.');
  }
  return { userId: null, roleId: requireGivableRole(config, id).id };
}

/** As it stands, whatever became of it since it was saved. */
async function findStanding(
  id: number,
  transaction: Transaction,
  { viewer: { tenantId, userId } }: MemberContext,
): Promise<StoredPreference> {
  return requireFound(readPreferences(await transaction.one(selectPreferences(tenantId, userId, [id])))[0]);
}

const requireFound = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw notFound('The grid preference');
  return found;
};

/** Whoever may not open the grid is not told of what is kept for it; whoever may is told that they may not save. */
function getChangeableGrid(typeId: number, what: string, context: MemberContext): AuthorisedRecordType {
  try {
    return context.authorise(typeId);
  } catch (refusal) {
    throw refusal instanceof Refusal && refusal.code === 'NOT_FOUND' ? notFound(what) : refusal;
  }
}

/** What may become the default of the owner: of this grid, there, and the owner's or of the owner's role. */
function getDefaultable(
  found: StoredPreference | undefined,
  grid: AuthorisedRecordType,
  owner: PreferenceOwner,
  { viewer }: MemberContext,
): StoredPreference {
  const roleId = owner.roleId ?? viewer.roleId;
  const isOwners = found?.roleId === roleId || (found?.userId != null && found.userId === owner.userId);
  if (found === undefined || !found.enabled || !isOwners || found.recordTypeId !== grid.type.id)
    throw notFound('The grid preference');
  return found;
}

function describeStoredDefault(
  stored: Parameters<typeof readDefaults>[0],
  preference: Parameters<typeof readPreferences>[0],
  grid: AuthorisedRecordType,
  context: MemberContext,
) {
  const [put] = readDefaults(stored);
  const [named] = readPreferences(preference);
  return describeDefault(
    requireFound(put),
    describePreference(requireFound(named), grid, context),
    grid,
    context,
  );
}

type Change = Pick<UpdateUserGridPreferencesInput, 'id'> & Partial<UpdateUserGridPreferencesInput>;

/**
 * All of them, or none. In the order in which they were given.
 * @param sent with the key of the request, where it is of one
 */
async function changePreferences(
  changes: readonly Change[],
  context: MemberContext,
  sent: Pick<UpdateUserGridPreferencesInput, 'idempotencyKey'> = {},
) {
  const { tenantId, userId } = context.viewer;
  const ids = changes.map(({ id }) => id);
  if (ids.length > mostChangedAtOnce)
    throw invalid(`At most ${mostChangedAtOnce} grid preferences can be changed at once.`, 'data');
  if (new Set(ids).size !== ids.length)
    throw invalid('Each grid preference can be changed once in a request.', 'id');
  for (const change of changes) requireOwnTenant(change.tenantId, context);

  const stored = await refuseTakenName(
    writeOnce('updateUserGridPreferences', sent, context, {
      first: [holdPreferences(tenantId, userId, ids)],
      async work(transaction, [found], keep) {
        const byId = new Map(readPreferences(found).map((preference) => [preference.id, preference]));
        const judged = changes.map((change) => judgeChange(change, byId.get(change.id), context));
        for (const { stored } of judged.filter(isToBringBack))
          if (stored.recordTypeId !== null)
            requireRoomForPreference(
              readCount(await transaction.one(countPreferences(tenantId, stored.recordTypeId, stored))),
            );
        const inOrder = judged.toSorted(
          (one, other) => (one.stored.recordTypeId ?? 0) - (other.stored.recordTypeId ?? 0),
        );
        const answers = await transaction.finish([
          ...keep(ids[0] ?? 0),
          ...inOrder.flatMap((change) => statementsOf(change, context)),
          selectPreferences(tenantId, userId, ids),
        ]);
        return readPreferences(answers.at(-1));
      },
      findMade: async (id, transaction) => [await findStanding(id, transaction, context)],
    }),
  );
  const described = new Map(
    stored.flatMap((preference) => {
      const grid = findGridOf(preference, context);
      return grid === null ? [] : [[preference.id, describePreference(preference, grid, context)] as const];
    }),
  );
  return ids.map((id) => requireFound(described.get(id)));
}

/** Null leaves as it is. */
function parseOptions(
  { gridOptions: input, dropLeftOut: isDropped }: Pick<Change, 'gridOptions' | 'dropLeftOut'>,
  saved: GridOptions,
  grid: Grid,
): GridOptions | null {
  if (grid === 'named') return input == null ? null : parseNamedGridOptions(input);
  if (input == null) return isDropped === true ? dropLeftOut(saved, grid.fields) : null;
  const given = parseGridOptions(input, grid);
  const keep = isDropped === true ? keepUnseenColumns : keepLeftOut;
  return requireRoom(keep(given, saved, grid.fields));
}

type JudgedChange = {
  readonly stored: StoredPreference;
  readonly change: PreferenceChange;
  readonly isDefault: boolean | null;
};

function judgeChange(
  data: Change,
  stored: StoredPreference | undefined,
  context: MemberContext,
): JudgedChange {
  const { viewer } = context;
  const isDeletion = data.enabled === false;
  if (stored === undefined || findGridOf(stored, context) === null) throw notFound('The grid preference');
  const grid =
    stored.recordTypeId === null
      ? 'named'
      : getChangeableGrid(stored.recordTypeId, 'The grid preference', context);
  const whyNot = whyNotEditable(viewer.administers, stored.roleId !== null);
  if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot);
  const isBack = data.enabled === true && !stored.enabled && stored.roleId !== null;
  if (isBack && stored.roleId !== null) requireGivableRole(context.config, stored.roleId);
  // One that is deleted already is what was wanted.
  if (!stored.enabled && !isDeletion && !isBack) throw preferenceDeletedMeanwhile();
  if (!(isDeletion && !stored.enabled) && data.version != null && stored.version !== data.version)
    throw preferenceChangedMeanwhile(describePreference(stored, grid, context));
  return {
    stored,
    change: {
      savedName: data.savedName == null ? null : parseName(data.savedName),
      gridOptions: parseOptions(data, stored.gridOptions, grid),
      enabled: !isDeletion,
    },
    isDefault: isDeletion ? null : (data.isDefault ?? null),
  };
}

const isToBringBack = ({ stored, change }: JudgedChange): boolean => change.enabled && !stored.enabled;

function statementsOf(
  { stored, change, isDefault }: JudgedChange,
  { viewer }: MemberContext,
): readonly Statement[] {
  const { tenantId, userId } = viewer;
  if (!change.enabled) {
    return stored.enabled
      ? [
          updatePreference(tenantId, stored.id, { savedName: null, gridOptions: null, enabled: false }),
          dropDefaultsOf(tenantId, stored.id, null),
        ]
      : [];
  }
  const { id, recordTypeId, gridName } = stored;
  if (recordTypeId === null) {
    return [
      updatePreference(tenantId, id, change),
      ...(isDefault === null
        ? []
        : setNamedDefault(tenantId, userId, { id, gridName: gridName ?? '' }, isDefault)),
    ];
  }
  const owner = stored.roleId === null ? { userId, roleId: null } : { userId: null, roleId: stored.roleId };
  return [
    updatePreference(tenantId, stored.id, change),
    ...(isDefault === true ? [putDefault(tenantId, owner, { id, recordTypeId })] : []),
    ...(isDefault === false ? [dropDefaultsOf(tenantId, stored.id, owner)] : []),
  ];
}

/** The one index that a change of these can meet is that of the names. */
function refuseTakenName<Result>(writing: Promise<Result>): Promise<Result> {
  return writing.catch((error: unknown) => {
    throw databaseErrorCode(error) === '23505' ? preferenceNameTaken() : error;
  });
}

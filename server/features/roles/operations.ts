// What administrators change of roles themselves; what a role may see and do is in change-access.ts.
import { withConfinement } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { SaasRole } from '@rowhouse/domain/contract.generated.ts';
import { roleId as toRoleId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import { refuseLosingReach } from '@rowhouse/domain/roles/administration-reach.ts';
import {
  refuseDisablingHeld,
  roleChangedMeanwhile,
  roleForm,
  roleNameTaken,
} from '@rowhouse/domain/roles/rules.ts';
import { requireGivableRole } from '@rowhouse/domain/users/rules.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { countWithin, readCounted } from '../../platform/record-store/count-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { changeAccess } from './change-access.ts';
import { describeAccess } from './describe-access.ts';
import {
  changeRole,
  copyActions,
  copyFieldAccess,
  findRole,
  insertRole,
  lockAdministration,
  moveInvited,
  moveMembers,
  openAdministration,
  readAdministers,
  readHolders,
  readId,
  readReach,
  readRoles,
  selectAdministers,
  selectHolders,
  selectReach,
  selectRole,
  selectRoleOfName,
  selectRoles,
} from './sql.ts';

type Names =
  | 'countConfinedRecords'
  | 'getSaasRoles'
  | 'getAccessMatrix'
  | 'createSaasRole'
  | 'updateSaasRole'
  | 'updateRoleAccess';

export const rolesOperations: Pick<OperationTable, Names> = {
  async getSaasRoles(_input, { viewer, read }) {
    const { answers } = await read([selectRoles(viewer.tenantId)]);
    return readRoles(answers[0]);
  },

  async getAccessMatrix(_input, { config }) {
    return describeAccess(config);
  },

  async countConfinedRecords({ data }, context) {
    const recordType = context.authorise(data.recordTypeId);
    if (recordType.type.isSuper) throw notFound('The record type');
    const count = async (lines: typeof data.confinements) => {
      const query: RecordQuery = {
        recordType: withConfinement(recordType, lines),
        enabledOnly: true,
        ids: null,
        conditions: [],
        search: null,
        sort: [],
        resolve: (criteria, field) =>
          resolveCurrentUser(criteria, field, context.config, context.viewer.userId),
      };
      const statements = countWithin(query, countBudgetMs);
      return context.read(statements).then(
        ({ answers }) => readCounted(answers[1]).total,
        (failure: unknown) => {
          if (databaseErrorCode(failure) === statementTimeout) return null;
          throw failure;
        },
      );
    };
    return { seen: await count(data.confinements), total: await count([]) };
  },

  async createSaasRole({ data }, context) {
    const { viewer, config } = context;
    const made = parse({ ...data, description: data.description ?? '' });
    const tenant = viewer.tenantId;
    const copyOf = data.copyOf ?? null;
    if (copyOf !== null && !config.roles.has(toRoleId(copyOf))) throw notFound('The role');
    return writeOnce('createSaasRole', data, context, {
      first: [lockAdministration(tenant), selectAdministers(tenant, viewer.userId)],
      async work(transaction, first, keep) {
        if (!readAdministers(first[1])) throw new StaleConfiguration();
        const [taken] = await transaction.run([selectRoleOfName(tenant, made.name, null)]);
        if (readId(taken) !== null) throw roleNameTaken(made.name);
        const [inserted] = await transaction.run([
          insertRole(tenant, { ...made, defaultFieldAccess: data.defaultFieldAccess ?? null }, copyOf),
        ]);
        const id = readId(inserted) ?? 0;
        const answers = await transaction.finish([
          ...keep(id),
          ...(copyOf === null ? [] : [copyFieldAccess(tenant, copyOf, id), copyActions(tenant, copyOf, id)]),
          ...(made.administers ? [openAdministration(tenant, id)] : []),
          selectRole(tenant, id),
        ]);
        return requireRole(answers.at(-1));
      },
      findMade: (id, transaction) => findStanding(id, tenant, transaction),
    });
  },

  async updateSaasRole({ data }, context) {
    const { viewer, config } = context;
    const tenant = viewer.tenantId;
    const moveTo = data.moveTo ?? null;
    if (moveTo !== null) requireGivableRole(config, moveTo, 'moveTo');
    if (moveTo === data.id) throw invalid('Choose another role than the one that is disabled.', 'moveTo');
    const first = [
      lockAdministration(tenant),
      selectAdministers(tenant, viewer.userId),
      selectReach(tenant),
      selectRole(tenant, data.id),
      selectHolders(tenant, data.id),
    ];
    return writeOnce('updateSaasRole', data, context, {
      first,
      async work(transaction, [, administers, reach, stored, held], keep) {
        // Demoted while this waited for the lock: the gate says what is so now.
        if (!readAdministers(administers)) throw new StaleConfiguration();
        const current = requireRole(stored);
        if (current.version !== data.version) throw roleChangedMeanwhile(current);
        const wanted = {
          ...parse({
            name: data.name ?? current.name,
            description: data.description ?? current.description ?? '',
            administers: data.administers ?? current.administers,
          }),
          enabled: data.enabled ?? current.enabled,
        };
        const [taken] = await transaction.run([selectRoleOfName(tenant, wanted.name, data.id)]);
        if (readId(taken) !== null) throw roleNameTaken(wanted.name);
        const statements = [changeRole(tenant, data.id, wanted)];
        if (!wanted.enabled) {
          const holders = readHolders(held);
          if (holders.length > 0 && moveTo === null) throw refuseDisablingHeld(holders);
          if (moveTo !== null) {
            if (moveTo === data.id)
              throw invalid('Choose another role than the one that is disabled.', 'moveTo');
            requireGivableRole(config, moveTo, 'moveTo');
            statements.push(moveMembers(tenant, data.id, moveTo), moveInvited(tenant, data.id, moveTo));
          }
        }
        if (wanted.administers && !current.administers) statements.push(openAdministration(tenant, data.id));
        const isSame =
          wanted.name === current.name &&
          wanted.description === current.description &&
          wanted.administers === current.administers &&
          wanted.enabled === current.enabled;
        if (isSame) return current;
        const after = (await transaction.run([...statements, selectReach(tenant)])).at(-1);
        refuseLosingReach(readReach(reach), readReach(after));
        const isMovedUp =
          !wanted.enabled && moveTo !== null && config.roles.get(toRoleId(moveTo))?.administers === true;
        if (mayAdminister(current) !== mayAdminister(wanted) || isMovedUp) requireProof(context);
        const answers = await transaction.finish([...keep(data.id), selectRole(tenant, data.id)]);
        return requireRole(answers.at(-1));
      },
      findMade: (id, transaction) => findStanding(id, tenant, transaction),
    });
  },

  updateRoleAccess: ({ data }, context) => changeAccess(data, context),
};

/** Longer nobody waits for a number beside what they edit. */
const countBudgetMs = 2000;
const statementTimeout = '57014';

/** Whether who holds it administers the company. */
const mayAdminister = (role: Pick<SaasRole, 'administers' | 'enabled'>): boolean =>
  role.administers && role.enabled;

/** As an earlier try made or changed it, and others since. */
const findStanding = async (id: number, tenant: TenantId, transaction: Transaction): Promise<SaasRole> =>
  requireRole(await transaction.one(selectRole(tenant, id)));

function requireRole(answer: Answer | undefined): SaasRole {
  const found = findRole(answer);
  if (found === null) throw notFound('The role');
  return found;
}

/** A description that says nothing is none. */
function parse(given: { name: string; description: string; administers: boolean }) {
  const parsed = roleForm.safeParse(given);
  if (parsed.success) return { ...parsed.data, description: parsed.data.description || null };
  const [issue] = parsed.error.issues;
  throw invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
}

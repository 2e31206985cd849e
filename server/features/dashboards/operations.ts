import { randomBytes } from 'node:crypto';
import type {
  CreateDashboardInput,
  Dashboard,
  DashboardPreference,
  UpdateDashboardInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { Chart } from '@rowhouse/domain/dashboards/chart.ts';
import { usualExpiration } from '@rowhouse/domain/dashboards/limits.ts';
import {
  dashboardChangedMeanwhile,
  mayBringBackDashboard,
  mayEditDashboard,
  maySeeDashboard,
  refuseEditing,
  refuseEmbedding,
  refuseHost,
  refuseLostKey,
  refuseSharing,
  requireRoomForDashboard,
  whyNotDashboardName,
  whyNotEmbed,
  whyNotEmbedKey,
} from '@rowhouse/domain/dashboards/rules.ts';
import type { EmbedSettings } from '@rowhouse/domain/dashboards/rules.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { roleId, userId as asUserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { requireGivableRole } from '@rowhouse/domain/users/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { sealUses } from '../../platform/seal-uses.ts';
import { seal, unseal } from '../../platform/secret.ts';
import type { Secret } from '../../platform/secret.ts';
import { signEmbed } from './sign-embed.ts';
import {
  changeDashboard,
  countOwnDashboards,
  holdDashboard,
  insertDashboard,
  putPreference,
  readCount,
  readDashboards,
  readMadeId,
  selectDashboard,
  selectDashboards,
} from './sql.ts';
import type { DashboardColumns, StoredDashboard } from './sql.ts';
import { parseWidgets, showWidgets } from './widgets.ts';

type Names =
  | 'getMyDashboards'
  | 'getMyDashboardPreference'
  | 'getDashboardEmbed'
  | 'findEmbedHosts'
  | 'setMyDashboardPreference'
  | 'createDashboard'
  | 'updateDashboard';

type Parts = {
  readonly secret: Secret;
  readonly clock: Clock;
  readonly embedOrigins: readonly string[];
  /** Of a chart that was saved; absent where no server stands behind that notes what is used. */
  readonly noteChart?: (chart: Chart, context: MemberContext) => void;
};

export const createDashboardsOperations = (parts: Parts): Pick<OperationTable, Names> => ({
  getMyDashboards: (_input, context) => findDashboards(context),

  async getMyDashboardPreference(_input, context) {
    return showPreference((await findDashboards(context)).find(({ selected }) => selected));
  },

  async getDashboardEmbed({ data }, context) {
    const { tenantId, userId } = context.viewer;
    const { answers } = await context.read([selectDashboard(tenantId, userId, data.id)]);
    const dashboard = requireSeen(readDashboards(answers[0])[0], context);
    const embed = findEmbed(dashboard);
    if (embed === null || dashboard.sealedKey === null) throw notFound('The embedded dashboard');
    const { origin, host } = new URL(embed.serverUrl);
    if (!parts.embedOrigins.includes(origin)) throw refuseHost(host);
    const key = unseal(parts.secret, sealUses.dashboardKey(tenantId), dashboard.sealedKey);
    if (key === null) throw refuseLostKey();
    const nowMs = parts.clock.now();
    const { url, expiresAtMs } = signEmbed(embed, key, { nowMs, nonce: randomBytes(12).toString('hex') });
    return { url, expiresAt: new Date(expiresAtMs).toISOString(), now: new Date(nowMs).toISOString() };
  },

  async findEmbedHosts() {
    return { origins: [...parts.embedOrigins] };
  },

  async setMyDashboardPreference({ data }, context) {
    const { tenantId, userId } = context.viewer;
    const id = data.dashboardId ?? null;
    const first = id === null ? [] : [selectDashboard(tenantId, userId, id)];
    return context.write(first, async (transaction, [found]) => {
      if (id !== null) requireSeen(readDashboards(found)[0], context);
      const answers = await transaction.finish([
        putPreference(tenantId, userId, id),
        ...(id === null ? [] : [selectDashboard(tenantId, userId, id)]),
      ]);
      const [chosen] = id === null ? [] : readDashboards(answers[1]);
      return showPreference(chosen && showDashboard(chosen, context));
    });
  },

  async createDashboard({ data }, context) {
    const { tenantId, userId, administers } = context.viewer;
    const embedType = data.embedType ?? 'BUILT_IN';
    if (embedType !== 'BUILT_IN' && !administers) throw refuseEmbedding();
    const wanted = {
      name: readName(data.name),
      roleIds: readRoles(data.roleIds ?? [], context),
      ...(embedType === 'BUILT_IN' ? noEmbed : readEmbed(data, null, context, parts)),
      widgets: [],
      enabled: true,
    };
    return writeOnce('createDashboard', withoutSecret(data), context, {
      first: [countOwnDashboards(tenantId, userId)],
      async work(transaction, [count], keep) {
        requireRoomForDashboard(readCount(count));
        const id = readMadeId(await transaction.one(insertDashboard(tenantId, userId, embedType, wanted)));
        const answers = await transaction.finish([...keep(id), selectDashboard(tenantId, userId, id)]);
        return showDashboard(requireSeen(readDashboards(answers.at(-1))[0], context), context);
      },
      findMade: (id, transaction) => findStanding(id, transaction, context),
    });
  },

  async updateDashboard({ data }, context) {
    const { tenantId, userId } = context.viewer;
    requireKnownRoles(data.roleIds ?? [], context);
    for (const { chart } of data.widgets ?? []) if (chart != null) context.authorise(chart.recordTypeId);
    return writeOnce('updateDashboard', withoutSecret(data), context, {
      first: [holdDashboard(tenantId, userId, data.id)],
      async work(transaction, [held], keep) {
        const [found] = readDashboards(held);
        const isBack = data.enabled === true && isToBringBack(found, context);
        const current = isBack ? found : requireSeen(found, context);
        if (!mayEditDashboard(context.viewer, current)) throw refuseEditing();
        if (current.version !== data.version)
          throw dashboardChangedMeanwhile(showDashboard(current, context));
        if (isBack && current.ownerUserId !== null) {
          const owned = await transaction.one(countOwnDashboards(tenantId, asUserId(current.ownerUserId)));
          requireRoomForDashboard(readCount(owned), current.ownerUserId === userId);
        }
        const wanted: DashboardColumns = {
          name: data.name == null ? current.name : readName(data.name),
          roleIds: data.roleIds == null ? current.roleIds : readRoles(data.roleIds, context, current.roleIds),
          ...(current.embedType === 'BUILT_IN' ? noEmbed : readEmbed(data, current, context, parts)),
          widgets:
            data.widgets == null ? current.widgets : parseWidgets(data.widgets, current.widgets, context),
          enabled: data.enabled ?? current.enabled,
        };
        const answers = await transaction.finish([
          ...keep(data.id),
          changeDashboard(tenantId, data.id, wanted),
          selectDashboard(tenantId, userId, data.id),
        ]);
        const [changed] = readDashboards(answers.at(-1));
        if (changed === undefined) throw notFound('The dashboard');
        const given = new Set(data.widgets?.flatMap(({ key, chart }) => (chart == null ? [] : key)));
        for (const { key, chart } of wanted.widgets) if (given.has(key)) parts.noteChart?.(chart, context);
        return showDashboard(changed, context);
      },
      findMade: (id, transaction) => findStanding(id, transaction, context),
    });
  },
});

/** What stands beside a key is no hash of what is kept sealed. */
const withoutSecret = <Sent extends object>(sent: Sent): Sent => ({ ...sent, embedKey: undefined });

/** As it stands, whatever became of it since it was saved: of one that was deleted, too. */
async function findStanding(
  id: number,
  transaction: Transaction,
  context: MemberContext,
): Promise<Dashboard> {
  const { tenantId, userId } = context.viewer;
  const [found] = readDashboards(await transaction.one(selectDashboard(tenantId, userId, id)));
  if (found === undefined || !maySeeDashboard(context.viewer, found)) throw notFound('The dashboard');
  return showDashboard(found, context);
}

async function findDashboards(context: MemberContext): Promise<Dashboard[]> {
  const { tenantId, userId } = context.viewer;
  const { answers } = await context.read([selectDashboards(tenantId, userId)]);
  return readDashboards(answers[0])
    .filter((dashboard) => maySeeDashboard(context.viewer, dashboard))
    .map((dashboard) => showDashboard(dashboard, context));
}

/** One that was deleted, or is not for the viewer, is not there. */
function requireSeen(found: StoredDashboard | undefined, { viewer }: MemberContext): StoredDashboard {
  if (found === undefined || !found.enabled || !maySeeDashboard(viewer, found))
    throw notFound('The dashboard');
  return found;
}

const isToBringBack = (
  found: StoredDashboard | undefined,
  { viewer }: MemberContext,
): found is StoredDashboard => found?.enabled === false && mayBringBackDashboard(viewer, found);

const showPreference = (dashboard: Dashboard | undefined): DashboardPreference => ({
  tag: 'MAIN',
  dashboard: dashboard ?? null,
});

function showDashboard(stored: StoredDashboard, context: MemberContext): Dashboard {
  const { viewer, config } = context;
  const { ownerUserId, roleIds, externalId, sealedKey: _sealedKey, ...shown } = stored;
  const mayEdit = mayEditDashboard(viewer, stored);
  return {
    ...shown,
    dashboardId: externalId ?? String(stored.id),
    isOwn: ownerUserId === viewer.userId,
    mayEdit,
    widgets: showWidgets(stored.widgets, context),
    roles: nameRoles(mayEdit ? roleIds : roleIds.filter((id) => id === viewer.roleId), config),
  };
}

const nameRoles = (ids: readonly number[], config: TenantConfig) =>
  ids
    .flatMap((id) => config.roles.get(roleId(id)) ?? [])
    .sort(byName)
    .map(({ id, name }) => ({ id, name }));

function readName(given: string): string {
  const sentence = whyNotDashboardName(given);
  if (sentence !== null) throw invalid(sentence, 'name');
  return requireStorableText(given.trim(), 'name');
}

/** Of another company reads as absent, whatever else is wrong. */
function requireKnownRoles(given: readonly number[], { config }: MemberContext): void {
  for (const id of given) if (!config.roles.has(roleId(id))) requireGivableRole(config, id, 'roleIds');
}

/** Roles that it is shared with already may stay, also those that were disabled since. */
function readRoles(
  given: readonly number[],
  { viewer, config }: MemberContext,
  current: readonly number[] = [],
): number[] {
  const ids = [...new Set(given)].sort((one, other) => one - other);
  for (const id of ids) if (!current.includes(id)) requireGivableRole(config, id, 'roleIds');
  const isChanged = ids.length !== current.length || ids.some((id) => !current.includes(id));
  if (isChanged && !viewer.administers) throw refuseSharing();
  return ids;
}

type EmbedColumns = Omit<DashboardColumns, 'name' | 'roleIds' | 'widgets' | 'enabled'>;

const noEmbed: EmbedColumns = {
  serverUrl: null,
  siteIdentifier: null,
  environment: null,
  externalId: null,
  expirationTime: null,
  sealedKey: null,
};

function findEmbed(stored: StoredDashboard): EmbedSettings | null {
  const { serverUrl, siteIdentifier, environment, externalId, expirationTime } = stored;
  if (serverUrl === null || siteIdentifier === null || environment === null) return null;
  if (externalId === null || expirationTime === null) return null;
  return { serverUrl, siteIdentifier, environment, dashboardId: externalId, expirationTime };
}

function readEmbed(
  given: CreateDashboardInput | UpdateDashboardInput,
  current: StoredDashboard | null,
  { viewer }: MemberContext,
  { secret, embedOrigins }: Parts,
): EmbedColumns {
  const embed: EmbedSettings = {
    serverUrl: (given.serverUrl ?? current?.serverUrl ?? '').trim().replace(/\/+$/, ''),
    siteIdentifier: (given.siteIdentifier ?? current?.siteIdentifier ?? '').trim(),
    environment: (given.environment ?? current?.environment ?? '').trim(),
    dashboardId: (given.dashboardId ?? current?.externalId ?? '').trim(),
    expirationTime: given.expirationTime ?? current?.expirationTime ?? usualExpiration,
  };
  const fault = whyNotEmbed(embed, embedOrigins);
  // One whose server may no longer be embedded can still be renamed, and deleted.
  const isAsBefore = current !== null && embed.serverUrl === current.serverUrl;
  if (fault !== null && !(isAsBefore && fault.field === 'serverUrl'))
    throw invalid(fault.sentence, fault.field);
  const { dashboardId: externalId, ...settings } = embed;
  return { ...settings, externalId, sealedKey: readKey() };

  /** A key that is kept goes to no other server than the one that it was given for. */
  function readKey(): string {
    if (given.embedKey == null && isAsBefore && current.sealedKey !== null) return current.sealedKey;
    const sentence = whyNotEmbedKey(given.embedKey ?? '');
    if (sentence !== null) throw invalid(sentence, 'embedKey');
    return seal(secret, sealUses.dashboardKey(viewer.tenantId), given.embedKey ?? '');
  }
}

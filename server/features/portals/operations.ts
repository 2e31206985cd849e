import type { Portal, PortalSetting } from '@rowhouse/domain/contract.generated.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { roleId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import {
  enoughPortals,
  findPortalIcon,
  maySeePortal,
  mostPortals,
  portalChangedMeanwhile,
  portalIcons,
  portalOrigin,
  whyNotPortalAddress,
  whyNotPortalName,
} from '@rowhouse/domain/portals/rules.ts';
import { requireGivableRole } from '@rowhouse/domain/users/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { changePortal, holdPortal, insertPortal, lockPortals, readPortals, selectPortals } from './sql.ts';
import type { PortalColumns, StoredPortal } from './sql.ts';

type Names = 'getMyPortals' | 'getPortalSettings' | 'createPortal' | 'updatePortal';

export function createPortalsOperations({
  embedOrigins,
}: {
  /** Of servers that may stand in frames here; the content security policy of every page names the same. */
  embedOrigins: readonly string[];
}): Pick<OperationTable, Names> {
  const isAllowed = ({ address }: Pick<StoredPortal, 'address'>): boolean =>
    embedOrigins.includes(portalOrigin(address) ?? '');

  const showPortal = (stored: StoredPortal): Portal => ({ ...stored, isAllowed: isAllowed(stored) });

  const showSetting = (stored: StoredPortal, { config }: MemberContext): PortalSetting => ({
    ...stored,
    isAllowed: isAllowed(stored),
    roles: stored.roleIds
      .flatMap((id) => config.roles.get(roleId(id)) ?? [])
      .sort(byName)
      .map(({ id, name }) => ({ id, name })),
  });

  function readAddress(given: string): string {
    const whyNot = whyNotPortalAddress(given.trim(), embedOrigins);
    if (whyNot !== null) throw invalid(whyNot, 'address');
    return requireStorableText(given.trim(), 'address');
  }

  return {
    async getMyPortals(_input, { viewer, read }) {
      const { answers } = await read([selectPortals(viewer.tenantId)]);
      return readPortals(answers[0])
        .filter((portal) => maySeePortal(viewer, portal))
        .map(showPortal);
    },

    async getPortalSettings(_input, context) {
      const { answers } = await context.read([selectPortals(context.viewer.tenantId)]);
      return {
        portals: readPortals(answers[0]).map((portal) => showSetting(portal, context)),
        origins: [...embedOrigins],
        roles: [...context.config.roles.values()]
          .filter(({ enabled }) => enabled)
          .sort(byName)
          .map(({ id, name }) => ({ id, name })),
      };
    },

    async createPortal({ data }, context) {
      const { tenantId } = context.viewer;
      const wanted: PortalColumns = {
        name: readName(data.name),
        address: readAddress(data.address),
        icon: readIcon(data.icon ?? portalIcons[0]),
        roleIds: readRoles(data.roleIds, [], context),
        enabled: true,
      };
      return context.write([lockPortals(tenantId)], async (transaction) => {
        const [current] = await transaction.run([selectPortals(tenantId)]);
        if (readPortals(current).length >= mostPortals) throw enoughPortals();
        const answers = await transaction.finish([insertPortal(tenantId, wanted)]);
        return showSetting(requirePortal(readPortals(answers[0])[0]), context);
      });
    },

    async updatePortal({ data }, context) {
      const { tenantId } = context.viewer;
      requireKnownRoles(data.roleIds ?? [], context);
      return context.write([holdPortal(tenantId, data.id)], async (transaction, [held]) => {
        const current = requirePortal(readPortals(held)[0]);
        if (current.version !== data.version) throw portalChangedMeanwhile(showSetting(current, context));
        const wanted: PortalColumns = {
          name: data.name == null ? current.name : readName(data.name),
          // One whose server may no longer be embedded can still be renamed, and disabled.
          address:
            data.address == null || data.address.trim() === current.address
              ? current.address
              : readAddress(data.address),
          icon: data.icon == null ? current.icon : readIcon(data.icon),
          roleIds: data.roleIds == null ? current.roleIds : readRoles(data.roleIds, current.roleIds, context),
          enabled: data.enabled ?? current.enabled,
        };
        const answers = await transaction.finish([changePortal(tenantId, data.id, wanted)]);
        return showSetting(requirePortal(readPortals(answers[0])[0]), context);
      });
    },
  };
}

function requirePortal(found: StoredPortal | undefined): StoredPortal {
  if (found === undefined) throw notFound('The page');
  return found;
}

function readName(given: string): string {
  const name = given.replace(/\s+/g, ' ').trim();
  const whyNot = whyNotPortalName(name);
  if (whyNot !== null) throw invalid(whyNot, 'name');
  return requireStorableText(name, 'name');
}

function readIcon(given: string): string {
  const icon = findPortalIcon(given);
  if (icon === null) throw invalid('Choose one of the icons in the list.', 'icon');
  return icon;
}

/** Of another company reads as absent, whatever else is wrong. */
function requireKnownRoles(given: readonly number[], { config }: MemberContext): void {
  for (const id of given) if (!config.roles.has(roleId(id))) requireGivableRole(config, id, 'roleIds');
}

/** Roles that have it already may keep it, also those that were disabled since. */
function readRoles(
  given: readonly number[],
  current: readonly number[],
  { config }: MemberContext,
): number[] {
  const ids = [...new Set(given)].sort((one, other) => one - other);
  for (const id of ids) if (!current.includes(id)) requireGivableRole(config, id, 'roleIds');
  return ids;
}

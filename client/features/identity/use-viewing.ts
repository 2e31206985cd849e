import { useSession } from './use-session.ts';
import { useUserDetails } from './user-details.ts';

/** While the company is viewed as somebody else: as whom, by the name of the role and of the person. */
function useViewing() {
  const { tenantId } = useSession();
  const viewing = useUserDetails().data?.viewing ?? null;
  return viewing !== null && String(viewing.tenant.id) === tenantId ? viewing : null;
}

/** The role by which the pages are shown: the person's own, or the one that they view the company as. */
export function useRoleName(): string | undefined {
  const { tenantId } = useSession();
  const tenants = useUserDetails().data?.tenants;
  const viewed = useViewing()?.role.name;
  return viewed ?? tenants?.find(({ tenant }) => String(tenant.id) === tenantId)?.role.name;
}

/** Said above a form before it is filled: whatever is sent meanwhile is refused. */
export function useWhyNothingIsSaved(): string | null {
  const viewing = useViewing();
  if (viewing === null) return null;
  const { role, person } = viewing;
  return `This is what ${person?.name ?? role.name} sees here. You only view it: nothing that you fill in is saved. Stop viewing first.`;
}

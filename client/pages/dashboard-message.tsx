// Why somebody stands on the dashboard who asked for another page.
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { useRoleName } from '../features/identity/use-viewing.ts';
import { listMenuPlaces, menuItemPath } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { Notice } from '../ui/notice.tsx';
import { notInMenu } from './not-in-menu.ts';

/** Specification 4: the parameter of whoever came by the address of a company that is not theirs. */
const notAccessTenant = 'notAccessTenant';

export function DashboardMessage() {
  const { data: details } = useUserDetails();
  const { tenantId, tenantPath } = useSession();
  const [parameters] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const membership = details?.tenants.find(({ tenant }) => String(tenant.id) === tenantId);
  const name = membership?.tenant.name;
  const role = useRoleName();

  const message = parameters.get('message') ?? (state as typeof notInMenu | null)?.message;
  const menus = listMenuPlaces(useMenu().data ?? []).find(({ item }) => item.route === 'menus');
  const inMenu = 'The page at that address is not in your menu.';
  const sentence =
    message === notAccessTenant ? (
      `You do not belong to the company at that address.${name === undefined ? '' : ` You are in ${name}.`}`
    ) : message !== notInMenu.message ? null : menus !== undefined ? (
      <>
        {inMenu} What is in it is set up under{' '}
        <Link to={`${tenantPath}/${menuItemPath(menus)}`}>{menus.item.name}</Link>.
      </>
    ) : (
      `${inMenu}${role === undefined ? '' : ` If you need it, ask an administrator of this company: your role is ${role}.`}`
    );
  if (sentence === null) return null;
  return (
    <Notice tone="warning" onDismiss={() => void navigate(pathname, { replace: true })}>
      {sentence}
    </Notice>
  );
}

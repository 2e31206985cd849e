// Why somebody stands on the dashboard who asked for another page.
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { Notice } from '../ui/notice.tsx';

/** Specification 4: the parameter of whoever came by the address of a company that is not theirs. */
const notAccessTenant = 'notAccessTenant';
/** The state of whoever came by the address of a menu item that is not theirs. */
export const notInMenu = { message: 'notInMenu' };

export function DashboardMessage() {
  const { data: details } = useUserDetails();
  const { tenantId } = useSession();
  const [parameters] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const membership = details?.tenants.find(({ tenant }) => String(tenant.id) === tenantId);
  const name = membership?.tenant.name;
  const role = membership?.role?.name;

  const message = parameters.get('message') ?? (state as typeof notInMenu | null)?.message;
  const sentence =
    message === notAccessTenant
      ? `You do not belong to the company at that address.${name === undefined ? '' : ` You are in ${name}.`}`
      : message === notInMenu.message
        ? `The page at that address is not in your menu.${role === undefined ? '' : ` If you need it, ask an administrator of this company: your role is ${role}.`}`
        : null;
  if (sentence === null) return null;
  return (
    <Notice tone="warning" onDismiss={() => void navigate(pathname, { replace: true })}>
      {sentence}
    </Notice>
  );
}

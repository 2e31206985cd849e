import { Link } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { useSession } from '../features/identity/use-session.ts';

export function NotFoundPage() {
  const { serviceToken, tenantPath } = useSession();
  const signedIn = serviceToken !== null;
  const target = signedIn ? (tenantPath ?? '/select-tenant') : '/login';
  return (
    <BrandColumn title="Page not found" subtitle="The page you request is not found.">
      <Link to={target}>{signedIn ? 'Go to your company' : 'Go to sign in'}</Link>
    </BrandColumn>
  );
}

import { Link } from 'react-router';
import { BrandLogo } from '../brands/brand-logo.tsx';
import { chosenBrand } from '../brands/chosen-brand.ts';
import { useSession } from '../features/identity/use-session.ts';
import { EntryColumn } from '../ui/entry-column.tsx';

export function NotFoundPage() {
  const { serviceToken, tenantPath } = useSession();
  const signedIn = serviceToken !== null;
  const target = signedIn ? (tenantPath ?? '/select-tenant') : '/login';
  return (
    <EntryColumn
      logo={<BrandLogo size={36} />}
      brandName={chosenBrand.name}
      title="Page not found"
      subtitle="The page you request is not found."
    >
      <Link to={target}>{signedIn ? 'Go to your company' : 'Go to sign in'}</Link>
    </EntryColumn>
  );
}

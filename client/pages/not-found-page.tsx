import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { firstSegment, isPublicSegment } from '../features/identity/sign-in/safe-redirect-path.ts';
import { useSession } from '../features/identity/use-session.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const title = 'Page not found';
const sentence = 'The page you request is not found.';

/** Outside of every company; what is not there may be there for somebody who has signed in. */
export function NotFoundPage() {
  const { serviceToken, tenantPath } = useSession();
  const { pathname, search, hash } = useLocation();
  const isSignedIn = serviceToken !== null;
  useEffect(() => {
    if (!isSignedIn && !isPublicSegment(firstSegment(pathname))) {
      rememberRedirectPath(`${pathname}${search}${hash}`);
    }
  }, [isSignedIn, pathname, search, hash]);
  return (
    <BrandColumn title={title} subtitle={sentence}>
      <Button
        component={Link}
        to={isSignedIn ? (tenantPath ?? '/select-tenant') : '/login'}
        variant="contained"
        size="large"
        fullWidth
      >
        {isSignedIn ? 'Go to your company' : 'Sign in'}
      </Button>
    </BrandColumn>
  );
}

/** Inside a company: the menu stays at hand. */
export function NotFoundInCompany() {
  const { tenantPath } = useSession();
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title={sentence}
        action={
          <Button component={Link} to={`${tenantPath}/dashboard`} variant="contained">
            Go to the dashboard
          </Button>
        }
      >
        The address may be mistyped, or the page has moved or is not for your role.
      </EmptyState>
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { BrandLogo } from '../brands/brand-logo.tsx';
import { chosenBrand } from '../brands/chosen-brand.ts';
import { loginUser, signIn } from '../features/identity/api.ts';
import { findSafeRedirectPath, firstSegment } from '../features/identity/safe-redirect-path.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { findTenantByUrl, userDetailsQuery } from '../features/identity/user-details.ts';
import { endSession, enterTenant, startSession } from '../platform/session.ts';
import { takeRedirectPath } from '../platform/storage/redirect-path.ts';
import { EntryColumn } from '../ui/entry-column.tsx';

export function LoginPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function enter(email: string, password: string) {
    const { serviceToken } = await signIn(email, password);
    startSession(serviceToken, email);
    const login = await loginUser().catch((failure: unknown) => {
      // Half a session opens nothing, and would only hide this page.
      endSession('signed out');
      throw failure;
    });
    const redirectPath = findSafeRedirectPath(takeRedirectPath(), window.location.origin);
    if (login !== null) {
      enterTenant(login.tenant, login.token);
      await navigate(redirectPath ?? `/${login.tenant.url}`, { replace: true });
      return;
    }
    const named = redirectPath !== null && (await isOwnTenant(firstSegment(redirectPath)));
    await navigate(named ? redirectPath : '/select-tenant', { replace: true });
  }

  /** A path that names a company of the person chooses it: its gate logs in there (Specification 4). */
  async function isOwnTenant(url: string): Promise<boolean> {
    return findTenantByUrl(await queryClient.fetchQuery(userDetailsQuery), url) !== null;
  }

  return (
    <EntryColumn
      logo={<BrandLogo size={36} />}
      brandName={chosenBrand.name}
      title="Sign in"
      subtitle="Work with your orders, bills and projects."
    >
      <SignInForm onSignIn={enter} />
    </EntryColumn>
  );
}

import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { firstSegment, isPublicSegment } from '../features/identity/safe-redirect-path.ts';
import { expireSession } from '../platform/session.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { findExpiry } from '../platform/token-claims.ts';

/** Leads to /login when the session ends, here or in another tab, and tells when its time is over. */
export function SessionWatch() {
  const { serviceToken, backendToken, leftOnPurpose } = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const first = firstSegment(pathname);
  const isInside = pathname === '/select-tenant' || (first !== '' && !isPublicSegment(first));

  useEffect(() => {
    if (serviceToken !== null || !isInside) return;
    if (!leftOnPurpose && pathname !== '/select-tenant') rememberRedirectPath(`${pathname}${search}${hash}`);
    void navigate('/login', { replace: true });
  }, [serviceToken, leftOnPurpose, isInside, pathname, search, hash, navigate]);

  useEffect(() => {
    const expiries = [serviceToken, backendToken].flatMap((token) =>
      token === null ? [] : (findExpiry(token) ?? []),
    );
    if (expiries.length === 0) return undefined;
    const end = Math.min(...expiries) * 1000;
    const check = () => {
      if (Date.now() >= end) expireSession();
    };
    const timer = setTimeout(check, Math.min(Math.max(0, end - Date.now()), longestTimeoutMs));
    // A machine that slept through the timer is asked when it is looked at again.
    window.document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      window.document.removeEventListener('visibilitychange', check);
    };
  }, [serviceToken, backendToken]);

  return null;
}

const longestTimeoutMs = 2 ** 31 - 1;

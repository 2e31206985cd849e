import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What stands behind the `#` as name and value. It is a secret mostly, so it is taken out of the address at once. */
export function useFragment(): URLSearchParams {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [fragment, setFragment] = useState(hash);
  if (hash !== '' && hash !== fragment) setFragment(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ pathname, search }, { replace: true, state });
  }, [hash, pathname, search, state, navigate]);
  return useMemo(() => new URLSearchParams(fragment.slice(1)), [fragment]);
}

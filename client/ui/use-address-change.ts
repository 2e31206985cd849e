import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

/**
 * Changes what stands behind the ? of the address, in its place in the history. Each change stands on the newest address, also
 * where that is still on its way: `useSearchParams` changes the one that was drawn last, and takes back what was chosen since.
 */
export function useAddressChange() {
  const [drawn, setParams] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return useCallback(
    (change: (params: URLSearchParams) => URLSearchParams) => {
      const newest = router && (router.state.navigation.location ?? router.state.location).search;
      const before = new URLSearchParams(newest ?? drawn);
      const after = change(new URLSearchParams(before));
      if (after.toString() !== before.toString()) setParams(after, { replace: true });
    },
    [router, drawn, setParams],
  );
}

import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router/dom';
import { chosenBrand } from '../brands/chosen-brand.ts';
import { getThemeConfiguration, subscribeToTheme } from '../ui/theme-configuration.ts';
import { makeTheme } from '../ui/theme.ts';
import { SnackbarHost } from '../ui/snackbars.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';

export function Application({ nonce }: { nonce: string | undefined }) {
  const [{ cache, queryClient, router }] = useState(() => {
    const queryClient = createQueryClient();
    return {
      // Before the static styles, so that those of the house win over MUI's own.
      cache: createCache({ key: 'rh', nonce, prepend: true }),
      queryClient,
      router: createRouter(queryClient),
    };
  });
  const configuration = useSyncExternalStore(subscribeToTheme, getThemeConfiguration);
  const theme = useMemo(() => makeTheme(configuration, chosenBrand.accent), [configuration]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={queryClient}>
          <SnackbarHost>
            <RouterProvider router={router} />
          </SnackbarHost>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}

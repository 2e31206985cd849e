import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { recordRoutes } from '../features/records/record-page/record-routes.ts';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { countAsked } from '../platform/first-screen.ts';
import { prepareInputs } from '../values/late-inputs.ts';
import { endFirstPaint } from './first-paint.ts';
import {
  askSignInMethods,
  enterTenantRoute,
  leaveForTenantPath,
  requirePasswords,
  requireSession,
  requireSignedIn,
  requireSignedOut,
  requireSignedOutOrInvited,
} from './gates.ts';
import { Root } from './root.tsx';
import { RouteFailed } from './route-failed.tsx';
import { Splash } from './splash.tsx';

export function createRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      element: <Root />,
      errorElement: <RouteFailed whole />,
      hydrateFallbackElement: <Splash />,
      // Failures of a page stay inside Root, which watches the session.
      children: [{ errorElement: <RouteFailed whole />, children: createPages(queryClient) }],
    },
    // Outside of Root, which would ask for a session. In a build the condition is a constant, and the page goes with it.
    ...(import.meta.env.DEV
      ? [
          {
            path: '/ui',
            lazy: async () => {
              const { PartsPage } = await import('../pages/parts-page.tsx');
              endFirstPaint();
              return { Component: PartsPage };
            },
          },
        ]
      : []),
  ];
}

function createPages(queryClient: QueryClient): RouteObject[] {
  return [
    { path: '/', loader: leaveForTenantPath },
    {
      path: '/login',
      loader: () => requireSignedOut() ?? askSignInMethods(queryClient),
      lazy: async () => ({ Component: (await import('../pages/login-page.tsx')).LoginPage }),
    },
    {
      path: '/register',
      loader: () => requireSignedOutOrInvited() ?? askSignInMethods(queryClient),
      lazy: async () => ({ Component: (await import('../pages/register-page.tsx')).RegisterPage }),
    },
    {
      path: '/user-confirmation/:userId',
      loader: () => askSignInMethods(queryClient),
      lazy: async () => ({
        Component: (await import('../pages/user-confirmation-page.tsx')).UserConfirmationPage,
      }),
    },
    {
      path: '/forgot',
      loader: () => requirePasswords(queryClient),
      lazy: async () => ({ Component: (await import('../pages/forgot-page.tsx')).ForgotPage }),
    },
    {
      path: '/recover',
      loader: () => requirePasswords(queryClient),
      lazy: async () => ({ Component: (await import('../pages/recover-page.tsx')).RecoverPage }),
    },
    {
      path: '/reset',
      loader: () => requirePasswords(queryClient),
      lazy: async () => ({ Component: (await import('../pages/reset-page.tsx')).ResetPage }),
    },
    {
      path: '/setupmfa',
      loader: requireSession,
      lazy: async () => ({ Component: (await import('../pages/setup-mfa-page.tsx')).SetupMfaPage }),
    },
    {
      path: '/configured',
      loader: requireSession,
      lazy: async () => ({ Component: (await import('../pages/configured-page.tsx')).ConfiguredPage }),
    },
    {
      path: '/select-tenant',
      loader: requireSignedIn,
      lazy: async () => ({ Component: (await import('../pages/select-tenant-page.tsx')).SelectTenantPage }),
    },
    {
      path: '/account',
      loader: requireSignedIn,
      lazy: async () => ({ Component: (await import('../pages/account-page.tsx')).AccountPage }),
    },
    {
      path: '/change',
      loader: requireSignedIn,
      lazy: async () => ({ Component: (await import('../pages/change-page.tsx')).ChangePage }),
    },
    { path: '/404', element: <NotFoundPage /> },
    {
      // The document of a record in a window of its own, which has no menu.
      path: '/:tenantName/document-window',
      loader: (asked) => enterTenantRoute(queryClient, asked),
      shouldRevalidate: () => false,
      lazy: async () => ({
        Component: (await import('../pages/document-window-page.tsx')).DocumentWindowPage,
      }),
    },
    {
      path: '/:tenantName',
      loader: (asked) => enterTenantRoute(queryClient, asked),
      // Pages and parameters of the address change often; the gate stands between tenants alone.
      shouldRevalidate: ({ currentParams, nextParams }) =>
        currentParams['tenantName'] !== nextParams['tenantName'],
      lazy: async () => ({
        Component: (await countAsked(import('./layout/main-layout.tsx'))).MainLayout,
      }),
      children: [
        {
          errorElement: <RouteFailed />,
          children: [
            { index: true, element: <Navigate to="dashboard" replace /> },
            {
              path: 'dashboard',
              lazy: async () => ({
                Component: (await import('../pages/dashboard-page.tsx')).DashboardPage,
              }),
            },
            {
              path: 'create-record',
              lazy: async () => {
                const [{ CreateRecordPage }] = await Promise.all([
                  import('../pages/create-record-page.tsx'),
                  prepareInputs(),
                ]);
                return { Component: CreateRecordPage };
              },
            },
            ...recordRoutes.map((path) => ({
              path,
              lazy: async () => ({ Component: (await import('../pages/record-page.tsx')).RecordPage }),
            })),
            {
              path: '*',
              lazy: async () => ({ Component: (await countAsked(import('./menu-route.tsx'))).MenuRoute }),
            },
          ],
        },
      ],
    },
    { path: '*', element: <NotFoundPage /> },
  ];
}

export function createRouter(queryClient: QueryClient) {
  return createBrowserRouter(createRoutes(queryClient));
}

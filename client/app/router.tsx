import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { enterTenantRoute, leaveForTenantPath, requireSignedIn, requireSignedOut } from './gates.ts';
import { Root } from './root.tsx';
import { RouteFailed } from './route-failed.tsx';
import { Splash } from './splash.tsx';

/** Public paths of Specification 2 whose screens are not built: they are no tenants. */
const absentPublicPaths = [
  'register',
  'forgot',
  'recover',
  'reset',
  'user-confirmation/*',
  'change',
  'configured',
  'setupmfa',
];

export function createRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      element: <Root />,
      errorElement: <RouteFailed whole />,
      hydrateFallbackElement: <Splash />,
      // Failures of a page stay inside Root, which watches the session.
      children: [{ errorElement: <RouteFailed whole />, children: createPages(queryClient) }],
    },
  ];
}

function createPages(queryClient: QueryClient): RouteObject[] {
  return [
    { path: '/', loader: leaveForTenantPath },
    {
      path: '/login',
      loader: requireSignedOut,
      lazy: async () => ({ Component: (await import('../pages/login-page.tsx')).LoginPage }),
    },
    {
      path: '/select-tenant',
      loader: requireSignedIn,
      lazy: async () => ({ Component: (await import('../pages/select-tenant-page.tsx')).SelectTenantPage }),
    },
    { path: '/404', element: <NotFoundPage /> },
    ...absentPublicPaths.map((path) => ({ path: `/${path}`, element: <NotFoundPage /> })),
    {
      path: '/:tenantName',
      loader: (asked) => enterTenantRoute(queryClient, asked),
      // Pages and parameters of the address change often; the gate stands between tenants alone.
      shouldRevalidate: ({ currentParams, nextParams }) =>
        currentParams['tenantName'] !== nextParams['tenantName'],
      lazy: async () => ({ Component: (await import('./layout/main-layout.tsx')).MainLayout }),
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
              lazy: async () => ({
                Component: (await import('../pages/create-record-page.tsx')).CreateRecordPage,
              }),
            },
            {
              path: '*',
              lazy: async () => ({ Component: (await import('./menu-route.tsx')).MenuRoute }),
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

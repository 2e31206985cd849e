// The five addresses of a record's page.
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';

/** Specification 2, spelt as there. */
export const recordRoutes = [
  'record-details-viewer',
  'sales-details-viewer',
  'pucharse-details-viewer',
  'data-focus-view',
  'accounting/doc-viewer',
] as const;

export type RecordRoute = (typeof recordRoutes)[number];

const grantsOfRoute: Readonly<Record<RecordRoute, readonly MenuAction[]>> = {
  'record-details-viewer': ['record viewer access'],
  'sales-details-viewer': ['record viewer access'],
  'pucharse-details-viewer': ['record viewer access'],
  'data-focus-view': ['data focus view', 'dynamic data views'],
  'accounting/doc-viewer': ['record viewer access'],
};

/** Whether a role with these actions on the menu item of the type may open the page there (Specification 6). */
export const mayOpen = (route: RecordRoute, grants: ReadonlySet<MenuAction>): boolean =>
  grantsOfRoute[route].some((grant) => grants.has(grant));

/** The route of the path after the company's, or null. */
export const findRecordRoute = (path: string): RecordRoute | null => {
  const plain = path.replace(/^\/+|\/+$/g, '').toLowerCase();
  return recordRoutes.find((route) => route === plain) ?? null;
};

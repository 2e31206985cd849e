import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import type { ReactNode } from 'react';

/** What the page knows of other features: where grids are, and how they read. */
export type StartPlaces = {
  /** Null where the menu has no grid of the type. */
  readonly toGrid: (recordTypeId: number, filters: readonly FilterCondition[]) => string | null;
  readonly toRecord: (recordTypeId: number, recordId: number) => string | null;
  /** What the grid's own search finds. */
  readonly toSearch: (recordTypeId: number, text: string) => string | null;
  readonly toView: (recordTypeId: number, viewId: number) => string | null;
  readonly toQuery: (recordTypeId: number, filters: readonly FilterCondition[]) => FilterAndSortInput;
  readonly typeName: (recordTypeId: number) => string;
  readonly chip: (status: string) => ReactNode;
};

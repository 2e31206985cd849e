// What the start page and the palette know of grids: where they are, and by which addresses they show what is meant.
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { useMemo } from 'react';
import { useSession } from '../features/identity/use-session.ts';
import { findPlaceOfRecordType, menuItemPath } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { startView, writeView } from '../features/records/grid/grid-view.ts';
import { toRecordQuery } from '../features/records/record-query.ts';
import type { StartPlaces } from '../features/start/start-places.ts';
import { Chip } from '../ui/chip.tsx';
import { chipToneOf } from '../values/chip-tone.ts';

export function useStartPlaces(): StartPlaces {
  const { data: groups } = useMenu();
  const { tenantPath } = useSession();
  return useMemo(() => {
    const placeOf = (recordTypeId: number) => findPlaceOfRecordType(groups ?? [], recordTypeId);
    const to = (recordTypeId: number, search: URLSearchParams | string) => {
      const place = placeOf(recordTypeId);
      return place && `${tenantPath}/${menuItemPath(place)}?${search}`;
    };
    return {
      toGrid: (recordTypeId, filters: readonly FilterCondition[]) =>
        to(recordTypeId, writeView({ ...startView, filters, preference: 'none' })),
      toRecord: (recordTypeId, recordId) => to(recordTypeId, writeView({ ...startView, recordId })),
      toSearch: (recordTypeId, search) =>
        to(recordTypeId, writeView({ ...startView, search, preference: 'none' })),
      toView: (recordTypeId, viewId) => to(recordTypeId, `preference=${viewId}`),
      toQuery: (recordTypeId, filters) =>
        toRecordQuery(recordTypeId, { filters, search: '', showsDeleted: false }),
      typeName: (recordTypeId) => placeOf(recordTypeId)?.item.name ?? 'Records',
      chip: (status) => <Chip tone={chipToneOf(status)}>{status}</Chip>,
    };
  }, [groups, tenantPath]);
}

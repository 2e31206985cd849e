// What was begun and left: rows that were changed and not saved, forms of new records, and the grids opened last.
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useEffect, useMemo, useState } from 'react';
import { menuItemPath, type MenuPlace } from '../features/menu/match-menu-item.ts';
import type { Resumable } from '../features/start/resume-card.tsx';
import { viewerZone } from '../platform/clock.ts';
import { hasDraft } from '../platform/storage/drafts.ts';
import { listRecentPlaces } from '../platform/storage/recent-places.ts';
import { listRowDrafts } from '../platform/storage/row-drafts.ts';

const mostGrids = 3;
const sayWhen = (atMs: number): string => showInstant(new Date(atMs).toISOString(), viewerZone());

export function useResumables(grids: readonly MenuPlace[], tenantPath: string): readonly Resumable[] {
  const [rows, setRows] = useState<readonly Resumable[]>([]);
  const key = grids.map(({ item }) => item.id).join(',');
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const found = await listUnsavedRows(grids, tenantPath);
      if (!isOver) setRows(found);
    };
    void look();
    return () => {
      isOver = true;
    };
    // eslint-disable-next-line react/exhaustive-deps -- the grids are the same while their items are
  }, [key, tenantPath]);
  const others = useMemo(
    () => [...listForms(grids, tenantPath), ...listGrids(grids, tenantPath)],
    // eslint-disable-next-line react/exhaustive-deps -- the grids are the same while their items are
    [key, tenantPath],
  );
  return [...rows, ...others];
}

async function listUnsavedRows(grids: readonly MenuPlace[], tenantPath: string): Promise<Resumable[]> {
  const found = await Promise.all(
    grids.map(async (place) => ({ place, drafts: await listRowDrafts(place.item.recordType?.id ?? 0) })),
  );
  return found.flatMap(({ place, drafts }) => {
    if (drafts.size === 0) return [];
    const last = Math.max(...[...drafts.values()].map(({ keptAt }) => keptAt));
    return {
      key: `rows ${place.item.id}`,
      icon: 'edit' as const,
      title: `${drafts.size === 1 ? '1 row' : `${showCount(drafts.size)} rows`} not saved in ${place.item.name}`,
      note: `Changed ${sayWhen(last)}`,
      to: `${tenantPath}/${menuItemPath(place)}`,
      verb: 'Continue' as const,
    };
  });
}

const listForms = (grids: readonly MenuPlace[], tenantPath: string): Resumable[] =>
  grids.flatMap(({ item }) => {
    const id = item.recordType?.id ?? 0;
    if (item.recordType?.isSuper === true || !hasDraft(`new-record:${id}`)) return [];
    return {
      key: `form ${item.id}`,
      icon: 'file' as const,
      title: `New record in ${item.name}`,
      note: 'Draft kept in this tab',
      to: `${tenantPath}/create-record?recordTypeId=${id}`,
      verb: 'Continue' as const,
    };
  });

/** Those that the menu still has. */
function listGrids(grids: readonly MenuPlace[], tenantPath: string): Resumable[] {
  const paths = new Set(grids.map((place) => `${tenantPath}/${menuItemPath(place)}`));
  return listRecentPlaces()
    .filter(({ path }) => paths.has(path.split('?')[0] ?? ''))
    .slice(0, mostGrids)
    .map(({ path, name, atMs }) => ({
      key: `grid ${path}`,
      icon: 'list' as const,
      title: name,
      note: `Opened ${sayWhen(atMs)}`,
      to: path,
      verb: 'Open' as const,
    }));
}

import type { AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '../access/authorised-record-type.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { accessibleMenu } from './rules.ts';

/**
 * Grids of the viewer's menu that together show every record which any of them shows, each once unless super types overlap: the types that
 * have an item of their own, and a super type only where it shows what none of these does, in their place.
 */
export function listWholeGrids(config: TenantConfig, viewer: Viewer): AuthorisedRecordType[] {
  const ids = accessibleMenu(config, viewer).flatMap(({ sections }) =>
    sections.flatMap(({ items }) => items.flatMap(({ recordTypeId }) => recordTypeId ?? [])),
  );
  const grids = [...new Set(ids)].flatMap((id) => findAuthorisedRecordType(config, viewer, id) ?? []);
  const direct = grids.filter(({ type }) => !type.isSuper);
  const shown = new Set(direct.map(({ type }) => type.id));
  const supers: AuthorisedRecordType[] = [];
  for (const grid of grids) {
    if (!grid.type.isSuper || grid.sources.every(({ type }) => shown.has(type.id))) continue;
    supers.push(grid);
    for (const { type } of grid.sources) shown.add(type.id);
  }
  const gathered = new Set(supers.flatMap(({ sources }) => sources.map(({ type }) => type.id)));
  return [...direct.filter(({ type }) => !gathered.has(type.id)), ...supers];
}

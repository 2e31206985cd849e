import type { Notification } from '@rowhouse/domain/contract.generated.ts';
import { findPagePath } from '@rowhouse/domain/menu/menu-path.ts';
import { mayHear } from '@rowhouse/domain/notifications/seen-notification.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { StoredNotification } from './sql.ts';

/** The mapping that is told of; null where the viewer may not see it, or where an offer waits for nobody any more. */
export function showNotifiedMapping(
  { kind, mappingId, isOwnMapping, mappingTypeId, offeredType, waits }: StoredNotification,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
): NonNullable<Notification['mapping']> | null {
  if (mappingId === null || isOwnMapping === null || !mayHear(kind, viewer)) return null;
  if (kind === 'MAPPING_OFFERED' && !waits) return null;
  const ownName = mappingTypeId === null ? undefined : config.recordTypes.get(mappingTypeId)?.name;
  const page = findPagePath(config, viewer, 'transmissions');
  const place = `tab=${isOwnMapping ? 'own' : 'offered'}&mapping=${mappingId}`;
  return {
    id: mappingId,
    typeName: (isOwnMapping ? ownName : offeredType) ?? 'records',
    path: page === null ? null : `${page}?${place}`,
  };
}

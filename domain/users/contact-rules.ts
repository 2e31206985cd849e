import type { UserId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';

/** Records name people by name and email, and pickers tell people of one name apart by it. Without records there is no use for it. */
export const maySeeEmail = (viewer: Viewer, member: UserId): boolean =>
  viewer.userId === member ||
  viewer.administers ||
  [...viewer.recordTypes.values()].some(({ actions }) => actions.has('view'));

/** No record and no picker shows it. */
export const maySeePhone = (viewer: Viewer, member: UserId): boolean =>
  viewer.userId === member || viewer.administers;

import { showAudited } from '@rowhouse/domain/audit-log/show-audited.ts';
import { format } from 'date-fns';
import type { RecordLog } from './api.ts';

/** One thing that an entry changed, as it is read. */
export type ShownChange = { readonly what: string; readonly before: string; readonly after: string };

/** Specification 9. */
export const showMoment = (instant: string): string => format(new Date(instant), 'MMM d, y - h:mmaaaa');

const activities: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  reorder: 'Reordered',
};

export const activityOf = ({ action, line }: RecordLog): string =>
  action === 'create' && line !== null ? 'Added' : (activities[action] ?? action);

export const personOf = ({ user }: RecordLog): string => user?.name ?? user?.email ?? 'Unknown';

type Change = RecordLog['changes'][number];

/** Each at least one: what was made, deleted or restored is the record or the line itself. */
export function describeChanges(log: RecordLog, timeZone: string): readonly ShownChange[] {
  const line = lineName(log);
  const describe = ({ dataType, oldValue, newValue }: Change, what: string): ShownChange => ({
    what: line === null ? what : `${line}, ${what}`,
    before: showAudited(oldValue, dataType, timeZone),
    after: showAudited(newValue, dataType, timeZone),
  });
  const rows = [
    ...log.changes.map((change) => describe(change, change.what)),
    ...log.objectsLogs.flatMap(({ objectName, changes }) =>
      changes.map((change) => describe(change, `${objectName}: ${change.what}`)),
    ),
  ];
  return rows.length > 0 ? rows : [{ what: line ?? 'The record', before: '–', after: '–' }];
}

/** 'Order lines 4' */
function lineName({ line }: RecordLog): string | null {
  if (line === null) return null;
  if (line.id === null) return line.kind === '' ? 'Lines' : line.kind;
  return line.index === null ? `${line.kind}, deleted line` : `${line.kind} ${line.index}`;
}

// The words of an entry of a record's history, as the screen and the paper have them.
import { showAudited } from './show-audited.ts';

type LoggedChange = {
  readonly what: string;
  readonly dataType: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
};

/** What of an entry is put into words. */
export type LoggedEntry = {
  readonly action: string;
  readonly user: { readonly name: string | null; readonly email: string | null } | null;
  readonly line: {
    readonly id: number | null;
    readonly kind: string;
    readonly index: number | null;
  } | null;
  /** Its id, when it is about one. */
  readonly comment?: number | null;
  readonly conversation?: number | null;
  readonly source?: { readonly company?: string | null } | null;
  readonly changes: readonly LoggedChange[];
  readonly objectsLogs: readonly {
    readonly objectName: string;
    readonly changes: readonly LoggedChange[];
  }[];
};

/** One thing that an entry changed, as it is read. */
export type ShownChange = { readonly what: string; readonly before: string; readonly after: string };

const activities: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  reorder: 'Reordered',
};

export const activityOf = ({
  action,
  line,
  comment = null,
  conversation = null,
}: Pick<LoggedEntry, 'action' | 'line' | 'comment' | 'conversation'>): string =>
  (action === 'create' && (line !== null || comment !== null)) || conversation !== null
    ? 'Added'
    : (activities[action] ?? action);

/** What another company said, it said itself: nobody is told which of its people. */
export const personOf = ({
  user,
  source,
  conversation = null,
}: Pick<LoggedEntry, 'user' | 'source' | 'conversation'>): string =>
  user?.name ?? user?.email ?? (conversation === null ? 'Unknown' : (source?.company ?? 'By itself'));

/** Each at least one: what was made, deleted or restored is the record or the line itself. */
export function describeChanges(log: LoggedEntry, timeZone: string): readonly ShownChange[] {
  const line = lineName(log);
  const describe = ({ dataType, oldValue, newValue }: LoggedChange, what: string): ShownChange => ({
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
function lineName({ line }: LoggedEntry): string | null {
  if (line === null) return null;
  if (line.id === null) return line.kind === '' ? 'Lines' : line.kind;
  return line.index === null ? `${line.kind}, deleted line` : `${line.kind} ${line.index}`;
}

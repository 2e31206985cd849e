// A place that the ticked entries changed, before it is judged.
import { showAuditMoment } from '@rowhouse/domain/audit-log/show-moment.ts';
import { entriesPutBackBy } from '@rowhouse/domain/audit-log/change-source.ts';
import type { Place, PlaceEntry, Verdict } from '@rowhouse/domain/put-back/evaluate.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { RecordEntry } from '../audit-log/sql.ts';
import type { Facts } from './read-facts.ts';

/** What of the record a row is about. */
export type Target =
  | { readonly kind: 'field'; readonly key: string }
  /** One value of an object. */
  | { readonly kind: 'property'; readonly key: string; readonly propertyId: number }
  | { readonly kind: 'record' }
  /** Where the record, or one that stood under it, stands. */
  | { readonly kind: 'parent'; readonly recordId: number }
  | { readonly kind: 'line'; readonly lineId: number }
  /** Where a line stands among those of its kind. */
  | { readonly kind: 'line place'; readonly lineId: number }
  | { readonly kind: 'line field'; readonly lineId: number; readonly fieldId: number };

export type Asked = {
  readonly target: Target;
  readonly place: Place;
  /** Of another record's history, where it is told by an entry of this one. */
  readonly ticked?: ReadonlySet<number>;
  readonly dataType: string;
  readonly show: (value: unknown) => string | null;
};

export type JudgedRow = Verdict & {
  readonly target: Target;
  readonly shown: { readonly dataType: string; readonly now: string | null; readonly to: string | null };
};

export type Setting = { readonly facts: Facts; readonly timeZone: string; readonly context: MemberContext };

export type Changed = {
  readonly entry: Pick<RecordEntry, 'id' | 'at' | 'userId' | 'source'>;
  readonly before: PlaceEntry['before'];
  readonly after: unknown;
};

export function toPlaceEntry({ entry, before, after }: Changed, { timeZone, context }: Setting): PlaceEntry {
  const member = entry.userId === null ? undefined : context.config.members.get(entry.userId);
  return {
    id: entry.id,
    person: member?.name ?? 'Unknown',
    when: showAuditMoment(entry.at, timeZone),
    before,
    after,
    putsBack: entriesPutBackBy(entry.source),
  };
}

export const isTicked = (
  { ticked }: Facts,
  entries: readonly { readonly entry: Pick<RecordEntry, 'id'> }[],
): boolean => entries.some(({ entry }) => ticked.has(entry.id));

/** In the order of the history, from the first ticked one on. */
export const sinceTicked = (changes: readonly Changed[], { ticked }: Facts): readonly Changed[] =>
  changes.slice(
    Math.max(
      0,
      changes.findIndex(({ entry }) => ticked.has(entry.id)),
    ),
  );

export function keyOf(target: Target): string {
  switch (target.kind) {
    case 'field':
      return target.key;
    case 'property':
      return `${target.key} p${target.propertyId}`;
    case 'record':
      return 'record';
    case 'parent':
      return `parent ${target.recordId}`;
    case 'line':
      return `line ${target.lineId}`;
    case 'line place':
      return `line ${target.lineId} place`;
    case 'line field':
      return `line ${target.lineId} f${target.fieldId}`;
  }
}

// Who may do what with a grid preference, and how much of it a viewer is told. Asked by the server about the row that
// it loaded, and by the client before the click.
import { Refusal, invalid } from '../kernel/refusal.ts';
import { appliedPreferencePageSizeCap, pageSizes } from '../records/limits.ts';
import { seenRules } from './colour-rules.ts';
import { longestPreferenceName, mostPreferences } from './limits.ts';
import type { GridFilter, GridLayout, GridOptions } from './model.ts';
import { linkColumnKeys, noSum } from './model.ts';

/** A person's own, or made by an administrator for a role: one of the two is null. */
export type PreferenceOwner = { readonly userId: number | null; readonly roleId: number | null };

export type PreferenceViewer = {
  readonly userId: number;
  readonly roleId: number;
  readonly administers: boolean;
};

/** Nobody else's; those of a role are for its members, and for who administers the company. */
export const maySeePreference = (viewer: PreferenceViewer, { userId, roleId }: PreferenceOwner): boolean =>
  userId === viewer.userId || (roleId !== null && (roleId === viewer.roleId || viewer.administers));

/** Specification 8. */
export const adminPreferenceLocked = 'Admin preferences cannot be edited. You should save as new.';

/** Of one that the viewer may see: the sentence that says why it is locked, or null. */
export const whyNotEditable = (administers: boolean, isOfRole: boolean): string | null =>
  isOfRole && !administers ? adminPreferenceLocked : null;

/** Specification 5 and 8: there is nothing to save while the grid has no state. */
export const noGridState = 'apiRef is not defined';

export function whyNotSavable(
  state: GridOptions | null,
  chosen: { readonly isOfRole: boolean } | null,
  administers: boolean,
): string | null {
  if (state === null) return noGridState;
  return chosen === null ? null : whyNotEditable(administers, chosen.isOfRole);
}

export const cannotSavePreferences = 'Your role cannot save grid preferences.';

const nameTaken = 'A grid preference of this name exists already. Choose another name.';

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** `taken`: the names that the same person, or the same role, has on the grid. */
export function whyNotName(name: string, taken: readonly string[] = []): string | null {
  const { length } = name.trim();
  if (length === 0) return 'Name is required.';
  if (length > longestPreferenceName) return `Name has at most ${longestPreferenceName} characters.`;
  return taken.some((other) => isSameName(other, name)) ? nameTaken : null;
}

export const preferenceNameTaken = () => invalid(nameTaken, 'savedName');

export function requireRoomForPreference(current: number): void {
  if (current < mostPreferences) return;
  throw new Refusal(
    'LIMITED',
    `There are ${mostPreferences} preferences of this grid already. Delete one that is not needed.`,
  );
}

export const preferenceChangedMeanwhile = (current: object) =>
  new Refusal('CONFLICT', 'This grid preference was changed meanwhile. Choose it again, or save as new.', {
    details: { current },
  });

export const preferenceDeletedMeanwhile = () =>
  new Refusal(
    'NOT_FOUND',
    'This grid preference was deleted meanwhile. What the grid shows can be saved as new.',
  );

/** Specification 9. */
export const appliedPageSize = (size: number): number => Math.min(size, appliedPreferencePageSizeCap);

/** A size that is not offered reads as none. */
export const findPageSize = (size: number | null): (typeof pageSizes)[number] | null =>
  pageSizes.find((offered) => offered === size) ?? null;

export const isSeenColumn =
  (fields: ReadonlyMap<string, unknown>) =>
  (key: string): boolean =>
    fields.has(key) || linkColumnKeys.some((link) => link === key);

/**
 * What of the options is told to a viewer who may see these fields: a preference opens nothing. What names a hidden
 * field, or one that is gone, is left out, so that neither the field nor what it was filtered by can be read here.
 */
export function seenOptions(options: GridOptions, fields: ReadonlyMap<string, unknown>): GridOptions {
  const isSeen = isSeenColumn(fields);
  const isOfSeenField = ({ field }: { readonly field: string }) => fields.has(field);
  return {
    ...options,
    orderedFields: options.orderedFields.filter(isSeen),
    hiddenFields: options.hiddenFields.filter(isSeen),
    filterModel: options.filterModel.filter(({ columnField }: GridFilter) => fields.has(columnField)),
    sortModel: options.sortModel.filter(isOfSeenField),
    pinnedColumns: {
      left: options.pinnedColumns.left.filter(isSeen),
      right: options.pinnedColumns.right.filter(isSeen),
    },
    widths: options.widths.filter(({ field }) => isSeen(field)),
    layout: seenLayout(options.layout, fields),
    groups: options.groups.filter(isOfSeenField),
    colours: seenRules(
      options.colours,
      ({ conditions }) => conditions.map(({ columnField }) => columnField),
      fields,
    ),
  };
}

/** A layout by a hidden field is one that starts by itself: its kind says nothing of the field. */
export function seenLayout(
  layout: GridLayout | null,
  fields: ReadonlyMap<string, unknown>,
): GridLayout | null {
  if (layout === null) return null;
  const seen = (key: string | null) => (key !== null && fields.has(key) ? key : null);
  return {
    kind: layout.kind,
    field: seen(layout.field),
    sum: layout.sum === noSum ? noSum : seen(layout.sum),
  };
}

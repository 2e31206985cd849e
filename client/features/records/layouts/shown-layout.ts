import type { GridLayout } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { GridView } from '../grid/grid-view.ts';
import type { RecordField } from '../record-field.ts';
import { boardFields, calendarFields } from './layout-fields.ts';

export type ShownLayout = {
  readonly layout: GridLayout;
  /** By which fields it can be laid out, at least one. */
  readonly offered: readonly RecordField[];
};

type Scene = { readonly fieldList: readonly RecordField[]; readonly options: FieldOptions };

export const offeredFor = (kind: GridLayout['kind'], { fieldList, options }: Scene) =>
  kind === 'BOARD' ? boardFields(fieldList, options) : calendarFields(fieldList);

/** Null: as rows. So is the one record of a link, and a layout by what the role does not see. */
export function findShownLayout(
  { layout, recordId }: Pick<GridView, 'layout' | 'recordId'>,
  scene: Scene,
): ShownLayout | null {
  if (layout === null || recordId !== null) return null;
  const offered = offeredFor(layout.kind, scene);
  return offered.length === 0 ? null : { layout, offered };
}

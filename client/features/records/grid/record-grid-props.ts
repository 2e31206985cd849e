import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { GridGroup } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import type { KeyGroup } from '../../../ui/screen-keys/screen-keys.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import type { RecordDetail } from '../record-detail.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordPrinting } from './grid-actions.ts';
import type { RecordRow } from '../record-row.ts';
import type { RecordFiles } from '../record-files.ts';
import type { GridPreferences } from './grid-state.ts';

export type RecordGridProps = {
  recordType: {
    readonly id: number;
    readonly name: string;
    readonly isSuper: boolean;
    /** Whose records a super type shows. */
    readonly relatedRecordTypes?: readonly { readonly id: number }[];
  };
  /** Those that the role may see, in their order. */
  fields: readonly RecordField[];
  options: FieldOptions;
  presetFilters: readonly FilterCondition[];
  grants: ReadonlySet<MenuAction>;
  tenantPath: string;
  preferences: GridPreferences;
  /** What stands under an expanded record. */
  detail?: RecordDetail | undefined;
  /** How objects read in their cells, and what opens beside the grid on one of them. */
  objects: RecordObjects;
  files: RecordFiles;
  /** Begins a download of the files that the records hold, as one. */
  onBulkDownload: (recordIds: readonly number[], filesCount: number) => void;
  /** For the key sheet: the keys of what the page puts into the screen. */
  keysOfParts: () => Promise<readonly KeyGroup[]>;
  /** Shows what happened to the record. */
  onHistory: (record: RecordRow) => void;
  /** Makes a chart of what the grid shows. */
  onChart: (chart: {
    readonly filters: readonly FilterCondition[];
    readonly groups: readonly GridGroup[];
  }) => void;
  printing: RecordPrinting;
  /** Puts records under another one; absent where the role may not change where they stand. */
  onMoveUnder?: ((recordIds: readonly number[]) => void) | undefined;
};

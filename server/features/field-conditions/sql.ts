// What has to be read of a record before a change of it is judged by the conditions of its fields. Whoever writes records
// reads this, and asks the rules with it.
import {
  gatheredKey,
  type RuledValues,
  type RulesOfType,
} from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import type { Gathering } from '@rowhouse/domain/formulas/formula.ts';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import { gatheredHere } from '../../platform/record-store/formula-sql.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';
import { sourceOf } from '../status-paths/sql.ts';

export type RuledReading = {
  readonly columns: readonly string[];
  /** @param row the columns, in their order */
  readonly read: (row: TextRow) => RuledValues;
};

const gatherings: readonly Gathering[] = ['sum', 'count', 'min', 'max'];

export function readingOfRules(
  { keys, gathers }: RulesOfType,
  type: StoredRecordType,
  tenantId: TenantId,
): RuledReading {
  const sources = [...keys].flatMap((key) => sourceOf(key, type));
  const ofLines = gathers.flatMap((id) =>
    gatherings.map((by) => ({
      key: gatheredKey(by, lineKey(id)),
      expression: gatheredHere(by, id, tenantId),
    })),
  );
  return {
    columns: [...sources, ...ofLines].map(({ expression }) => expression),
    read: (row) => ({
      values: new Map(
        sources.map(({ key, dataType }, index) => {
          const stored = row[index];
          return [key, stored == null ? null : storedForm(dataType).read(stored)];
        }),
      ),
      gathered: new Map(ofLines.map(({ key }, index) => [key, row[sources.length + index] ?? null])),
    }),
  };
}

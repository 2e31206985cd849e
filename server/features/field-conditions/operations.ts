import type { FieldRule } from '@rowhouse/domain/contract.generated.ts';
import { findFieldRules } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import type { OperationTable } from '../../graphql/operation.ts';

export const fieldConditionOperations: Pick<OperationTable, 'findFieldRules'> = {
  async findFieldRules({ data }, { config, viewer, authorise }) {
    const types = [...new Set(data.recordTypes)].map(authorise).filter(({ type }) => !type.isSuper);
    return types.flatMap(({ type }) =>
      findFieldRules(config, viewer, type.id).map((rule): FieldRule => ({
        ...rule,
        recordType: type.id,
        // What a role may not see of a condition does not travel.
        conditions:
          rule.reading !== 'READABLE' || rule.conditions === null
            ? null
            : rule.conditions.map(({ value, values, ...condition }) => ({
                ...condition,
                value: value ?? null,
                values: values == null ? null : [...values],
              })),
      })),
    );
  },
};

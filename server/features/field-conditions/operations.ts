import { findFieldRules } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import { toldRule } from '@rowhouse/domain/field-conditions/told-rule.ts';
import type { OperationTable } from '../../graphql/operation.ts';

export const fieldConditionOperations: Pick<OperationTable, 'findFieldRules'> = {
  async findFieldRules({ data }, { config, viewer, authorise }) {
    const types = [...new Set(data.recordTypes)].map(authorise).filter(({ type }) => !type.isSuper);
    return types.flatMap(({ type }) =>
      findFieldRules(config, viewer, type.id).map((rule) => toldRule(rule, type.id)),
    );
  },
};

import type { StatusPath } from '@rowhouse/domain/contract.generated.ts';
import { findStatusPath, type StepCondition } from '@rowhouse/domain/status-paths/path-of.ts';
import type { OperationTable } from '../../graphql/operation.ts';

export const statusPathOperations: Pick<OperationTable, 'findStatusPaths'> = {
  async findStatusPaths({ data }, { config, viewer, authorise }) {
    const types = [...new Set(data.recordTypes)].map(authorise);
    // Of a super type those that it gathers; where the status is hidden, so is its way.
    const sources = types.flatMap(({ sources: own, fields }) => (fields.has('status') ? own : []));
    return [...new Set(sources.map(({ type }) => type.id))].flatMap((typeId): StatusPath[] => {
      const path = findStatusPath(config, viewer, typeId);
      if (path === null) return [];
      return [
        {
          recordType: typeId,
          userId: viewer.userId,
          statuses: [...path.statuses],
          steps: path.steps.map((step) => ({
            ...step,
            roles: [...step.roles],
            conditions: step.conditions?.map(toCondition) ?? null,
          })),
        },
      ];
    });
  },
};

const toCondition = ({ value, values, ...condition }: StepCondition) => ({
  ...condition,
  value: value ?? null,
  values: values == null ? null : [...values],
});

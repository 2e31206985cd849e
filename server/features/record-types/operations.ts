import type { OperationTable } from '../../graphql/operation.ts';

export const recordTypesOperations: Pick<OperationTable, 'findRecordType'> = {
  async findRecordType({ data }, { authorise }) {
    const { type, sources } = authorise(data.id);
    return {
      id: type.id,
      name: type.name,
      isSuper: type.isSuper,
      relatedRecordTypes: type.isSuper
        ? sources.map((source) => ({ id: source.type.id, name: source.type.name }))
        : [],
    };
  },
};

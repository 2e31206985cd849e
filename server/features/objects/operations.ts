import type { OperationTable } from '../../graphql/operation.ts';

export const objectsOperations: Pick<OperationTable, 'findObjectProperty'> = {
  async findObjectProperty({ data }, { config }) {
    const definitions = new Set(data.objectDefinitionIds);
    return config.objectProperties
      .filter((property) => definitions.has(property.objectDefinitionId))
      .map(({ listId, ...property }) => {
        const list = listId === null ? undefined : config.lists.get(listId);
        return { ...property, listType: list === undefined ? null : { id: list.id, listName: list.name } };
      });
  },
};

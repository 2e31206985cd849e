import { openObjects, visibleFields } from '@rowhouse/domain/objects/open-objects.ts';
import type { OperationTable } from '../../graphql/operation.ts';

export const objectsOperations: Pick<OperationTable, 'findObjectProperty'> = {
  async findObjectProperty({ data }, { config, viewer }) {
    const asked = new Set(data.objectDefinitionIds);
    const open = openObjects(config, visibleFields(config, viewer));
    return config.objectProperties
      .filter(({ objectDefinitionId: id }) => asked.has(id) && open.has(id))
      .map(({ listId, ...property }) => {
        const list = listId === null ? undefined : config.lists.get(listId);
        return { ...property, listType: list === undefined ? null : { id: list.id, listName: list.name } };
      });
  },
};

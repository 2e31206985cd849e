// Objects with their properties.
import type { MemberContext } from '../../graphql/operation.ts';
import {
  findDefinition,
  findDefinitionOfProperty,
  readProperties,
  selectDefinition,
  selectDefinitionOfProperty,
  selectProperties,
} from '../objects/sql.ts';
import { before, Gone, orderBack, type Saves } from './back.ts';
import type { StoredEntry } from './sql.ts';

export async function putBackObject(
  entry: StoredEntry,
  { updateObjectDefinition }: Saves,
  context: MemberContext,
) {
  const { id, version, properties } = await readObject(entry.entityId, context);
  const { order: _, property_order: moved, ...was } = before(entry);
  const byId = new Map(properties.map((property) => [property.id, property]));
  const ordered =
    moved === undefined
      ? {}
      : {
          properties: orderBack([...byId.keys()], entry.changes['property_order']).flatMap(
            (property) => byId.get(property) ?? [],
          ),
        };
  await updateObjectDefinition({ data: { id, version, ...was, ...ordered } }, context);
}

export async function putBackProperty(
  entry: StoredEntry,
  { updateObjectDefinition }: Saves,
  context: MemberContext,
) {
  const { answers } = await context.read([
    selectDefinitionOfProperty(context.viewer.tenantId, entry.entityId),
  ]);
  const { id, version, properties } = await readObject(findDefinitionOfProperty(answers[0]), context);
  if (!properties.some((property) => property.id === entry.entityId)) throw new Gone();
  const {
    data_type: dataType,
    is_required: isRequired,
    is_displayable: isDisplayable,
    list_id: listId,
    ...was
  } = before(entry);
  const given = {
    ...was,
    ...(dataType !== undefined && { dataType: String(dataType) }),
    ...(isRequired !== undefined && { isRequired: isRequired === true }),
    ...(isDisplayable !== undefined && { isDisplayable: isDisplayable === true }),
    ...(listId !== undefined && { listId: listId === null ? null : Number(listId) }),
  };
  const back = properties.map((property) =>
    property.id === entry.entityId ? { ...property, ...given } : property,
  );
  await updateObjectDefinition({ data: { id, version, properties: back } }, context);
}

/** As its dialog sends it. */
async function readObject(definitionId: number | null, context: MemberContext) {
  if (definitionId === null) throw new Gone();
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([
    selectDefinition(tenant, definitionId),
    selectProperties(tenant, definitionId),
  ]);
  const found = findDefinition(answers[0]);
  if (found === null) throw new Gone();
  const properties = readProperties(answers[1]).map(
    ({ id, name, dataType, isRequired, isDisplayable, enabled, listId }) => ({
      id,
      name,
      dataType,
      isRequired,
      isDisplayable,
      enabled,
      listId,
    }),
  );
  return { id: definitionId, version: found.version, properties };
}

// Lists with their values.
import type { MemberContext } from '../../graphql/operation.ts';
import { findList, readValues, selectList, selectValues } from '../lists/sql.ts';
import { before, described, Gone, orderBack, readVersion, type Saves } from './back.ts';
import { findListOf, selectListOf } from './sql.ts';
import type { StoredEntry } from './sql.ts';

export async function putBackList(
  entry: StoredEntry,
  { updateList, updateListValues }: Saves,
  context: MemberContext,
) {
  if (entry.changes['value_order'] === undefined) {
    const version = await readVersion('list', entry.entityId, context);
    await updateList({ data: { id: entry.entityId, version, ...described(before(entry)) } }, context);
    return;
  }
  const { valuesVersion, values } = await readList(entry.entityId, context);
  const byId = new Map(values.map((value) => [value.id, value]));
  const order = orderBack([...byId.keys()], entry.changes['value_order']);
  const back = order.flatMap((id) => byId.get(id) ?? []);
  await updateListValues({ data: { listId: entry.entityId, valuesVersion, values: back } }, context);
}

export async function putBackValue(entry: StoredEntry, { updateListValues }: Saves, context: MemberContext) {
  const tenant = context.viewer.tenantId;
  const listId = findListOf((await context.read([selectListOf(tenant, entry.entityId)])).answers[0]);
  if (listId === null) throw new Gone();
  const { valuesVersion, values } = await readList(listId, context);
  const back = values.map((value) => (value.id === entry.entityId ? { ...value, ...before(entry) } : value));
  await updateListValues({ data: { listId, valuesVersion, values: back } }, context);
}

/** As its dialog sends it. */
async function readList(listId: number, context: MemberContext) {
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([selectList(tenant, listId), selectValues(tenant, listId)]);
  const list = findList(answers[0]);
  if (list === null) throw new Gone();
  const values = readValues(answers[1]).map(({ id, value, userId, enabled }) => ({
    id,
    value,
    userId,
    enabled,
  }));
  return { valuesVersion: list.valuesVersion, values };
}

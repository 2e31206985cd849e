type Named = { readonly id: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isNamed = (value: unknown): value is Named => isObject(value) && value['id'] !== undefined;

/**
 * What stands now, with all that is as it was being the same object as before: what is drawn of it need not be drawn anew.
 * Things of a list are told apart by their ids, wherever they stand in it.
 */
export function shareById<Value>(before: unknown, now: Value): Value {
  if (Object.is(before, now)) return now;
  if (Array.isArray(before) && Array.isArray(now)) return shareList(before, now) as Value;
  if (!isObject(before) || !isObject(now)) return now;
  const keys = Object.keys(now);
  const shared: Record<string, unknown> = Object.fromEntries(
    keys.map((key) => [key, shareById(before[key], now[key])]),
  );
  const isSame =
    keys.length === Object.keys(before).length &&
    keys.every((key) => key in before && Object.is(shared[key], before[key]));
  return (isSame ? before : shared) as Value;
}

function shareList(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.flatMap((one) => (isNamed(one) ? [[one.id, one] as const] : [])));
  const shared = now.map((one, at) => shareById(isNamed(one) ? byId.get(one.id) : before[at], one));
  const isSame = shared.length === before.length && shared.every((one, at) => Object.is(one, before[at]));
  return isSame ? before : shared;
}

/** The lists that the fields choose from, each once. */
export function listsOf(
  fields: readonly { readonly listType: { readonly id: number } | null }[],
): readonly number[] {
  const ids = fields.flatMap(({ listType }) => (listType ? [listType.id] : []));
  return [...new Set(ids)].toSorted((one, other) => one - other);
}

export type TalkComment = { readonly id: number; readonly number: number; readonly version: number };

/**
 * The comments that are known with others that were heard of, each once, in their order. An answer that came late takes
 * nothing back: of a comment the higher version stands. What is older than the first that is known is left out, unless
 * there is nothing before it.
 * @param isMoreBefore whether there are comments before the known ones that are not loaded
 */
export function mergeComments<One extends TalkComment>(
  known: readonly One[],
  heard: readonly One[],
  isMoreBefore: boolean,
): readonly One[] {
  const first = known[0]?.number ?? 0;
  const byId = new Map(known.map((comment) => [comment.id, comment]));
  let hasChanged = false;
  for (const comment of heard) {
    const standing = byId.get(comment.id);
    if (standing !== undefined && standing.version >= comment.version) continue;
    if (standing === undefined && isMoreBefore && comment.number < first) continue;
    byId.set(comment.id, comment);
    hasChanged = true;
  }
  return hasChanged ? [...byId.values()].sort((one, other) => one.number - other.number) : known;
}

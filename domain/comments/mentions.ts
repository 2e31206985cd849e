export type Mention = { readonly id: number; readonly name: string };

const beforeMention = /[\p{L}\p{N}_.@]$/u;
const afterMention = /^[\p{L}\p{N}_]/u;

/**
 * The people whose names stand in the text after an @, each once, by the name as it is written there. Of two names that
 * fit, the longer one counts; of several people with one name, all.
 */
export function findMentions(text: string, people: Iterable<Mention>): Mention[] {
  if (!text.includes('@')) return [];
  const byName = new Map<string, Mention[]>();
  const lengths = new Set<number>();
  for (const person of people) {
    const key = person.name.toLowerCase();
    if (key === '') continue;
    byName.set(key, [...(byName.get(key) ?? []), person]);
    lengths.add(person.name.length);
  }
  const longestFirst = [...lengths].sort((one, other) => other - one);
  const found = new Map<number, Mention>();
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (beforeMention.test(text.slice(Math.max(0, at - 2), at))) continue;
    for (const length of longestFirst) {
      const written = text.slice(at + 1, at + 1 + length);
      const named = byName.get(written.toLowerCase());
      if (named === undefined || afterMention.test(text.slice(at + 1 + length, at + 3 + length))) continue;
      for (const { id } of named) if (!found.has(id)) found.set(id, { id, name: written });
      break;
    }
  }
  return [...found.values()];
}

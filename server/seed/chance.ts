/** Chance that is the same at every run: the demo and the benchmarks are made of it. */
export type Chance = ReturnType<typeof createChance>;

export function createChance(seed: number) {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }
  return {
    whole,
    pick,
    /** True in about this part of the cases. */
    happens: (part: number): boolean => next() < part,
    /** With two decimals. */
    amount: (least: number, most: number): number =>
      Math.round((least + next() * (most - least)) * 100) / 100,
    /** At most that many different ones, in the order in which they stand. */
    some<Item>(items: readonly Item[], most: number): Item[] {
      const wanted = whole(0, Math.min(most, items.length));
      const chosen = new Set<Item>();
      while (chosen.size < wanted) chosen.add(pick(items));
      return items.filter((item) => chosen.has(item));
    },
    /** By weights: [['Approved', 5], ['Rejected', 1]]. */
    weighted<Item>(choices: readonly (readonly [Item, number])[]): Item {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of choices) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return pick(choices)[0];
    },
  };
}

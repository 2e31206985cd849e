// What is chosen of what is only here, as a file: it is switched off by the steps that carry out any file.
import { configurationFormat, formatVersion } from './format.ts';
import type { Configuration } from './format.ts';
import type { LeftThing } from './list-left.ts';
import { switchedOff } from './switched-off.ts';

type Node = { readonly at: number; readonly said: object; readonly within: Map<string, Map<number, Node>> };

export function writeTakenAway(chosen: readonly LeftThing[]): Configuration {
  const parts: Node['within'] = new Map();
  for (const { chain } of chosen) {
    let into = parts;
    for (const [depth, { member, thing, at }] of chain.entries()) {
      const ofMember = into.get(member) ?? new Map<number, Node>();
      into.set(member, ofMember);
      const { name, route } = thing;
      const holder = route === undefined ? { name } : { route };
      const said = depth === chain.length - 1 ? switchedOff(member, thing) : holder;
      const node = ofMember.get(at) ?? { at, said, within: new Map() };
      ofMember.set(at, node);
      into = node.within;
    }
  }
  return {
    format: configurationFormat,
    version: formatVersion,
    partial: true,
    ...write(parts),
  } as Configuration;
}

/** In the order in which they stand, so that nothing moves. */
const write = (within: Node['within']): object =>
  Object.fromEntries(
    [...within].map(([member, nodes]) => [
      member,
      [...nodes.values()]
        .sort((one, other) => one.at - other.at)
        .map((node) => ({ ...node.said, ...write(node.within) })),
    ]),
  );

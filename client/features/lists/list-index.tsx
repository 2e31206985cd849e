import { NameIndex } from '../../ui/name-index.tsx';
import type { CustomList } from './api.ts';

type ListIndexProps = {
  lists: readonly CustomList[];
  chosen: number | null;
  onChoose: (id: number) => void;
};

/** The company's lists by name. */
export function ListIndex({ lists, chosen, onChoose }: ListIndexProps) {
  const items = lists.map((list) => ({
    id: list.id,
    name: list.name,
    about: aboutOf(list),
    isOff: !list.enabled,
    isLocked: list.backofficeManaged,
  }));
  return <NameIndex label="Lists" find="Find a list" items={items} chosen={chosen} onChoose={onChoose} />;
}

function aboutOf({ listType, enabled, enabledValuesTotal, objectDefinition }: CustomList): string {
  const kind = listType === 'Object' && objectDefinition ? `Object: ${objectDefinition.name}` : listType;
  const count =
    enabledValuesTotal === 1 ? 'one value' : `${enabledValuesTotal.toLocaleString('en-US')} values`;
  const about = enabled ? count : 'switched off';
  return kind === 'Value' ? about : `${kind}, ${about}`;
}

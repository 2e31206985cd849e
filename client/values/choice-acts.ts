// Create Value and Edit Value below what can be chosen, in forms and in cells alike.
import { askListValue } from '../platform/ask-list-value.ts';
import type { Option, OptionAct } from '../ui/inputs/option.ts';

export type ChoiceField = {
  readonly listType?: { readonly id?: number; readonly dataType: string } | null | undefined;
  /** Whether values may be added to its list where one is chosen. */
  readonly takesNewValues?: boolean | undefined;
};

/**
 * @param options absent while they are on their way
 * @param chosen the value that may be edited; '' for none
 * @param leave called when one is asked for; it answers what takes the id of the value once it stands
 */
export function choiceActs(
  { listType, takesNewValues }: ChoiceField,
  options: readonly Option[] | undefined,
  chosen: string,
  leave: () => (id: string) => void,
): OptionAct[] {
  if (takesNewValues !== true || listType?.id === undefined || options === undefined) return [];
  const { id: listId, dataType } = listType;
  const ask = (id: number | null, typed: string) => {
    const put = leave();
    askListValue({ listId, listType: dataType, id, typed, onSaved: (saved) => put(String(saved)) });
  };
  return [
    { id: 'create-value', name: 'Create Value…', run: (typed) => ask(null, typed) },
    ...(dataType === 'Object' && chosen !== ''
      ? [{ id: 'edit-value', name: 'Edit Value…', run: () => ask(Number(chosen), '') }]
      : []),
  ];
}

import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import type { RecordTypes } from './api.ts';

/** The id of a section, 'new' with a name, 'none', or '' where nothing is chosen yet. */
export type ChosenMenu = { readonly section: string; readonly name: string };

export function menuOf({
  section,
  name,
}: ChosenMenu): { sectionId: number } | { sectionName: string } | null {
  if (section === 'new') return name.trim() === '' ? null : { sectionName: name };
  return Number(section) > 0 ? { sectionId: Number(section) } : null;
}

type MenuChoiceProps = {
  sections: RecordTypes['sections'];
  value: ChosenMenu;
  onSet: (value: ChosenMenu) => void;
  mayBeNone: boolean;
  error: string | null;
  /** What a new section is called that is given no name; without it one has to be given. */
  nameless?: string;
};

export function MenuChoice({ sections, value, onSet, mayBeNone, error, nameless }: MenuChoiceProps) {
  return (
    <>
      <FieldFrame label="In the menu" hint="Where its records are reached.">
        {(framed) => (
          <Select
            {...framed}
            value={value.section}
            onChange={(event) => onSet({ ...value, section: event.currentTarget.value })}
          >
            {!mayBeNone && <option value="">Choose</option>}
            <option value="new">A new section</option>
            {sections.map(({ id, name, group }) => (
              <option key={id} value={id}>
                {group} › {name}
              </option>
            ))}
            {mayBeNone && <option value="none">Not yet</option>}
          </Select>
        )}
      </FieldFrame>
      {value.section === 'new' && (
        <TextInput
          label="Name of the section"
          required={nameless === undefined}
          {...(nameless !== undefined && {
            hint: 'A section holds one record type or several. Left empty, it is called as the type.',
            placeholder: nameless,
          })}
          value={value.name}
          error={error}
          onChange={(name) => onSet({ ...value, name })}
        />
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { useFormField } from '../../edit-session/form-field.ts';
import { FieldEditor } from '../../values/field-editor.tsx';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { theObject, type ObjectSession, type PropertyField } from './object-kind.ts';
import type { ObjectPanelProps } from './object-panel-props.ts';
import styles from './object-panel.module.css';

type ObjectEditorProps = Pick<ObjectPanelProps, 'optionsOf'> & {
  session: ObjectSession;
  fields: readonly PropertyField[];
  /** As it comes, its first input does. */
  takesFocus?: boolean;
  className?: string | undefined;
};

/** One input for each property, in their order. */
export function ObjectEditor(props: ObjectEditorProps) {
  const { fields, takesFocus = true, className = styles.inputs, ...others } = props;
  return (
    <div className={className}>
      {fields.map((field, index) => (
        <div key={field.key}>
          <PropertyEditor {...others} field={field} isFocused={takesFocus && index === 0} />
        </div>
      ))}
    </div>
  );
}

type PropertyEditorProps = Pick<ObjectEditorProps, 'session' | 'optionsOf'> & {
  field: PropertyField;
  isFocused: boolean;
};

function PropertyEditor(props: PropertyEditorProps): ReactNode {
  const { session, field, isFocused, optionsOf } = props;
  const input = useFormField(session, theObject, field.key);
  return (
    <FieldEditor
      {...input}
      field={field}
      options={optionsOf(field.property)}
      required={field.required}
      ref={isFocused ? focusAtFirst : null}
    />
  );
}

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
};

/** One input for each property, in their order. */
export function ObjectEditor({ fields, ...props }: ObjectEditorProps) {
  return (
    <div className={styles.inputs}>
      {fields.map((field, index) => (
        <div key={field.key}>
          <PropertyEditor {...props} field={field} isFirst={index === 0} />
        </div>
      ))}
    </div>
  );
}

type PropertyEditorProps = Omit<ObjectEditorProps, 'fields'> & { field: PropertyField; isFirst: boolean };

function PropertyEditor(props: PropertyEditorProps): ReactNode {
  const { session, field, isFirst, optionsOf } = props;
  const input = useFormField(session, theObject, field.key);
  return (
    <FieldEditor
      {...input}
      field={field}
      options={optionsOf(field.property)}
      required={field.required}
      ref={isFirst ? focusAtFirst : null}
    />
  );
}

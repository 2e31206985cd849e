import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { ReactNode } from 'react';
import type { FieldEditorProps } from './value-view.ts';
import { viewOf } from './views.ts';

/** Objects and attachments are edited elsewhere. */
export const hasEditor = (dataType: DataType): boolean => viewOf(dataType).FormEditor !== null;

/** The input of a form by the field's type. */
export function FieldEditor(props: FieldEditorProps): ReactNode {
  const { FormEditor } = viewOf(props.field.dataType);
  return FormEditor && <FormEditor {...props} />;
}

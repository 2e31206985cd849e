// The object of a field, in the pane: read, and edited by itself (the modes ViewObject and EditObject).
import type { ReactNode } from 'react';
import type { OpenedObject } from '../objects/open-object.ts';
import type { RecordObject } from '../objects/record-object.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import type { RecordField } from '../record-field.ts';
import { findAdditionalValue, rowLabel, type RecordRow } from '../record-row.ts';

type RecordObjectPanelProps = {
  object: RecordObject;
  opened: OpenedObject;
  record: RecordRow;
  fields: ReadonlyMap<string, RecordField>;
  objects: RecordObjects;
  /** Why nothing of the record can be changed now, or null. */
  whyNotEditable: string | null;
};

export function RecordObjectPanel(props: RecordObjectPanelProps): ReactNode {
  const { object, opened, fields, objects, whyNotEditable } = props;
  const field = fields.get(opened.key);
  if (field === undefined) return null;
  const shown = props.record.id === opened.record.id ? props.record : opened.record;
  const record = shown.version >= opened.record.version ? shown : opened.record;
  const whyReadOnly = field.access === 'Editable' ? null : `${field.name} is read-only for your role.`;
  return objects.renderPanel({
    field,
    recordId: record.id,
    recordLabel: rowLabel(record),
    version: record.version,
    stored: findAdditionalValue(record, field.id),
    whyNotEditable: whyNotEditable ?? whyReadOnly,
    asked: opened.asked,
    save: (change) => object.save(record, field, change),
    onUnsaved: object.setMayLeave,
    onClose: () => {
      object.close();
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-field="${field.key}"] button`)?.focus(),
      );
    },
  });
}

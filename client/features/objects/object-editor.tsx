import { propertyType, type ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { isRequiredInEditor } from '@rowhouse/domain/objects/rules.ts';
import { useState } from 'react';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { draftValue, editedProperties, faultsOf, type ObjectDraft } from './object-draft.ts';
import type { ObjectPanelProps } from './object-panel-props.ts';
import styles from './object-panel.module.css';

type ObjectEditorProps = Pick<ObjectPanelProps, 'optionsOf' | 'renderEditor'> & {
  properties: readonly ObjectProperty[];
  draft: ObjectDraft;
  /** Whether every fault is told; else those of inputs that were left, and what the server said. */
  tellsAll: boolean;
  onType: (property: ObjectProperty, value: string) => void;
};

/** One input for each property, in their order. */
export function ObjectEditor(props: ObjectEditorProps) {
  const { properties, draft, tellsAll, onType, optionsOf, renderEditor } = props;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const faults = faultsOf(draft, properties);
  return (
    <div className={styles.inputs}>
      {editedProperties(properties).map((property, index) => {
        const { id, name } = property;
        const isTold = tellsAll || left.has(id) || draft.refusals.has(id);
        return (
          <div key={id}>
            {renderEditor({
              field: { name, dataType: propertyType(property) },
              options: optionsOf(property),
              value: draftValue(draft, property),
              onChange: (value) => onType(property, value),
              onBlur: () => setLeft((before) => new Set([...before, id])),
              required: isRequiredInEditor(property),
              error: (isTold && faults.get(id)) || null,
              ref: index === 0 ? focusAtFirst : null,
            })}
          </div>
        );
      })}
    </div>
  );
}

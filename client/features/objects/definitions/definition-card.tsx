import Button from '@mui/material/Button';
import { describeUse } from '@rowhouse/domain/objects/definition-rules.ts';
import { sayPropertyDeletion } from '@rowhouse/domain/objects/property-deletion.ts';
import { nameDataType } from '@rowhouse/domain/record-types/rules.ts';
import { useState, type ReactNode } from 'react';
import { askImpact } from '../../../platform/ask-impact.ts';
import { askWhereUsed } from '../../../platform/ask-where-used.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import {
  deleteObjectProperty,
  updateObjectDefinition,
  type ChoiceList,
  type DefinedProperty,
  type Definition,
} from './api.ts';
import { DefinitionDialog } from './definition-dialog.tsx';
import styles from './definitions.module.css';
import { DeletedProperties } from './deleted-properties.tsx';
import { DisplayPreview } from './display-preview.tsx';
import { useChangeObjects, useObjectUse } from './use-definitions.ts';

type DefinitionCardProps = {
  definition: Definition;
  lists: readonly ChoiceList[];
  /** Of a property whose data type can be changed with its values; null of another. */
  onRetype: (property: DefinedProperty) => (() => void) | null;
  /** Properties whose data type is being changed, or can be changed back. */
  retypes: ReactNode;
};

/** One object with its properties, as they stand. */
export function DefinitionCard({ definition, lists, onRetype, retypes }: DefinitionCardProps) {
  const { id, name, enabled, version, properties, deletedProperties } = definition;
  const [isOpen, setOpen] = useState(false);
  const use = useObjectUse(id);
  const change = useChangeObjects();
  const confirm = useConfirm();

  async function turn() {
    const isSure =
      !enabled ||
      (await confirm({
        title: `Disable ${name}?`,
        body: `New fields and lists are not offered it from then on. ${
          use.data === undefined ? '' : `${describeUse(use.data)} `
        }What is there stays as it is, and it can be enabled again.`,
        confirmLabel: 'Disable',
      }));
    if (!isSure) return;
    try {
      await change(() => updateObjectDefinition({ id, version, enabled: !enabled }));
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      snackbars.error(`Save changes failed: ${toSentence(refusal)}`);
    }
  }

  async function remove(property: DefinedProperty) {
    const held = use.data?.properties.find(({ propertyId }) => propertyId === property.id);
    const isSure = await askImpact({
      title: `Delete ${property.name}?`,
      confirmLabel: `Delete ${property.name}`,
      changes: [{ kind: 'OBJECT_PROPERTY', id: property.id, takes: 'DELETE' }],
      says: sayPropertyDeletion(held ?? { records: 0, listValues: 0 }),
    });
    if (!isSure) return;
    try {
      await change(() => deleteObjectProperty({ id: property.id, version }));
      snackbars.success(`${property.name} is deleted`);
    } catch (refusal) {
      snackbars.error(`${property.name} was not deleted: ${toSentence(refusal)}`);
    }
  }

  return (
    <section className={styles.chosen} aria-labelledby="chosen-object">
      <div className={styles.chosenHead}>
        <div className={styles.words}>
          <h2 id="chosen-object" className={styles.title}>
            {name}
          </h2>
          <p className={styles.quiet}>
            {use.data === undefined
              ? use.error === null
                ? 'Counting what uses it…'
                : 'What uses it could not be counted.'
              : describeUse(use.data)}
          </p>
        </div>
        <div className={styles.actions}>
          <Button onClick={() => askWhereUsed({ kind: 'OBJECT', id })}>Where is this used?</Button>
          <Button onClick={() => void turn()}>{enabled ? 'Disable' : 'Enable'}</Button>
          <Button variant="contained" startIcon={<Icon name="edit" />} onClick={() => setOpen(true)}>
            Change
          </Button>
        </div>
      </div>
      {properties.length === 0 ? (
        <EmptyState title="No properties yet" icon="list">
          A property is what people fill in of the object: a town, a weight, a date.
        </EmptyState>
      ) : (
        <StackedTable<DefinedProperty>
          label={`Properties of ${name}`}
          rows={properties}
          rowKey={(property) => property.id}
          columns={[
            { name: 'Property', renderCell: (property) => property.name },
            {
              name: 'Type',
              renderCell: ({ dataType, listName }) =>
                listName === null ? nameDataType(dataType) : `${nameDataType(dataType)}, ${listName}`,
            },
            { name: 'Required', renderCell: ({ isRequired }) => (isRequired ? 'Yes' : 'No') },
            { name: 'Shown', renderCell: ({ isDisplayable }) => (isDisplayable ? 'Yes' : 'No') },
            {
              name: 'State',
              renderCell: (property) => (
                <Chip tone={property.enabled ? 'green' : 'grey'}>
                  {property.enabled ? 'Active' : 'Inactive'}
                </Chip>
              ),
            },
          ]}
          renderActions={(property) => (
            <div className={styles.rowActions}>
              <Button
                size="small"
                aria-label={`Where used: ${property.name}`}
                onClick={() => askWhereUsed({ kind: 'OBJECT_PROPERTY', id: property.id })}
              >
                Where used
              </Button>
              <ChangeType property={property} onRetype={onRetype(property)} />
              {!property.enabled && (
                <Button
                  size="small"
                  color="error"
                  // What it takes is said first, so it is counted first.
                  disabled={use.data === undefined}
                  aria-label={`Delete ${property.name}`}
                  onClick={() => void remove(property)}
                >
                  Delete
                </Button>
              )}
            </div>
          )}
        />
      )}
      <DisplayPreview properties={properties} />
      {retypes}
      <DeletedProperties properties={deletedProperties} />
      {isOpen && (
        <DefinitionDialog
          definition={definition}
          lists={lists}
          onClose={() => setOpen(false)}
          onSaved={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function ChangeType({ property, onRetype }: { property: DefinedProperty; onRetype: (() => void) | null }) {
  if (onRetype === null) return null;
  return (
    <Button size="small" aria-label={`Change type…: ${property.name}`} onClick={onRetype}>
      Change type…
    </Button>
  );
}

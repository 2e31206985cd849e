import Button from '@mui/material/Button';
import { describeUse } from '@rowhouse/domain/objects/definition-rules.ts';
import { useState } from 'react';
import { askWhereUsed } from '../../../platform/ask-where-used.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { updateObjectDefinition, type ChoiceList, type DefinedProperty, type Definition } from './api.ts';
import { DefinitionDialog } from './definition-dialog.tsx';
import styles from './definitions.module.css';
import { DisplayPreview } from './display-preview.tsx';
import { useChangeObjects, useObjectUse } from './use-definitions.ts';

type DefinitionCardProps = { definition: Definition; lists: readonly ChoiceList[] };

/** One object with its properties, as they stand. */
export function DefinitionCard({ definition, lists }: DefinitionCardProps) {
  const { id, name, enabled, version, properties } = definition;
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
                listName === null ? dataType : `${dataType}, ${listName}`,
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
            <Button
              size="small"
              aria-label={`Where used: ${property.name}`}
              onClick={() => askWhereUsed({ kind: 'OBJECT_PROPERTY', id: property.id })}
            >
              Where used
            </Button>
          )}
        />
      )}
      <DisplayPreview properties={properties} />
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

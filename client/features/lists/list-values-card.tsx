import Button from '@mui/material/Button';
import { hasOwnValues, managedByBackoffice } from '@rowhouse/domain/lists/rules.ts';
import { useState } from 'react';
import { askImpact } from '../../platform/ask-impact.ts';
import { askWhereUsed } from '../../platform/ask-where-used.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { showDisabledValues, useShowDisabled } from '../../ui/inputs/show-disabled-setting.ts';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { updateList, type CustomList } from './api.ts';
import { ListFormDialog } from './list-form-dialog.tsx';
import styles from './lists.module.css';
import { UpdateValuesDialog, type ListPerson } from './update-values-dialog.tsx';
import { useChangeLists, useListObjects, useListValues } from './use-lists.ts';

type ListValuesCardProps = { list: CustomList; people: readonly ListPerson[] };
const shownAtFirst = 200;

/** One list with its values, as they stand. */
export function ListValuesCard({ list, people }: ListValuesCardProps) {
  const { data, error, refetch } = useListValues(list.id, list.enabled);
  const isOfObjects = list.listType === 'Object';
  const objects = useListObjects(isOfObjects).data;
  const properties = isOfObjects
    ? (objects?.find(({ id }) => id === list.objectDefinition?.id)?.properties ?? null)
    : null;
  const change = useChangeLists();
  const [open, setOpen] = useState<'values' | 'form' | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const mayChange = !list.backofficeManaged;
  const [showsDisabled, setShowsDisabled] = useShowDisabled('lists');
  const all = data?.values ?? [];
  const values = all.filter(({ enabled }) => enabled || showsDisabled);

  async function turn() {
    const isSure =
      !list.enabled ||
      (await askImpact({
        title: `Switch ${list.name} off?`,
        confirmLabel: 'Switch off',
        changes: [{ kind: 'LIST', id: list.id, takes: 'DISABLE' }],
      }));
    if (!isSure) return;
    try {
      await change(() => updateList({ id: list.id, version: list.version, enabled: !list.enabled }));
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      snackbars.error(`Save changes failed: ${toSentence(refusal)}`);
    }
  }

  return (
    <section className={styles.chosen} aria-labelledby="chosen-list">
      <div className={styles.chosenHead}>
        <div className={styles.words}>
          <h2 id="chosen-list" className={styles.chosenTitle}>
            {list.name}
          </h2>
          {list.description !== list.name && <p className={styles.quiet}>{list.description}</p>}
        </div>
        <div className={styles.actions}>
          <Button onClick={() => askWhereUsed({ kind: 'LIST', id: list.id })}>Where is this used?</Button>
          {mayChange && (
            <>
              <Button onClick={() => void turn()}>{list.enabled ? 'Switch off' : 'Switch on'}</Button>
              <Button variant="outlined" onClick={() => setOpen('form')}>
                Rename
              </Button>
              {list.enabled && hasOwnValues(list.listType) && (
                <Button
                  variant="contained"
                  startIcon={<Icon name="edit" />}
                  disabled={data === undefined || (isOfObjects && properties === null)}
                  onClick={() => setOpen('values')}
                >
                  Update values
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {list.backofficeManaged && (
        <p className={styles.why}>
          <Icon name="lock" size={16} /> {managedByBackoffice}
        </p>
      )}
      {list.listType === 'Object' && (
        <p className={styles.why}>
          <Icon name="info" size={16} /> Each value is an object:{' '}
          {list.objectDefinition?.name ?? 'of a kind that is gone'}.
        </p>
      )}
      {!list.enabled && <EmptyState title="This list is switched off" icon="list" />}
      {list.enabled && data === undefined && error === null && (
        <ProgressLine active label="Loading the values" />
      )}
      {list.enabled && data === undefined && error !== null && (
        <ErrorAlert failure={error} title="The values could not be loaded" onRetry={() => void refetch()} />
      )}
      {all.some(({ enabled }) => !enabled) && (
        <div className={styles.tick}>
          <LabelledCheckbox
            label={showDisabledValues}
            checked={showsDisabled}
            onChange={(event) => setShowsDisabled(event.currentTarget.checked)}
          />
        </div>
      )}
      {all.length > 0 && values.length === 0 && (
        <EmptyState title="All values of this list are disabled" icon="list" />
      )}
      {data !== undefined && all.length === 0 && (
        <EmptyState
          title="No items found"
          icon="list"
          action={
            mayChange && hasOwnValues(list.listType) ? (
              <Button variant="outlined" onClick={() => setOpen('values')}>
                Add values
              </Button>
            ) : undefined
          }
        />
      )}
      {values.length > 0 && (
        <ol className={styles.shown} aria-label={`Values of ${list.name}`}>
          {(isWhole ? values : values.slice(0, shownAtFirst)).map(({ id, value, enabled }) => (
            <li key={id} data-off={!enabled || undefined}>
              <span className={styles.value}>{value}</span>
              <Chip tone={enabled ? 'green' : 'grey'}>{enabled ? 'Active' : 'Inactive'}</Chip>
              <Button
                size="small"
                aria-label={`Where used: ${value}`}
                onClick={() => askWhereUsed({ kind: 'LIST_VALUE', id })}
              >
                Where used
              </Button>
            </li>
          ))}
        </ol>
      )}
      {!isWhole && values.length > shownAtFirst && (
        <Button className={styles.more!} onClick={() => setIsWhole(true)}>
          Show all {values.length.toLocaleString('en-US')}
        </Button>
      )}
      {open === 'values' && data !== undefined && (
        <UpdateValuesDialog
          list={list}
          values={data}
          people={people}
          properties={properties}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'form' && (
        <ListFormDialog list={list} onClose={() => setOpen(null)} onSaved={() => setOpen(null)} />
      )}
    </section>
  );
}

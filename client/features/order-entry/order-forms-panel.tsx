import Button from '@mui/material/Button';
import { formWithoutFields } from '@rowhouse/domain/order-entry/rules.ts';
import { isOrderPart, partNames } from '@rowhouse/domain/order-entry/sections.ts';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import type { FormDesign } from './api.ts';
import { FormDesignDialog } from './form-design-dialog.tsx';
import styles from './order-files-panel.module.css';
import { useFormDesigns } from './use-order-forms.ts';

/** The company's forms, for who administers it. */
export function OrderFormsPanel() {
  const { data, error, refetch } = useFormDesigns();
  const [edited, setEdited] = useState<FormDesign | 'new' | null>(null);
  if (data === undefined)
    return error === null ? (
      <ProgressLine active label="Loading the forms" />
    ) : (
      <ErrorAlert failure={error} title="The forms could not be loaded" onRetry={() => void refetch()} />
    );
  const { forms, recordTypes } = data;
  return (
    <div className={styles.panel}>
      <div>
        <Button variant="outlined" startIcon={<Icon name="plus" />} onClick={() => setEdited('new')}>
          Add form
        </Button>
      </div>
      {forms.length === 0 && (
        <EmptyState title="No forms yet" icon="cart">
          A form says what a dealer is asked, and of which record type the orders are.
        </EmptyState>
      )}
      {forms.map((form) => (
        <Card
          key={form.id}
          title={form.name}
          aside={!form.enabled && <Chip tone="grey">Inactive</Chip>}
          subtitle={`Orders are ${form.recordType.name}. ${sayParts(form)}`}
          actions={
            <Button
              variant="outlined"
              aria-label={`Change ${form.name}`}
              startIcon={<Icon name="edit" />}
              onClick={() => setEdited(form)}
            >
              Change
            </Button>
          }
        >
          {form.enabled && form.missing.length > 0 && (
            <p className={styles.word}>{formWithoutFields(form.missing)}</p>
          )}
        </Card>
      ))}
      {edited !== null && (
        <FormDesignDialog
          form={edited === 'new' ? null : edited}
          recordTypes={recordTypes}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function sayParts({ parts, takesLines }: FormDesign): string {
  const names = [
    ...parts.filter(isOrderPart).map((part) => partNames[part]),
    ...(takesLines ? ['Options'] : []),
  ];
  return names.length === 0
    ? 'It asks order and shipping information.'
    : `It asks order and shipping information, and ${names.join(', ')}.`;
}

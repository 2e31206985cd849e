// The fields that every record has are not designed; views, roles and formulas refer to them all the same.
import Button from '@mui/material/Button';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import { useState } from 'react';
import { askWhereUsed } from '../../platform/ask-where-used.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import styles from './record-types.module.css';

export function StandardFieldUse({ recordTypeId }: { recordTypeId: number }) {
  const [fieldKey, setFieldKey] = useState('status');
  return (
    <>
      <h3 className={styles.subtitle}>Standard fields</h3>
      <FieldFrame label="Standard field" hint="Every record has these fields; they are not changed here.">
        {(framed) => (
          <Select {...framed} value={fieldKey} onChange={(event) => setFieldKey(event.currentTarget.value)}>
            {baseFields.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <div>
        <Button
          variant="outlined"
          onClick={() => askWhereUsed({ kind: 'FIELD', id: recordTypeId, fieldKey })}
        >
          Where is this used?
        </Button>
      </div>
    </>
  );
}

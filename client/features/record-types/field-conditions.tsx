import Button from '@mui/material/Button';
import { sayKind } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import styles from './record-types.module.css';
import type { Designer } from './use-designer.ts';

/** What a field has of conditions, and the way to them. @param field its key: 'f12', 'l12' of lines */
export function FieldConditions({ designer, field }: { designer: Designer; field: string }) {
  const { draft, show, setConditioned } = designer;
  const open = (key: string | null) => {
    setConditioned(field);
    show('conditions', key);
  };
  return (
    <div className={styles.fieldConditions}>
      <h2 className={styles.subtitle}>Conditions</h2>
      {draft.conditions.parts
        .filter(({ values }) => values.enabled && values.field === field)
        .map(({ key, values }) => (
          <div key={key}>
            <Button variant="text" onClick={() => open(key)}>
              {sayKind(values.kind)} when…
            </Button>
          </div>
        ))}
      <div>
        <Button variant="text" onClick={() => open(null)}>
          Required, read only or shown when…
        </Button>
      </div>
    </div>
  );
}

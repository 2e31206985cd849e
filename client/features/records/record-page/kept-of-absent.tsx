// What somebody had changed in a record that is out of sight by now: it can be read and copied, and comes back with the record.
import { useEffect, useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { listRowDrafts, type RowDraft } from '../../../platform/storage/row-drafts.ts';
import { namesOf, textOfStored } from '../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import styles from './record-page.module.css';

type KeptOfAbsentProps = {
  recordTypeId: number;
  recordId: number;
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
};

export function KeptOfAbsent({ recordTypeId, recordId, fields, options }: KeptOfAbsentProps) {
  const [draft, setDraft] = useState<RowDraft | null>(null);
  useEffect(() => {
    let isWanted = true;
    async function find() {
      const drafts = await listRowDrafts(recordTypeId, true);
      if (isWanted) setDraft(drafts.get(recordId) ?? null);
    }
    void find();
    return () => {
      isWanted = false;
    };
  }, [recordTypeId, recordId]);
  const known = Object.entries(draft?.values ?? {}).flatMap(([key, value]) => {
    const field = fields.get(key);
    return field === undefined ? [] : { field, value };
  });
  if (known.length === 0) return null;
  return (
    <section aria-label="Not saved" className={styles.kept}>
      <p>What you changed in it was not saved. It stays in this browser, and comes back with the record.</p>
      <dl>
        {known.map(({ field, value }) => (
          <div key={field.key}>
            <dt>{field.name}</dt>
            <dd>
              {textOfStored(field, value, namesOf(options.get(field.key) ?? noOptions), viewerZone()) ||
                'None'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

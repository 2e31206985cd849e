// What a role is confined to in one record type: the conditions of the grid's filters, which must all hold.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { findFilterCriteria, whyNotFilters } from '@rowhouse/domain/records/filter-rules.ts';
import type { FilterCondition, FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useMemo, useRef, useState } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import { Icon } from '../../ui/icons.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { FilterRow } from '../../values/filter-row.tsx';
import { noOptions, type FieldOptions, type ValueField } from '../../values/value-field.ts';
import { countConfinedRecords, updateAccess, type AccessMatrix } from './api.ts';
import styles from './access.module.css';
import { useChangeRoles } from './use-roles.ts';

type ConfinedField = ValueField & { readonly filterable: boolean };

type ConfinementEditorProps = {
  role: { readonly id: number; readonly name: string };
  recordType: { readonly id: number; readonly name: string };
  fields: readonly ConfinedField[];
  options: FieldOptions;
  confinements: AccessMatrix['confinements'];
};

type Draft = FilterCondition & { readonly number: number };
type Stored = { readonly field: string; readonly criteria: readonly unknown[] };
type Bound = { readonly field: string; readonly criteria: readonly FilterCriteria[] };

let lastNumber = 0;
const nextNumber = () => (lastNumber += 1);

export function ConfinementEditor({
  role,
  recordType,
  fields,
  options,
  confinements,
}: ConfinementEditorProps) {
  const change = useChangeRoles();
  const { list, focusNew, focusAfterRemoval } = useRowFocus();
  const stored = confinements.filter((one) => one.roleId === role.id && one.recordTypeId === recordType.id);
  // What was last read or saved here: a save says that it stands on this.
  const [opened, setOpened] = useState<readonly Stored[]>(stored);
  const shown = useMemo(() => new Map(fields.map((field) => [field.key, field])), [fields]);
  const filterable = fields.filter((field) => field.filterable);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    opened.flatMap(({ field, criteria }) =>
      criteria.flatMap((one): Draft[] => {
        const read = findFilterCriteria(one);
        return read === null || !shown.has(field)
          ? []
          : [{ ...read, field, logicOperator: 'AND', number: nextNumber() }];
      }),
    ),
  );
  const [isDirty, setIsDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const letGo = useUnsavedWork(isDirty ? `What ${role.name} is confined to is not saved.` : null);

  // What cannot be shown here (a field that one does not see, a condition that cannot be read) stays as it is.
  const kept = opened.filter(
    ({ field, criteria }) => !shown.has(field) || criteria.some((one) => findFilterCriteria(one) === null),
  );
  const keptFields = new Set(kept.map(({ field }) => field));
  const bounds: Bound[] = [...Map.groupBy(drafts, ({ field }) => field)].map(([field, ofField]) => ({
    field,
    criteria: ofField.map(({ operator, value, values }) => ({
      operator,
      ...(value != null && { value }),
      ...(values != null && { values }),
    })),
  }));
  const { each } = whyNotFilters(shown, drafts);
  const isValid = each.every((sentence) => sentence === null);
  const asked = JSON.stringify([...bounds, ...kept.map(({ field, criteria }) => ({ field, criteria }))]);
  const counted = useQuery({
    queryKey: ['roles', 'confined', recordType.id, asked],
    queryFn: ({ signal }) =>
      countConfinedRecords(
        {
          recordTypeId: recordType.id,
          confinements: bounds.map(({ field, criteria }) => ({
            field,
            criteria: criteria.map((one) => ({
              ...one,
              values: one.values == null ? null : [...one.values],
            })),
          })),
        },
        signal,
      ),
    enabled: isValid && kept.length === 0,
  });

  const put = (next: readonly Draft[]) => {
    setDrafts(next);
    setIsDirty(true);
    setFailure(null);
  };

  async function save() {
    setSaving(true);
    setFailure(null);
    const names = new Set([...opened.map(({ field }) => field), ...bounds.map(({ field }) => field)]);
    try {
      await change(() =>
        updateAccess({
          confinements: [...names]
            .filter((field) => !keptFields.has(field))
            .map((field) => ({
              roleId: role.id,
              recordTypeId: recordType.id,
              field,
              before: [...(opened.find((one) => one.field === field)?.criteria ?? [])],
              after: (bounds.find((one) => one.field === field)?.criteria ?? []).map((one) => ({
                ...one,
                values: one.values == null ? null : [...one.values],
              })),
            })),
        }),
      );
      letGo();
      setIsDirty(false);
      setOpened([...kept, ...bounds]);
      snackbars.success('Changes Saved!');
      // The button has nothing more to save.
      focusIfLost(told.current);
    } catch (refusal) {
      setFailure(refusal);
      // Whoever saves again has been told, and means it.
      const now = theirsOf(refusal);
      setOpened([...opened.filter(({ field }) => !now.some((one) => one.field === field)), ...now]);
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className={styles.confinement}>
      {failure !== null && <ErrorAlert failure={failure} title="The confinement was not saved" />}
      {drafts.length === 0 && kept.length === 0 && (
        <p
          className={styles.quiet}
        >{`Confined to nothing: ${role.name} sees all records of ${recordType.name} that are not deleted.`}</p>
      )}
      {kept.length > 0 && (
        <p className={styles.quiet}>
          It is also confined by {kept.length === 1 ? 'a field' : `${kept.length} fields`} that your own role
          does not see, or by a condition that cannot be read. That stays.
        </p>
      )}
      <ol ref={list} className={styles.conditions}>
        {drafts.map((draft, index) => (
          <FilterRow
            key={draft.number}
            index={index}
            joins={false}
            condition={draft}
            fields={filterable.filter(({ key }) => !keptFields.has(key))}
            options={options.get(draft.field) ?? noOptions}
            problem={each[index] ?? null}
            onChange={(condition) =>
              put(
                drafts.map((one) =>
                  one.number === draft.number ? { ...condition, number: one.number } : one,
                ),
              )
            }
            onRemove={() => {
              put(drafts.filter(({ number }) => number !== draft.number));
              focusAfterRemoval(index);
            }}
          />
        ))}
      </ol>
      <div>
        <Button
          variant="text"
          startIcon={<Icon name="plus" />}
          disabled={drafts.length >= mostFilters || filterable.length === 0}
          onClick={() => {
            const field = filterable.find(({ key }) => key === 'status') ?? filterable[0]!;
            const operator = valueOf(field.dataType).operators[0]!;
            put([...drafts, { number: nextNumber(), field: field.key, operator, logicOperator: 'AND' }]);
            focusNew();
          }}
        >
          Add condition
        </Button>
      </div>
      <div className={styles.confinementFoot}>
        <p ref={told} role="status" tabIndex={-1}>
          {!isValid
            ? 'A condition is not complete.'
            : kept.length > 0
              ? ''
              : counted.error !== null
                ? 'Could not be counted.'
                : counted.data === undefined
                  ? 'Counting…'
                  : saySeen(role.name, counted.data, drafts)}
        </p>
        <Button variant="contained" disabled={!isDirty || !isValid || saving} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
}

function saySeen(
  role: string,
  { seen, total }: Awaited<ReturnType<typeof countConfinedRecords>>,
  drafts: readonly Draft[],
): string {
  if (seen === null || total === null) return 'Counting took too long.';
  const asMe = drafts.some((one) =>
    [one.value, ...(one.values ?? [])].some((text) => text?.startsWith('@username')),
  );
  const people = asMe ? ', with you as the person' : '';
  return `${role} sees ${seen.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} records${people}.`;
}

/** What somebody else made of the same fields meanwhile. */
function theirsOf(refusal: unknown): readonly Stored[] {
  if (!(refusal instanceof RequestFailure) || refusal.code !== 'CONFLICT') return [];
  const current = refusal.details['current'] as { confinements?: readonly Stored[] } | undefined;
  return current?.confinements ?? [];
}

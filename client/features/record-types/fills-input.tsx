// What a choice from a list of objects fills: pairs of a field and of a property, those alone that fit.
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { mostFills, readFills, writeFills } from '@rowhouse/domain/fills/field-fill.ts';
import { canFill, whyNotFill } from '@rowhouse/domain/fills/why-not-fill.ts';
import type { LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import { foldName } from '@rowhouse/domain/record-types/rules.ts';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import type { RecordTypes } from './api.ts';
import type { Part } from './design-draft.ts';
import styles from './record-types.module.css';

type FillsInputProps = {
  part: Part<LineFieldDesign>;
  /** Of the same type or kind of lines, itself among them. */
  fields: readonly Part<LineFieldDesign>[];
  choices: Pick<RecordTypes, 'lists' | 'properties'>;
  error: string | null;
  onSet: (fills: string) => void;
};

type Pair = { readonly fieldId: string; readonly propertyId: number };

export function FillsInput({ part, fields, choices, error, onSet }: FillsInputProps) {
  const { dataType, listId, fills } = part.values;
  const { section, goTo } = useFocusOnPair();
  const list = choices.lists.find(({ id }) => id === listId);
  const objectId = list?.objectDefinition?.id ?? null;
  if (!canFill(dataType, list && { listType: list.listType, objectDefinitionId: objectId })) return null;
  const properties = choices.properties.get(objectId ?? 0) ?? [];
  const fitting = ({ values }: Part<LineFieldDesign>) =>
    properties.filter(
      (property) =>
        whyNotFill(
          {
            name: values.name,
            dataType: values.dataType,
            listId: values.listId,
            isComputed: values.formula !== null,
          },
          { ...property, currency: null },
        ) === null,
    );
  const pairs = readFills(fills);
  const open = fields.filter((one) => one.key !== part.key && one.values.enabled && fitting(one).length > 0);
  const free = open.filter(({ key }) => !pairs.some(({ fieldId }) => fieldId === key));
  const set = (next: readonly Pair[]) => onSet(writeFills(next));
  const pairOf = (field: Part<LineFieldDesign>): Pair => {
    const fit = fitting(field);
    const same = fit.find(({ name }) => foldName(name) === foldName(field.values.name));
    return { fieldId: field.key, propertyId: (same ?? fit[0])!.id };
  };
  const replace = (at: number, pair: Pair) => set(pairs.map((one, index) => (index === at ? pair : one)));
  return (
    <section ref={section} className={styles.fills} aria-label="When a value is chosen">
      <h2 className={styles.subtitle}>When a value is chosen</h2>
      <p className={styles.quiet}>
        Choosing fills these fields at once with what {list?.name} has there. They can be changed afterwards.
      </p>
      {pairs.map(({ fieldId, propertyId }, at) => {
        const field = fields.find(({ key }) => key === fieldId);
        const property = properties.find(({ id }) => id === propertyId);
        const name = field?.values.name || 'a field without a name';
        const fit = field === undefined ? [] : fitting(field);
        return (
          <div key={fieldId} className={styles.fill} role="group" aria-label={`Fill ${name}`}>
            <FieldFrame
              label="Fill"
              {...(field?.values.enabled === false && { hint: 'It is switched off.' })}
            >
              {(framed) => (
                <Select
                  {...framed}
                  value={fieldId}
                  onChange={(event) => {
                    const other = fields.find(({ key }) => key === event.currentTarget.value);
                    if (other !== undefined) replace(at, pairOf(other));
                  }}
                >
                  {fields
                    .filter((one) => one.key === fieldId || free.includes(one))
                    .map(({ key, values }) => (
                      <option key={key} value={key}>
                        {values.name || 'Without a name'}
                      </option>
                    ))}
                </Select>
              )}
            </FieldFrame>
            <FieldFrame
              label="With"
              {...(!fit.some(({ id }) => id === propertyId) && {
                hint: 'It does not fit any more, or is switched off: nothing is filled.',
              })}
            >
              {(framed) => (
                <Select
                  {...framed}
                  value={propertyId}
                  onChange={(event) =>
                    replace(at, { fieldId, propertyId: Number(event.currentTarget.value) })
                  }
                >
                  {!fit.some(({ id }) => id === propertyId) && (
                    <option value={propertyId}>{property?.name ?? 'A property that is switched off'}</option>
                  )}
                  {fit.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
            <IconButton
              aria-label={`Fill ${name} no more`}
              onClick={() => {
                set(pairs.filter((_, index) => index !== at));
                goTo('button');
              }}
            >
              <Icon name="close" />
            </IconButton>
          </div>
        );
      })}
      {error !== null && (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      )}
      {free[0] !== undefined && pairs.length < mostFills ? (
        <div>
          <Button
            data-add
            variant="text"
            onClick={() => {
              set([...pairs, pairOf(free[0]!)]);
              goTo('pair');
            }}
          >
            Fill a field…
          </Button>
        </div>
      ) : (
        pairs.length === 0 && (
          <p className={styles.quiet}>No other field here takes what one of its properties holds.</p>
        )
      )}
    </section>
  );
}

/** What was pressed may be gone with it: the button when no field is left, a pair when it is taken out. */
function useFocusOnPair() {
  const section = useRef<HTMLElement>(null);
  const wanted = useRef<'pair' | 'button' | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const target =
      wanted.current === 'button'
        ? section.current?.querySelector<HTMLElement>('[data-add]')
        : [...(section.current?.querySelectorAll('[role=group]') ?? [])].at(-1)?.querySelector('select');
    wanted.current = null;
    target?.focus();
  });
  return {
    section,
    goTo(place: 'pair' | 'button') {
      wanted.current = place;
    },
  };
}

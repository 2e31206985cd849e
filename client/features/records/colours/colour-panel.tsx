// The rules by which rows and cells have a colour, as a draft until Apply.
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {
  colourTones,
  longestRuleName,
  mostColourRules,
  whyNotRuleName,
  type ColourRule,
  type ColourTone,
} from '@rowhouse/domain/grid-preferences/colour-rules.ts';
import { whyNotFilters, type FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useId, useRef, useState } from 'react';
import { Chip, type ChipTone } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { FilterRow } from '../../../values/filter-row.tsx';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import styles from './colour-panel.module.css';

type ColourPanelProps = {
  anchor: HTMLElement | null;
  fields: readonly RecordField[];
  options: FieldOptions;
  /** Those whose cells can be coloured, in their order. */
  columns: readonly { readonly id: string; readonly header: string }[];
  rules: readonly ColourRule[];
  onApply: (rules: readonly ColourRule[]) => void;
  onClose: () => void;
};

const toneNames: Readonly<Record<ColourTone, string>> = {
  RED: 'Red',
  AMBER: 'Amber',
  GREEN: 'Green',
  TEAL: 'Teal',
  BLUE: 'Blue',
  VIOLET: 'Violet',
  GREY: 'Grey',
};

let lastNumber = 0;
const nextNumber = () => (lastNumber += 1);

type DraftCondition = FilterCondition & { readonly number: number };
type Draft = Omit<ColourRule, 'conditions'> & {
  readonly number: number;
  readonly conditions: readonly DraftCondition[];
};

const numbered = (condition: FilterCondition): DraftCondition => ({ ...condition, number: nextNumber() });

export function ColourPanel({ anchor, fields, options, columns, rules, onApply, onClose }: ColourPanelProps) {
  const filterable = fields.filter((field) => field.filterable);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const list = useRef<HTMLDivElement>(null);
  const freshCondition = (): DraftCondition => {
    const field = filterable.find(({ key }) => key === 'status') ?? filterable[0];
    const operator = field ? valueOf(field.dataType).operators[0]! : 'isEmpty';
    return { number: nextNumber(), field: field?.key ?? '', operator, logicOperator: 'AND' };
  };
  const freshRule = (place: number): Draft => ({
    number: nextNumber(),
    name: '',
    tone: colourTones[place % colourTones.length]!,
    column: null,
    conditions: [freshCondition()],
  });
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    rules.length === 0
      ? [freshRule(0)]
      : rules.map((rule) => ({
          ...rule,
          number: nextNumber(),
          conditions: rule.conditions.map(numbered),
        })),
  );
  const change = (changed: Draft) =>
    setDrafts(drafts.map((draft) => (draft.number === changed.number ? changed : draft)));
  const whyNot = drafts.map(({ name, conditions }) => {
    const { each, whole } = whyNotFilters(byKey, conditions);
    return whyNotRuleName(name) ?? whole ?? each.find((sentence) => sentence !== null) ?? null;
  });
  const isComplete = whyNot.every((sentence) => sentence === null);
  function add() {
    setDrafts([...drafts, freshRule(drafts.length)]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus(),
    );
  }
  function remove(place: number) {
    setDrafts(drafts.filter((_, at) => at !== place));
    requestAnimationFrame(() => {
      const removing = list.current?.querySelectorAll<HTMLElement>('[data-remove-rule]');
      const next = removing?.[Math.min(place, removing.length - 1)];
      (next ?? list.current?.parentElement?.querySelector('button'))?.focus();
    });
  }
  return (
    <SidePanel
      place="under"
      title="Colours"
      anchor={anchor}
      width={840}
      onClose={onClose}
      foot={
        <>
          <p className={styles.problem} role="status">
            {whyNot.find((sentence) => sentence !== null) ?? ''}
          </p>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="contained"
            disabled={!isComplete}
            onClick={() =>
              onApply(
                drafts.map(({ name, tone, column, conditions }) => ({
                  name: name.trim(),
                  tone,
                  column,
                  conditions: conditions.map(({ number: _, ...condition }) => condition),
                })),
              )
            }
          >
            Apply
          </Button>
        </>
      }
    >
      <p className={styles.hint}>
        A rule colours the rows or cells that its conditions find, and hides none. Of several rules the first
        one counts.
      </p>
      <div ref={list}>
        {drafts.map((draft, place) => (
          <Rule
            key={draft.number}
            draft={draft}
            place={place}
            columns={columns}
            filterable={filterable}
            options={options}
            problems={whyNotFilters(byKey, draft.conditions).each}
            onChange={change}
            onAdd={() => change({ ...draft, conditions: [...draft.conditions, freshCondition()] })}
            onRemove={() => remove(place)}
          />
        ))}
      </div>
      {drafts.length === 0 && <p className={styles.hint}>No rules. Apply shows all rows without color.</p>}
      <Button
        variant="text"
        startIcon={<Icon name="plus" />}
        disabled={drafts.length >= mostColourRules || filterable.length === 0}
        onClick={add}
      >
        Add rule
      </Button>
    </SidePanel>
  );
}

type RuleProps = {
  draft: Draft;
  place: number;
  columns: ColourPanelProps['columns'];
  filterable: readonly RecordField[];
  options: FieldOptions;
  problems: readonly (string | null)[];
  onChange: (draft: Draft) => void;
  onAdd: () => void;
  onRemove: () => void;
};

function Rule(props: RuleProps) {
  const { draft, place, columns, filterable, options, problems, onChange, onAdd, onRemove } = props;
  const id = useId();
  const { list, focusNew, focusAfterRemoval } = useRowFocus();
  const setConditions = (conditions: readonly DraftCondition[]) => onChange({ ...draft, conditions });
  return (
    <fieldset className={styles.rule}>
      <legend className={styles.legend}>
        <Chip tone={draft.tone.toLowerCase() as ChipTone}>{draft.name.trim() || `Rule ${place + 1}`}</Chip>
      </legend>
      <div className={styles.head}>
        <div className={styles.name}>
          <TextInput
            label="Name of the rule"
            hideLabel
            placeholder="Name, said with the colour"
            value={draft.name}
            maxLength={longestRuleName}
            onChange={(name) => onChange({ ...draft, name })}
          />
        </div>
        <span className={styles.pair}>
          <label htmlFor={`${id}tone`}>Colour</label>
          <Select
            id={`${id}tone`}
            value={draft.tone}
            onChange={({ target }) => onChange({ ...draft, tone: target.value as ColourTone })}
          >
            {colourTones.map((tone) => (
              <option key={tone} value={tone}>
                {toneNames[tone]}
              </option>
            ))}
          </Select>
        </span>
        <span className={styles.pair}>
          <label htmlFor={`${id}column`}>Of</label>
          <Select
            id={`${id}column`}
            value={draft.column ?? ''}
            onChange={({ target }) =>
              onChange({ ...draft, column: target.value === '' ? null : target.value })
            }
          >
            <option value="">the whole row</option>
            {columns.map((column) => (
              <option key={column.id} value={column.id}>
                {column.header}
              </option>
            ))}
          </Select>
        </span>
        <IconButton
          data-remove-rule=""
          aria-label={`Remove rule ${draft.name || place + 1}`}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </IconButton>
      </div>
      <ol ref={list} className={styles.list}>
        {draft.conditions.map((condition, index) => (
          <FilterRow
            key={condition.number}
            index={index}
            condition={condition}
            fields={filterable}
            options={options.get(condition.field) ?? noOptions}
            problem={problems[index] ?? null}
            onChange={(changed) =>
              setConditions(
                draft.conditions.map((one) =>
                  one.number === condition.number ? { ...changed, number: one.number } : one,
                ),
              )
            }
            onRemove={() => {
              setConditions(draft.conditions.filter(({ number }) => number !== condition.number));
              focusAfterRemoval(index);
            }}
          />
        ))}
      </ol>
      <Button
        variant="text"
        size="small"
        startIcon={<Icon name="plus" size={16} />}
        disabled={draft.conditions.length >= mostFilters}
        onClick={() => {
          onAdd();
          focusNew();
        }}
      >
        Add condition
      </Button>
    </fieldset>
  );
}

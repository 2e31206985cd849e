import Button from '@mui/material/Button';
import { intervalNames, intervals, type Interval } from '@rowhouse/domain/aggregates/interval.ts';
import {
  mayGroup,
  measureNames,
  measuresOf,
  takesInterval,
  type FieldMeasure,
} from '@rowhouse/domain/aggregates/measures.ts';
import {
  chartKindNames,
  chartKinds,
  goesAlongTime,
  groupsOfKind,
  isAdditive,
  whyNotChart,
  type Chart,
  type ChartKind,
} from '@rowhouse/domain/dashboards/chart.ts';
import { toGridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { ReactNode, Ref } from 'react';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { DialogForm, FormDialogFrame } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { FilterRow } from '../../values/filter-row.tsx';
import { noOptions, type FieldOptions, type ValueField } from '../../values/value-field.ts';
import type { ShownChart } from './api.ts';
import type { ChartInput } from './board-draft.ts';
import { filtersOf, knownChart } from './chart.ts';
import styles from './dashboard-form.module.css';

export type FormField = ValueField & { readonly filterable: boolean };

export type ChartStart = {
  readonly filters: readonly FilterCondition[];
  readonly groups: readonly { readonly field: string; readonly interval: Interval | null }[];
};

export type TypedChart = { readonly title: string; readonly kind: ChartKind };

export type ChartFormProps = {
  /** Without it one is made. */
  chart: ShownChart | null;
  /** What one that is made begins with, of the grid that it is made of. */
  start?: ChartStart;
  /** On which dashboard it shall stand, where that is still open. */
  place?: ReactNode;
  /** Asked before it is saved: why that place cannot be taken, or null. */
  whyNot?: () => string | null;
  types: readonly { readonly id: number; readonly name: string }[];
  typeId: number;
  /** Told what was typed so far of what all types have. */
  onType: (id: number, typed: TypedChart) => void;
  /** That, of the type before. */
  typed?: TypedChart | null;
  fields: readonly FormField[];
  options: FieldOptions;
  /** Of a dashboard that others see: has a field for the reason. */
  asksWhy: boolean;
  onSave: (chart: ChartInput) => Promise<void>;
  onClose: () => void;
};

type Condition = FilterCondition & { readonly number: number };
/** Of the fields that records are gathered by; the last one gives the columns of a pivot table. */
type Places<Item> = readonly [Item, Item, Item];
type Place = 0 | 1 | 2;

type Draft = {
  readonly title: string;
  readonly kind: ChartKind;
  readonly groups: Places<string>;
  readonly intervals: Places<Interval>;
  /** 'COUNT', or a kind and a field: 'SUM f7'. */
  readonly measure: string;
  readonly filters: readonly Condition[];
};

let lastNumber = 0;
const numbered = (condition: FilterCondition): Condition => ({ ...condition, number: (lastNumber += 1) });

export const titleOfChartForm = (chart: ShownChart | null): string =>
  chart === null ? 'Add chart' : `Edit ${chart.title}`;

export function ChartFormDialog(props: ChartFormProps) {
  return (
    <FormDialogFrame
      title={titleOfChartForm(props.chart)}
      maxWidth="md"
      isWholeOnPhone
      onClose={props.onClose}
    >
      <ChartForm key={props.typeId} {...props} />
    </FormDialogFrame>
  );
}

function ChartForm(props: ChartFormProps) {
  const { chart, types, typeId, onType, fields, options, onSave, onClose } = props;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const typed = props.typed ?? undefined;
  const form = useFormDraft<Draft, void>({
    opened: () => startDraft(chart?.recordTypeId === typeId ? chart : null, fields, props.start),
    typed: typed && ((opened) => ({ ...typed, ...withKind(opened, typed.kind, byKey) })),
    unsaved: 'The chart is not saved.',
    judge(typed) {
      const fault = whyNotChart(toChart(typed, typeId, byKey), byKey);
      const ofPlace = props.whyNot?.() ?? null;
      return {
        ...(fault !== null && { [fault.field]: fault.sentence }),
        ...(ofPlace !== null && { place: ofPlace }),
      };
    },
    send: (typed) => onSave(toInput(toChart(typed, typeId, byKey))),
    onSaved: onClose,
  });
  const { draft, set, faultOf } = form;

  const groupable = fields.filter(
    (field) => mayGroup(field) && (!goesAlongTime(draft.kind) || takesInterval(field.dataType)),
  );
  return (
    <DialogForm
      form={form}
      failed="The chart was not saved"
      submitLabel={chart === null ? 'Add chart' : 'Save'}
      onClose={onClose}
    >
      <TextInput
        ref={typed === undefined ? focusAtFirst : undefined}
        label="Title"
        required
        value={draft.title}
        error={faultOf('title')}
        onChange={(title) => set({ title })}
      />
      {props.place}
      <div className={styles.pair}>
        <Choice
          ref={typed === undefined ? undefined : focusAtFirst}
          label="Records"
          value={String(typeId)}
          onChange={(id) => onType(Number(id), { title: draft.title, kind: draft.kind })}
        >
          {types.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label="Shown as"
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as ChartKind, ...withKind(draft, kind as ChartKind, byKey) })}
        >
          {chartKinds.map((kind) => (
            <option key={kind} value={kind}>
              {chartKindNames[kind]}
            </option>
          ))}
        </Choice>
      </div>
      <Choice
        label="Number"
        value={draft.measure}
        error={faultOf('measure')}
        onChange={(measure) => set({ measure })}
      >
        <option value="COUNT">Count of records</option>
        {fields.map((field) => (
          <MeasuresOfField key={field.key} field={field} kind={draft.kind} />
        ))}
      </Choice>
      {placesOf(draft.kind).map(({ place, label, isRequired }) => (
        <div key={place} className={styles.pair}>
          <Choice
            label={label}
            value={draft.groups[place]}
            error={place === 0 ? faultOf('groups') : null}
            onChange={(key) => set({ groups: replaced(draft.groups, place, key) })}
          >
            <option value="">{isRequired ? 'Choose a field' : 'Nothing'}</option>
            {(place === 0 ? groupable : fields.filter(mayGroup)).map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Choice>
          {takesInterval(byKey.get(draft.groups[place])?.dataType ?? 'string') && (
            <Choice
              label={draft.kind === 'PIVOT' ? `${label}, each` : place === 0 ? 'Each' : 'Each of these'}
              value={draft.intervals[place]}
              onChange={(interval) =>
                set({ intervals: replaced(draft.intervals, place, interval as Interval) })
              }
            >
              {intervals.map((interval) => (
                <option key={interval} value={interval}>
                  {intervalNames[interval]}
                </option>
              ))}
            </Choice>
          )}
        </div>
      ))}
      <Conditions
        conditions={draft.filters}
        fields={fields}
        options={options}
        error={faultOf('filters')}
        onChange={(filters) => set({ filters })}
      />
      {props.asksWhy && <ReasonOfSettings />}
    </DialogForm>
  );
}

type ChoiceProps = {
  ref?: Ref<HTMLSelectElement> | undefined;
  label: string;
  value: string;
  error?: string | null;
  onChange: (value: string) => void;
  children: ReactNode;
};

const Choice = ({ ref, label, value, error = null, onChange, children }: ChoiceProps) => (
  <FieldFrame label={label} error={error}>
    {(framed) => (
      <Select ref={ref} {...framed} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </Select>
    )}
  </FieldFrame>
);

/** Under its name: some forty fields have four or five each. */
function MeasuresOfField({ field, kind }: { field: FormField; kind: ChartKind }) {
  const measures = measuresOf(field).filter((measure) => mayShow(kind, measure));
  if (measures.length === 0) return null;
  return (
    <optgroup label={field.name}>
      {measures.map((measure) => (
        <option key={measure} value={`${measure} ${field.key}`}>
          {`${measureNames[measure]} of ${field.name}`}
        </option>
      ))}
    </optgroup>
  );
}

type ConditionsProps = {
  conditions: readonly Condition[];
  fields: readonly FormField[];
  options: FieldOptions;
  error: string | null;
  onChange: (conditions: readonly Condition[]) => void;
};

/** Which of the records are counted: as in the grid's filters. */
function Conditions({ conditions, fields, options, error, onChange }: ConditionsProps) {
  const filterable = fields.filter((field) => field.filterable);
  const first = filterable.find(({ key }) => key === 'status') ?? filterable[0];
  const { list, focusNew, focusAfterRemoval } = useRowFocus();
  return (
    <fieldset className={styles.roles}>
      <legend className={styles.legend}>Only records where</legend>
      {conditions.length === 0 && <p className={styles.quiet}>All records that the reader may see.</p>}
      <ol ref={list} className={styles.conditions}>
        {conditions.map((condition, index) => (
          <FilterRow
            key={condition.number}
            index={index}
            condition={condition}
            fields={filterable}
            options={options.get(condition.field) ?? noOptions}
            problem={null}
            onChange={(next) =>
              onChange(
                conditions.map((one) =>
                  one.number === condition.number ? { ...next, number: one.number } : one,
                ),
              )
            }
            onRemove={() => {
              onChange(conditions.filter(({ number }) => number !== condition.number));
              focusAfterRemoval(index);
            }}
          />
        ))}
      </ol>
      {error !== null && (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
      {first !== undefined && conditions.length < mostFilters && (
        <Button
          variant="text"
          startIcon={<Icon name="plus" size={16} />}
          onClick={() => {
            const [operator] = valueOf(first.dataType).operators;
            if (operator === undefined) return;
            onChange([...conditions, numbered({ field: first.key, operator, logicOperator: 'AND' })]);
            focusNew();
          }}
        >
          Add condition
        </Button>
      )}
    </fieldset>
  );
}

const mayShow = (kind: ChartKind, measure: FieldMeasure): boolean =>
  (kind !== 'RING' && kind !== 'STACKED_BAR') || isAdditive(measure);

const replaced = <Item,>(items: Places<Item>, place: Place, item: Item): Places<Item> => [
  place === 0 ? item : items[0],
  place === 1 ? item : items[1],
  place === 2 ? item : items[2],
];

/** Which fields are asked for. */
function placesOf(
  kind: ChartKind,
): readonly { readonly place: Place; readonly label: string; readonly isRequired: boolean }[] {
  if (kind === 'PIVOT')
    return [
      { place: 0, label: 'Rows', isRequired: true },
      { place: 1, label: 'Rows within', isRequired: false },
      { place: 2, label: 'Columns', isRequired: true },
    ];
  const { least, most } = groupsOfKind[kind];
  return ([0, 1] as const)
    .filter((place) => place < most)
    .map((place) => ({ place, label: place === 0 ? 'Grouped by' : 'Then by', isRequired: place < least }));
}

/** What cannot stand in the other kind is put back, so that the form is never wrong by itself. */
function withKind(draft: Draft, kind: ChartKind, fields: ReadonlyMap<string, FormField>): Partial<Draft> {
  const [measure = 'COUNT'] = draft.measure.split(' ');
  const isShown = measure === 'COUNT' || mayShow(kind, measure as FieldMeasure);
  const isDay = takesInterval(fields.get(draft.groups[0])?.dataType ?? 'string');
  const [first, second, third] = draft.groups;
  const [ofFirst, ofSecond, ofThird] = draft.intervals;
  // What was the second field is the columns of a pivot table, and the other way round.
  const crossed =
    kind === 'PIVOT' && third === ''
      ? { groups: [first, '', second] as const, intervals: [ofFirst, ofThird, ofSecond] as const }
      : draft.kind === 'PIVOT' && kind !== 'PIVOT'
        ? { groups: [first, third, ''] as const, intervals: [ofFirst, ofThird, ofSecond] as const }
        : { groups: draft.groups };
  return {
    ...(!isShown && { measure: 'COUNT' }),
    ...crossed,
    ...(goesAlongTime(kind) && !isDay && { groups: [firstDayOf(fields), crossed.groups[1], ''] as const }),
  };
}

const firstDayOf = (fields: ReadonlyMap<string, FormField>): string =>
  [...fields.values()].find((field) => mayGroup(field) && takesInterval(field.dataType))?.key ?? '';

function startDraft(chart: ShownChart | null, fields: readonly FormField[], start?: ChartStart): Draft {
  if (chart === null) {
    const [first, second] = start?.groups ?? [];
    const status = fields.find(({ key }) => key === 'status') ?? fields.find(mayGroup);
    return {
      title: '',
      kind: second === undefined ? 'BAR' : 'STACKED_BAR',
      groups: [first?.field ?? status?.key ?? '', second?.field ?? '', ''],
      intervals: [first?.interval ?? 'MONTH', second?.interval ?? 'MONTH', 'MONTH'],
      measure: 'COUNT',
      filters: (start?.filters ?? []).map(numbered),
    };
  }
  const { kind, groups: kept, measure } = knownChart(chart);
  const columns = kind === 'PIVOT' ? kept.at(-1) : undefined;
  const groups = columns === undefined ? kept : kept.slice(0, -1);
  return {
    title: chart.title,
    kind,
    groups: [groups[0]?.field ?? '', groups[1]?.field ?? '', columns?.field ?? ''],
    intervals: [groups[0]?.interval ?? 'MONTH', groups[1]?.interval ?? 'MONTH', columns?.interval ?? 'MONTH'],
    measure: measure.field === null ? 'COUNT' : `${measure.kind} ${measure.field}`,
    filters: filtersOf(chart).map(numbered),
  };
}

function toChart(draft: Draft, recordTypeId: number, fields: ReadonlyMap<string, FormField>): Chart {
  const [kind = 'COUNT', field] = draft.measure.split(' ');
  return {
    kind: draft.kind,
    title: draft.title.trim(),
    recordTypeId,
    filters: draft.filters.map(({ number: _number, ...condition }) => toGridFilter(condition)),
    groups: placesOf(draft.kind)
      .filter(({ place, isRequired }) => isRequired || draft.groups[place] !== '')
      .map(({ place }) => ({
        field: draft.groups[place],
        interval: takesInterval(fields.get(draft.groups[place])?.dataType ?? 'string')
          ? draft.intervals[place]
          : null,
      })),
    measure: { kind: kind as Chart['measure']['kind'], field: field ?? null },
  };
}

const toInput = ({ filters, groups, measure, ...chart }: Chart): ChartInput => ({
  ...chart,
  filters: filters.map((filter) => ({ ...filter, value: filter.value })),
  groups: groups.map((group) => ({ ...group })),
  measure,
});

/** The dialog opens on its first field. */

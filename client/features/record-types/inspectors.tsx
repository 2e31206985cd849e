// What can be changed of the chosen thing.
import Button from '@mui/material/Button';
import {
  dataTypeNames,
  dataTypesToChoose,
  lineDataTypes,
  needsList,
  needsObject,
  slotsUsedUp,
  takesDefault,
} from '@rowhouse/domain/record-types/rules.ts';
import { isComputable } from '@rowhouse/domain/formulas/formula.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { targetsOf } from '@rowhouse/domain/values/conversion.ts';
import type { LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { askWhereUsed, type WhereUsedQuestion } from '../../platform/ask-where-used.ts';
import type { RecordTypes } from './api.ts';
import type { FieldValues, Part } from './design-draft.ts';
import { FillsInput } from './fills-input.tsx';
import { FormulaInput, type FormulaNames } from './formula-input.tsx';
import styles from './record-types.module.css';

/** Opens the form of a list over the draft of the type, and tells the id of what came of it. */
export type OnNewList = (onMade: (id: number) => void) => void;

export type Fault = { readonly key: string; readonly name: string; readonly sentence: string } | null;

type InspectorProps<Values> = {
  part: Part<Values>;
  fault: Fault;
  onSet: (change: Partial<Values>) => void;
  onDrop: () => void;
  /** As which it is asked where it is used, once it is saved. */
  thing: (id: number) => WhereUsedQuestion;
  /** Of a field that is saved as switched off. */
  onDelete?: (() => void) | undefined;
};

/** What has a place at which its fault is said; any other is said above all of them. */
export const saysItsFault: ReadonlySet<string> = new Set([
  'name',
  'enabled',
  'formula',
  'listId',
  'fills',
  'objectDefinitionId',
  'required',
  'defaultValue',
  'help',
  'section',
  'prefix',
  'padding',
  'nextNumber',
]);

export const faultOf = (fault: Fault, key: string, name: string): string | null =>
  fault?.key === key && fault.name === name ? fault.sentence : null;

/** The name, and the buttons below: what every thing of a design has. */
export function PartInspector<Values extends { readonly name: string; readonly enabled: boolean }>({
  part,
  fault,
  onSet,
  onDrop,
  thing,
  onDelete,
  children,
}: InspectorProps<Values> & { children?: ReactNode }) {
  const name = useRef<HTMLInputElement>(null);
  const turn = useRef<HTMLButtonElement>(null);
  const { key, id, values } = part;
  const whyNotTurned = faultOf(fault, key, 'enabled');
  useEffect(() => {
    if (id === null) name.current?.focus();
  }, [key, id]);
  useEffect(() => {
    if (faultOf(fault, key, 'name') !== null) name.current?.focus();
    // Of a long form it is out of sight.
    if (faultOf(fault, key, 'enabled') !== null) turn.current?.focus();
  }, [fault, key]);
  return (
    <div className={styles.form}>
      <TextInput
        ref={name}
        label="Name"
        required
        value={values.name}
        error={faultOf(fault, key, 'name')}
        onChange={(given) => onSet({ name: given } as Partial<Values>)}
      />
      {children}
      {whyNotTurned !== null && (
        <p className={styles.fault} role="alert">
          {whyNotTurned}
        </p>
      )}
      <div className={styles.acts}>
        {id === null ? (
          <Button onClick={onDrop}>Remove</Button>
        ) : (
          <>
            <Button ref={turn} onClick={() => onSet({ enabled: !values.enabled } as Partial<Values>)}>
              {values.enabled ? 'Switch off' : 'Switch on'}
            </Button>
            <Button onClick={() => askWhereUsed(thing(id))}>Where is this used?</Button>
            {onDelete !== undefined && (
              <Button color="error" onClick={onDelete}>
                Delete…
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

type ChoicesProps = {
  dataType: DataType;
  listId: number | null;
  fault: string | null;
  lists: RecordTypes['lists'];
  isFixed: boolean;
  onSet: (listId: number | null) => void;
  onNewList: OnNewList;
};

function ListChoice({ dataType, listId, fault, lists, isFixed, onSet, onNewList }: ChoicesProps) {
  if (!needsList(dataType)) return null;
  return (
    <>
      <FieldFrame
        label="List"
        required
        error={fault}
        {...(isFixed
          ? { hint: 'For good: records hold its values.' }
          : lists.length === 0 && { hint: 'There is no list to choose from yet.' })}
      >
        {(framed) => (
          <Select
            {...framed}
            disabled={isFixed}
            value={listId ?? ''}
            onChange={(event) => onSet(Number(event.currentTarget.value) || null)}
          >
            <option value="">Choose</option>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      {!isFixed && (
        <div>
          <Button variant="text" startIcon={<Icon name="plus" size={16} />} onClick={() => onNewList(onSet)}>
            New list…
          </Button>
        </div>
      )}
    </>
  );
}

function TypeChoice({
  dataType,
  of,
  isFixed,
  hint,
  onSet,
}: {
  dataType: DataType;
  of: readonly DataType[];
  isFixed: boolean;
  /** Why it is fixed. */
  hint: string;
  onSet: (dataType: DataType) => void;
}) {
  return (
    <FieldFrame label="Data type" required {...(isFixed && { hint })}>
      {(framed) => (
        <Select
          {...framed}
          disabled={isFixed}
          value={dataType}
          onChange={(event) => onSet(event.currentTarget.value as DataType)}
        >
          {of.map((one) => (
            <option key={one} value={one}>
              {dataTypeNames[one]}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}

type FieldInspectorProps = InspectorProps<FieldValues> & {
  typeName: string;
  choices: RecordTypes;
  onNewList: OnNewList;
  /** The input of the default value: it is that of the field's data type, which the page brings. */
  renderDefault: (part: Part<FieldValues>, error: string | null) => ReactNode;
  formula: FormulaSetting;
  /** Of the same type, the field among them. */
  fields: readonly Part<FieldValues>[];
  /** Opens the way to another data type; undefined where there is none now. */
  onRetype?: (() => void) | undefined;
};

type FormulaSetting = {
  readonly names: FormulaNames;
  readonly whyNot: string | null;
  readonly hasRecords: boolean;
};

export function FieldInspector({
  typeName,
  choices,
  onNewList,
  renderDefault,
  formula,
  fields,
  onRetype,
  ...props
}: FieldInspectorProps) {
  const { part, fault, onSet } = props;
  const { values, base, id, key } = part;
  const isOld = id !== null;
  const error = (name: string) => faultOf(fault, key, name);
  const asksNow = values.required && !(isOld && base.required) && values.defaultValue === null;
  return (
    <PartInspector {...props}>
      <TypeChoice
        dataType={values.dataType}
        of={dataTypesToChoose}
        isFixed={isOld}
        hint={onRetype === undefined ? whyFixed(base) : 'Records hold values of it.'}
        onSet={(dataType) =>
          onSet({
            dataType,
            listId: null,
            objectDefinitionId: null,
            defaultValue: null,
            fills: '',
            ...(!isComputable(dataType) && { formula: null }),
          })
        }
      />
      <ChangeType onRetype={onRetype} />
      <FormulaInput
        dataType={values.dataType}
        formula={values.formula}
        error={error('formula') ?? formula.whyNot}
        names={formula.names}
        replaces={isOld && formula.hasRecords && values.formula !== base.formula}
        onSet={(text) => onSet(computedBy(text))}
      />
      <ListChoice
        dataType={values.dataType}
        listId={values.listId}
        fault={error('listId')}
        lists={choices.lists}
        isFixed={isOld}
        onSet={(listId) => onSet({ listId, defaultValue: null, fills: '' })}
        onNewList={onNewList}
      />
      <FillsInput
        part={part}
        fields={fields}
        choices={choices}
        error={error('fills')}
        onSet={(fills) => onSet({ fills })}
      />
      {needsObject(values.dataType) && (
        <FieldFrame label="Object" required error={error('objectDefinitionId')}>
          {(framed) => (
            <Select
              {...framed}
              disabled={isOld}
              value={values.objectDefinitionId ?? ''}
              onChange={(event) => onSet({ objectDefinitionId: Number(event.currentTarget.value) || null })}
            >
              <option value="">Choose</option>
              {choices.objects.map(({ id: objectId, name }) => (
                <option key={objectId} value={objectId}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
      )}
      {values.isSlow && <p className={styles.notice}>{slotsUsedUp(values.dataType, typeName)}</p>}
      {values.formula === null && (
        <LabelledCheckbox
          label="Required"
          checked={values.required}
          fault={error('required') ?? undefined}
          onChange={(event) => onSet({ required: event.currentTarget.checked, requiredFromNow: false })}
        />
      )}
      {asksNow && (
        <LabelledCheckbox
          label="From now on: records that are empty stay so until they are saved"
          checked={values.requiredFromNow}
          onChange={(event) => onSet({ requiredFromNow: event.currentTarget.checked })}
        />
      )}
      {takesDefault(values.dataType) && values.formula === null && renderDefault(part, error('defaultValue'))}
      <TextArea
        label="Help text"
        hint="Stands below its input in forms."
        value={values.help ?? ''}
        error={error('help')}
        onChange={(help) => onSet({ help: help === '' ? null : help })}
      />
      <TextInput
        label="Section"
        hint="The heading under which forms show it; empty for the first."
        value={values.section ?? ''}
        error={error('section')}
        onChange={(section) => onSet({ section: section === '' ? null : section })}
      />
      <LabelledCheckbox
        label="Shown in grids from the start"
        checked={values.visibility}
        onChange={(event) => onSet({ visibility: event.currentTarget.checked })}
      />
    </PartInspector>
  );
}

function ChangeType({ onRetype }: Pick<FieldInspectorProps, 'onRetype'>) {
  if (onRetype === undefined) return null;
  return (
    <div>
      <Button variant="text" onClick={onRetype}>
        Change type…
      </Button>
    </div>
  );
}

/** Where there is no way to another type. */
const whyFixed = ({ formula, dataType }: Pick<FieldValues, 'formula' | 'dataType'>): string =>
  formula !== null
    ? 'For good while it is computed.'
    : targetsOf(dataType).length === 0
      ? 'For good: what it holds can become nothing else.'
      : 'It is being changed, or was changed and can be undone below.';

/** What nobody fills is neither asked for nor begun with. */
const computedBy = (formula: string | null): Partial<FieldValues> =>
  formula === null ? { formula } : { formula, required: false, requiredFromNow: false, defaultValue: null };

type LineFieldInspectorProps = InspectorProps<LineFieldDesign> & {
  choices: RecordTypes;
  onNewList: OnNewList;
  formula: FormulaSetting;
  /** Of the same kind of lines, the field among them. */
  fields: readonly Part<LineFieldDesign>[];
  isOff: boolean;
} & Pick<FieldInspectorProps, 'onRetype'>;

export function LineFieldInspector({
  choices,
  onNewList,
  formula,
  fields,
  isOff,
  onRetype,
  ...props
}: LineFieldInspectorProps) {
  const { part, fault, onSet } = props;
  const { values, base, id, key } = part;
  return (
    <PartInspector {...props}>
      <TypeChoice
        dataType={values.dataType}
        of={dataTypesToChoose.filter((one) => lineDataTypes.includes(one))}
        isFixed={id !== null}
        hint={
          onRetype !== undefined
            ? 'Lines hold values of it.'
            : isOff
              ? 'For good while it is switched off.'
              : whyFixed(base)
        }
        onSet={(dataType) =>
          onSet({ dataType, listId: null, fills: '', ...(!isComputable(dataType) && { formula: null }) })
        }
      />
      <ChangeType onRetype={onRetype} />
      <FormulaInput
        dataType={values.dataType}
        formula={values.formula}
        error={faultOf(fault, key, 'formula') ?? formula.whyNot}
        names={formula.names}
        replaces={id !== null && formula.hasRecords && values.formula !== base.formula}
        onSet={(text) => onSet(text === null ? { formula: text } : { formula: text, required: false })}
      />
      <ListChoice
        dataType={values.dataType}
        listId={values.listId}
        fault={faultOf(fault, key, 'listId')}
        lists={choices.lists}
        isFixed={id !== null}
        onSet={(listId) => onSet({ listId, fills: '' })}
        onNewList={onNewList}
      />
      <FillsInput
        part={part}
        fields={fields}
        choices={choices}
        error={faultOf(fault, key, 'fills')}
        onSet={(fills) => onSet({ fills })}
      />
      {values.formula === null && (
        <LabelledCheckbox
          label="Required"
          checked={values.required}
          onChange={(event) => onSet({ required: event.currentTarget.checked })}
        />
      )}
    </PartInspector>
  );
}

// One record type with all that it is made of, as a draft that is saved whole.
import Button from '@mui/material/Button';
import type { LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import { whatFieldDeletionDoes } from '@rowhouse/domain/fields/deletion.ts';
import { sayKind } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { dataTypeNames, seriesNumber } from '@rowhouse/domain/record-types/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { askImpact, type ProposedChange } from '../../platform/ask-impact.ts';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { PaneTabs, type PaneTab } from '../../ui/pane-tabs.tsx';
import { useScreenKeys, type NamedKeys } from '../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { deleteField, updateRecordType, type Design, type RecordTypes } from './api.ts';
import type { ConditionValues } from './condition-draft.ts';
import {
  addPart,
  countChanges,
  dropPart,
  findRefused,
  listClashes,
  newField,
  newPart,
  readDraft,
  setPart,
  settleClashes,
  toInput,
  type DesignDraft,
  type FieldValues,
  type LineTypePart,
  type Part,
  type Parts,
} from './design-draft.ts';
import { ConditionsTab } from './conditions-tab.tsx';
import { DeletedFields } from './deleted-fields.tsx';
import { DeleteTypeDialog } from './delete-type-dialog.tsx';
import { findFault } from './find-fault.ts';
import { FormulaProgress } from './formula-progress.tsx';
import { FieldInspector, LineFieldInspector, PartInspector, type Fault } from './inspectors.tsx';
import { judgeDraft, namesForField, namesForLine } from './judge-draft.ts';
import { MenuChoice, menuOf } from './menu-choice.tsx';
import { PartsEditor } from './parts-editor.tsx';
import styles from './record-types.module.css';
import { RelatedTypes } from './related-types.tsx';
import { StandardFieldUse } from './standard-field-use.tsx';
import { StatusesTab } from './statuses-tab.tsx';
import { takingsOf } from './takings.ts';
import { useChangeDesigns } from './use-designs.ts';

type TypeDesignerProps = {
  design: Design;
  choices: RecordTypes;
  /** The grid and the form as they would be with these fields. */
  renderPreview: (fields: readonly Part<FieldValues>[]) => ReactNode;
  renderDefault: (
    part: Part<FieldValues>,
    error: string | null,
    onSet: (value: string | null) => void,
  ) => ReactNode;
};

const designKeys = {
  title: 'On the page of record types',
  keys: {
    add: { keys: ['Alt+N'], does: 'adds a field, status, code or line field', whileTyping: true },
    save: { keys: ['Ctrl+S'], does: 'saves the changes', whileTyping: true },
  },
} satisfies NamedKeys;

export function TypeDesigner({ design, choices, renderPreview, renderDefault }: TypeDesignerProps) {
  const client = useQueryClient();
  const change = useChangeDesigns();
  const confirm = useConfirm();
  const [address, setAddress] = useSearchParams();
  const [draft, setDraft] = useState(() => readDraft(design));
  const [seen, setSeen] = useState(design);
  const asked = address.get('part');
  const [followed, setFollowed] = useState(asked);
  const [chosen, setChosen] = useState(asked);
  const [lineType, setLineType] = useState(() => lineTypeWith(draft, asked));
  const [fault, setFault] = useState<Fault>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  /** That a new condition is to be of. */
  const [conditioned, setConditioned] = useState('');
  const [menu, setMenu] = useState({ section: '', name: '' });
  const [deletes, setDeletes] = useState(false);
  // What others have saved comes in under what is not saved here.
  if (seen !== design && !isSaving) {
    setSeen(design);
    setDraft(readDraft(design, draft));
  }
  // A link to one part of the type may come while the page is open.
  if (followed !== asked) {
    setFollowed(asked);
    if (asked !== null) {
      setChosen(asked);
      setLineType(lineTypeWith(draft, asked));
    }
  }
  const whyNotFormula = judgeDraft(draft);
  const changes = countChanges(draft);
  const clashes = listClashes(draft);
  const letGo = useUnsavedWork(changes > 0 ? `${design.name} has changes that are not saved.` : null);
  const tab = address.get('tab') ?? (design.isSuper ? 'type' : 'fields');

  const show = (id: string, key: string | null = null) => {
    setAddress(
      (before) => {
        before.set('tab', id);
        before.delete('part');
        return before;
      },
      { replace: true },
    );
    setChosen(key);
  };
  const set = (given: Partial<DesignDraft>) => {
    setDraft({ ...draft, ...given });
    setFault(null);
  };
  const lines = draft.lineTypes.find(({ key }) => key === lineType) ?? draft.lineTypes[0];
  const setLines = (one: LineTypePart) =>
    set({ lineTypes: draft.lineTypes.map((other) => (other.key === one.key ? one : other)) });

  function add() {
    if (design.isSuper) return;
    if (tab === 'statuses') {
      const isFirst = draft.statuses.parts.length === 0;
      addTo('statuses', newPart({ name: '', enabled: true, closes: false, isFirst }));
    } else if (tab === 'problemCodes') addTo('problemCodes', newPart({ name: '', enabled: true }));
    else if (tab === 'lineTypes' && lines !== undefined) {
      const part = newPart(plainLineField);
      setLines({ ...lines, fields: addPart(lines.fields, part) });
      setChosen(part.key);
    } else if (tab === 'fields') addTo('fields', newField('string', ''));
  }
  function addTo<Kind extends 'fields' | 'statuses' | 'problemCodes'>(
    kind: Kind,
    part: DesignDraft[Kind]['parts'][number],
  ) {
    set({ [kind]: addPart(draft[kind] as Parts<unknown>, part as Part<unknown>) });
    setChosen(part.key);
  }

  function refuse(found: Fault & object, on: string) {
    show(on, found.key);
    setFault(found);
  }

  async function save() {
    if (changes === 0 || clashes.length > 0 || isSaving) return;
    const wrong = findFault(draft, design);
    if (wrong !== null) {
      refuse(wrong.fault, wrong.tab);
      return;
    }
    const isSure = await askImpact({
      title: `Save these changes of ${design.name}?`,
      confirmLabel: changes === 1 ? 'Save 1 change' : `Save ${changes} changes`,
      changes: takingsOf(draft, design.id),
    });
    if (!isSure) return;
    setSaving(true);
    setFailure(null);
    try {
      await change(() => updateRecordType(toInput(draft)));
      letGo();
      const fresh = client.getQueryData<Design>(['record-types', 'design', design.id]) ?? design;
      const place = [...draft.fields.parts].findIndex(({ key }) => key === chosen);
      const next = readDraft(fresh);
      setSeen(fresh);
      setDraft(next);
      if (tab === 'fields') setChosen(next.fields.parts[place]?.key ?? null);
      else if (chosen?.startsWith('new') === true) setChosen(null);
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      const place =
        refusal instanceof RequestFailure && refusal.field !== null
          ? findRefused(draft, refusal.field)
          : null;
      if (place !== null) refuse({ ...place, sentence: toSentence(refusal) }, place.tab);
      else if (!(refusal instanceof RequestFailure && refusal.code === 'CONFLICT')) setFailure(refusal);
    }
    setSaving(false);
  }

  async function discard() {
    const isSure = await confirm({
      title: 'Are you sure you want to discard your changes?',
      confirmLabel: 'Discard',
      tone: 'danger',
    });
    if (!isSure) return;
    setDraft(readDraft(design));
    setFault(null);
    setFailure(null);
    setChosen(null);
  }

  async function addToMenu() {
    const place = menuOf(menu);
    if (place === null) return;
    try {
      await change(() => updateRecordType({ id: design.id, menu: place }));
      snackbars.success(`${design.name} is in the menu`);
    } catch (refusal) {
      setFailure(refusal);
    }
  }

  /** Null while the field is in use, or has a change that is not saved. */
  function deletionOf<Values extends { readonly name: string; readonly enabled: boolean }>(
    { id, version, base, values }: Part<Values>,
    thing: (id: number) => Omit<ProposedChange, 'takes'>,
    ofLines: boolean,
  ): (() => void) | undefined {
    if (id === null || version === null || base.enabled || values.enabled) return undefined;
    return () => void removeField({ id, version, ofLines }, base.name, { ...thing(id), takes: 'DELETE' });
  }

  async function removeField(
    field: { id: number; version: number; ofLines: boolean },
    name: string,
    taken: ProposedChange,
  ) {
    const isSure = await askImpact({
      title: `Delete ${name}?`,
      confirmLabel: `Delete ${name}`,
      changes: [taken],
      says: whatFieldDeletionDoes,
    });
    if (!isSure) return;
    setFailure(null);
    try {
      await change(() => deleteField(field));
      setChosen(null);
      snackbars.success(`${name} is deleted`);
    } catch (refusal) {
      setFailure(refusal);
    }
  }

  useScreenKeys(designKeys, { add, save: () => void save() });

  const fieldPart = draft.fields.parts.find(({ key }) => key === chosen);
  const codePart = draft.problemCodes.parts.find(({ key }) => key === chosen);
  const linePart = lines?.fields.parts.find(({ key }) => key === chosen);
  const { numbering } = draft;
  const setNumbering = (given: Partial<typeof numbering.values>) =>
    set({ numbering: { ...numbering, values: { ...numbering.values, ...given } } });
  const ofNumbering = (name: string) =>
    fault?.key === numbering.key && fault.name === name ? fault.sentence : null;

  const thingOfField = (id: number) => ({ kind: 'FIELD', id: design.id, fieldKey: `f${id}` }) as const;
  const thingOfLine = (id: number) => ({ kind: 'LINE_FIELD', id }) as const;

  const own: PaneTab[] = [
    {
      id: 'fields',
      title: 'Fields',
      icon: 'columns',
      count: draft.fields.parts.filter(({ values }) => values.enabled).length,
      render: () => (
        <PartsEditor
          label="Fields"
          addLabel="Add field"
          parts={draft.fields}
          chosen={chosen}
          onChoose={setChosen}
          onChange={(fields) => set({ fields })}
          onAdd={add}
          noteOf={noteOfField}
          isAsked={({ required }) => required}
          inspector={
            fieldPart === undefined ? null : (
              <>
                <FieldInspector
                  key={fieldPart.key}
                  part={fieldPart}
                  fault={fault}
                  typeName={design.name}
                  choices={choices}
                  formula={{
                    names: namesForField(draft, fieldPart.key),
                    whyNot: whyNotFormula.get(fieldPart.key) ?? null,
                    hasRecords: design.recordsTotal > 0,
                  }}
                  renderDefault={(part, error) =>
                    renderDefault(part, error, (defaultValue) =>
                      set({ fields: setPart(draft.fields, part.key, { defaultValue }) }),
                    )
                  }
                  thing={thingOfField}
                  onDelete={deletionOf(fieldPart, thingOfField, false)}
                  onSet={(given) => set({ fields: setPart(draft.fields, fieldPart.key, given) })}
                  onDrop={() => {
                    set({ fields: dropPart(draft.fields, fieldPart.key) });
                    setChosen(null);
                  }}
                />
                {fieldPart.id !== null && fieldPart.values.enabled && (
                  <FieldConditions
                    conditions={draft.conditions.parts.filter(
                      ({ values }) => values.enabled && values.field === `f${fieldPart.id}`,
                    )}
                    onOpen={(key) => {
                      setConditioned(`f${fieldPart.id}`);
                      show('conditions', key);
                    }}
                  />
                )}
                {fieldPart.id !== null && !fieldPart.values.enabled && (
                  <p className={styles.quiet}>
                    Its values stay, and come back with it. Once it is saved as switched off, it can be
                    deleted.
                  </p>
                )}
              </>
            )
          }
          below={
            <DeletedFields fields={design.deletedFields.filter(({ lineTypeId }) => lineTypeId == null)} />
          }
          aside={renderPreview(draft.fields.parts)}
        />
      ),
    },
    {
      id: 'lineTypes',
      title: 'Line items',
      icon: 'list',
      count: draft.lineTypes.filter(({ values }) => values.enabled).length,
      render: () => (
        <div className={styles.stack}>
          <div className={styles.kinds} role="group" aria-label="Kinds of lines">
            {draft.lineTypes.map((one) => (
              <Button
                key={one.key}
                variant={one === lines ? 'outlined' : 'text'}
                aria-pressed={one === lines}
                onClick={() => {
                  setLineType(one.key);
                  setChosen(null);
                }}
              >
                {one.values.name || 'Without a name'}
              </Button>
            ))}
            <Button
              onClick={() => {
                const part = {
                  ...newPart({ name: '', description: '', visibility: true, enabled: true }),
                  fields: { parts: [], from: [] },
                };
                set({ lineTypes: [...draft.lineTypes, part] });
                setLineType(part.key);
                setChosen(part.key);
              }}
            >
              Add a kind of lines
            </Button>
          </div>
          {lines === undefined ? (
            <p className={styles.quiet}>Records of this type have no lines yet.</p>
          ) : (
            <>
              <div className={styles.narrowForm}>
                <PartInspector
                  key={lines.key}
                  part={lines}
                  fault={fault}
                  thing={(id) => ({ kind: 'LINE_TYPE', id })}
                  onSet={(given) => setLines({ ...lines, values: { ...lines.values, ...given } })}
                  onDrop={() => set({ lineTypes: draft.lineTypes.filter(({ key }) => key !== lines.key) })}
                >
                  <TextInput
                    label="Description"
                    value={lines.values.description}
                    onChange={(description) =>
                      setLines({ ...lines, values: { ...lines.values, description } })
                    }
                  />
                </PartInspector>
              </div>
              <PartsEditor
                label={`Fields of ${lines.values.name || 'the lines'}`}
                below={
                  <DeletedFields
                    fields={design.deletedFields.filter(({ lineTypeId }) => lineTypeId === lines.id)}
                  />
                }
                addLabel="Add line field"
                parts={lines.fields}
                chosen={chosen}
                onChoose={setChosen}
                onChange={(fields) => setLines({ ...lines, fields })}
                onAdd={add}
                noteOf={noteOfField}
                isAsked={({ required }) => required}
                inspector={
                  linePart === undefined ? null : (
                    <LineFieldInspector
                      key={linePart.key}
                      part={linePart}
                      fault={fault}
                      lists={choices.lists}
                      formula={{
                        names: namesForLine(lines.fields, linePart.key),
                        whyNot: whyNotFormula.get(linePart.key) ?? null,
                        hasRecords: design.recordsTotal > 0,
                      }}
                      thing={thingOfLine}
                      onDelete={deletionOf(linePart, thingOfLine, true)}
                      onSet={(given) =>
                        setLines({ ...lines, fields: setPart(lines.fields, linePart.key, given) })
                      }
                      onDrop={() => setLines({ ...lines, fields: dropPart(lines.fields, linePart.key) })}
                    />
                  )
                }
              />
            </>
          )}
        </div>
      ),
    },
    {
      id: 'statuses',
      title: 'Statuses',
      icon: 'check',
      count: draft.statuses.parts.filter(({ values }) => values.enabled).length,
      render: () => (
        <StatusesTab
          draft={draft}
          design={design}
          roles={choices.roles}
          chosen={chosen}
          fault={fault}
          onChoose={setChosen}
          onChange={set}
          onAdd={add}
        />
      ),
    },
    {
      id: 'conditions',
      title: 'Conditions',
      icon: 'filter',
      count: draft.conditions.parts.filter(({ values }) => values.enabled).length,
      render: () => (
        <ConditionsTab
          draft={draft}
          design={design}
          chosen={chosen}
          field={conditioned}
          fault={fault}
          onChoose={setChosen}
          onField={setConditioned}
          onChange={set}
        />
      ),
    },
    {
      id: 'problemCodes',
      title: 'Problem codes',
      icon: 'warning',
      count: draft.problemCodes.parts.filter(({ values }) => values.enabled).length,
      render: () => (
        <PartsEditor
          label="Problem codes"
          addLabel="Add problem code"
          parts={draft.problemCodes}
          chosen={chosen}
          onChoose={setChosen}
          onChange={(problemCodes) => set({ problemCodes })}
          onAdd={add}
          noteOf={() => ''}
          inspector={
            codePart === undefined ? null : (
              <PartInspector
                key={codePart.key}
                part={codePart}
                fault={fault}
                thing={(id) => ({ kind: 'PROBLEM_CODE', id })}
                onSet={(given) => set({ problemCodes: setPart(draft.problemCodes, codePart.key, given) })}
                onDrop={() => set({ problemCodes: dropPart(draft.problemCodes, codePart.key) })}
              />
            )
          }
        />
      ),
    },
    {
      id: 'numbering',
      title: 'Numbering',
      icon: 'sort',
      render: () => (
        <div className={styles.narrowForm}>
          <div className={styles.form}>
            <LabelledCheckbox
              label="Give record numbers from a series, where a new record leaves its number empty"
              checked={numbering.values.enabled}
              onChange={(event) => setNumbering({ enabled: event.currentTarget.checked })}
            />
            <TextInput
              label="Prefix"
              hint="Digits, for a record number is a number: 45 in 4500123. It may be empty."
              inputMode="numeric"
              value={numbering.values.prefix}
              error={ofNumbering('prefix')}
              onChange={(prefix) => setNumbering({ prefix })}
            />
            <LabelledCheckbox
              label="The year stands before the counter, which begins at 1 again each year"
              checked={numbering.values.byYear}
              onChange={(event) => setNumbering({ byYear: event.currentTarget.checked })}
            />
            <TextInput
              label="Digits of the counter"
              hint="At least: zeros fill it up behind a prefix or a year."
              inputMode="numeric"
              value={String(numbering.values.padding)}
              error={ofNumbering('padding')}
              onChange={(padding) => setNumbering({ padding: Number(padding.replace(/\D/g, '')) })}
            />
            <TextInput
              label="Next number"
              inputMode="numeric"
              value={String(numbering.values.nextNumber)}
              error={ofNumbering('nextNumber')}
              onChange={(next) => setNumbering({ nextNumber: Number(next.replace(/\D/g, '').slice(0, 12)) })}
            />
            {numbering.values.enabled && (
              <p role="status" className={styles.notice}>
                The next record gets{' '}
                {seriesNumber(numbering.values, numbering.values.nextNumber, new Date().getFullYear())}.
              </p>
            )}
          </div>
        </div>
      ),
    },
  ];
  const ofType: PaneTab = {
    id: 'type',
    title: design.isSuper ? 'Related types' : 'Type',
    icon: 'gear',
    render: () => (
      <div className={styles.narrowForm}>
        <div className={styles.form}>
          <TextInput
            label="Name of the type"
            required
            value={draft.type.values.name}
            error={fault?.key === draft.type.key && fault.name === 'name' ? fault.sentence : null}
            onChange={(name) => set({ type: { ...draft.type, values: { ...draft.type.values, name } } })}
          />
          {design.isSuper && (
            <RelatedTypes
              types={choices.types}
              related={draft.type.values.related}
              onSet={(related) => set({ type: { ...draft.type, values: { ...draft.type.values, related } } })}
            />
          )}
          <LabelledCheckbox
            label="Switched on: its records are shown and made"
            checked={draft.type.values.enabled}
            onChange={({ currentTarget: { checked: enabled } }) =>
              set({ type: { ...draft.type, values: { ...draft.type.values, enabled } } })
            }
          />
          {design.menuPath === null && design.enabled && (
            <>
              <h3 className={styles.subtitle}>Add to the menu</h3>
              <p className={styles.quiet}>No item of the menu leads to this type yet.</p>
              <MenuChoice
                sections={choices.sections}
                value={menu}
                onSet={setMenu}
                mayBeNone={false}
                error={null}
              />
              <div>
                <Button variant="outlined" disabled={menuOf(menu) === null} onClick={() => void addToMenu()}>
                  Add to the menu
                </Button>
              </div>
            </>
          )}
          {!design.isSuper && <StandardFieldUse recordTypeId={design.id} />}
          <h3 className={styles.subtitle}>Delete this record type</h3>
          <p className={styles.quiet}>
            What goes with it is shown before anything happens, and it can be taken back for a while.
          </p>
          <div>
            <Button variant="outlined" color="error" onClick={() => setDeletes(true)}>
              Delete {design.name}…
            </Button>
          </div>
        </div>
      </div>
    ),
  };

  return (
    <section className={styles.designer} aria-label={design.name}>
      {failure !== null && <ErrorAlert failure={failure} title="The record type was not saved" />}
      {design.computing != null && <FormulaProgress computing={design.computing} />}
      <PaneTabs
        label={`Parts of ${design.name}`}
        tabs={design.isSuper ? [ofType] : [...own, ofType]}
        chosen={tab}
        onChoose={(id) => show(id)}
      />
      {deletes && <DeleteTypeDialog design={design} onClose={() => setDeletes(false)} />}
      {changes > 0 && (
        <div className={styles.bar} role="region" aria-label="Changes">
          {clashes.length > 0 ? (
            <>
              <p className={styles.sum} role="status">
                Somebody has changed the same meanwhile: {clashes.map(sayClash).join('; ')}.
              </p>
              <Button onClick={() => setDraft(settleClashes(draft, 'theirs'))}>Take theirs</Button>
              <Button variant="contained" onClick={() => setDraft(settleClashes(draft, 'mine'))}>
                Keep mine
              </Button>
            </>
          ) : (
            <>
              <p className={styles.sum} role="status">
                <span className={styles.dot} /> {changes === 1 ? 'One change' : `${changes} changes`} of{' '}
                {design.name}, not saved yet
              </p>
              <Button onClick={() => void discard()} disabled={isSaving}>
                Discard
              </Button>
              <Button variant="contained" disabled={isSaving} onClick={() => void save()}>
                {changes === 1 ? 'Save 1 change' : `Save ${changes} changes`}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** The kind of lines that has the field; null where the part is no field of lines. */
const lineTypeWith = ({ lineTypes }: DesignDraft, part: string | null): string | null =>
  lineTypes.find(({ fields }) => fields.parts.some(({ key }) => key === part))?.key ?? null;

/** What a field has of conditions, and the way to them. */
function FieldConditions({
  conditions,
  onOpen,
}: {
  conditions: readonly Part<ConditionValues>[];
  onOpen: (key: string | null) => void;
}) {
  return (
    <div className={styles.fieldConditions}>
      <h3 className={styles.subtitle}>Conditions</h3>
      {conditions.map(({ key, values }) => (
        <div key={key}>
          <Button variant="text" onClick={() => onOpen(key)}>
            {sayKind(values.kind)} when…
          </Button>
        </div>
      ))}
      <div>
        <Button variant="text" onClick={() => onOpen(null)}>
          Required, read only or shown when…
        </Button>
      </div>
    </div>
  );
}

const noteOfField = ({ dataType, formula }: LineFieldDesign): string =>
  formula === null ? dataTypeNames[dataType] : `${dataTypeNames[dataType]}, computed`;

const sayValue = (value: unknown): string =>
  value === true
    ? 'on'
    : value === false
      ? 'off'
      : value === null || value === ''
        ? 'nothing'
        : `“${String(value)}”`;
const sayClash = ({ name, theirs, mine }: { name: string; theirs: unknown; mine: unknown }): string =>
  `${name} is ${sayValue(theirs)} to them and ${sayValue(mine)} to you`;

const plainLineField = {
  name: '',
  dataType: 'string',
  required: false,
  enabled: true,
  listId: null,
  formula: null,
} as const;

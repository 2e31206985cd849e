import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { readListLines, whyNotListValues } from '@rowhouse/domain/lists/rules.ts';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { noValues, type PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { WorkbookFault } from '../../platform/workbook/workbook-fault.ts';
import { askImpact } from '../../platform/ask-impact.ts';
import { RequestFailure } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { discarding } from '../../ui/discarding.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FindInput } from '../../ui/find-input.tsx';
import { FileButton, tableFiles } from '../../ui/file-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { showDisabledValues, useShowDisabled } from '../../ui/inputs/show-disabled-setting.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { stickyBar } from '../../ui/sticky-bar.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { updateListValues, type CustomList, type CustomListValues } from './api.ts';
import styles from './lists.module.css';
import { ObjectValueDialog } from './object-value-dialog.tsx';
import { useChangeLists } from './use-lists.ts';
import { ValueRows } from './value-rows.tsx';
import { ValueUse } from './value-use.tsx';
import { downloadValues, readValues } from './values-file.ts';
import {
  addLines,
  applyLines,
  changeValue,
  draftOf,
  findMoved,
  isRenamed,
  isTurned,
  newValue,
  rebaseDraft,
  removeValue,
  sortValues,
  sumOf,
  type DraftValue,
} from './values-draft.ts';

export type ListPerson = { readonly id: number; readonly name: string; readonly email: string };

type UpdateValuesDialogProps = {
  list: CustomList;
  /** As they are now; they change under the open dialog when somebody else saves. */
  values: CustomListValues;
  /** Of the company, for a list of users. */
  people: readonly ListPerson[];
  /** Of what a list of objects holds; null for any other. */
  properties: readonly ObjectProperty[] | null;
  onClose: () => void;
};

export function UpdateValuesDialog({ list, values, people, properties, onClose }: UpdateValuesDialogProps) {
  const titleId = useId();
  const aboutId = useId();
  const confirm = useConfirm();
  const change = useChangeLists();
  const isNarrow = useMediaQuery('(width < 600px), (width < 900px) and (height < 480px)');
  const areFixed = list.listType !== 'Value';
  /** The value whose object is being filled in; a new one has no key. */
  const [filling, setFilling] = useState<{ readonly row: DraftValue | null } | null>(null);
  const [base, setBase] = useState(values);
  const [draft, setDraft] = useState(() => draftOf(values.values));
  const [sought, setSought] = useState('');
  const [showDisabled, setShowDisabled] = useShowDisabled('lists');
  /** The text of basic entry; null for extended entry. */
  const [lines, setLines] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isStale = values.version !== base.version;

  const current = lines === null ? draft : applyLines(draft, readListLines(lines));
  const sum = sumOf(current, base.values);
  const moved = useMemo(() => findMoved(current, base.values), [current, base.values]);
  const letGo = useUnsavedWork(sum.total > 0 ? `The values of ${list.name} are not saved.` : null);
  const shown = useMemo(() => narrow(draft, sought, showDisabled), [draft, sought, showDisabled]);
  const hasDisabled = useMemo(() => draft.some(isPast), [draft]);
  const fault = useMemo(() => (tried ? findFault(current) : null), [tried, current]);
  const added = useFocusOnAdded();

  const write = (next: readonly DraftValue[]) => {
    setDraft(next);
    setFailure(null);
  };

  async function leave() {
    if (sum.total === 0) return onClose();
    const isSure = await confirm(discarding);
    if (!isSure) return undefined;
    letGo();
    return onClose();
  }

  function add(value = '', userId: number | null = null, object?: PropertyValues) {
    const row = newValue(value, userId, object);
    setSought('');
    // After the enabled ones: those that are disabled stand last.
    const last = draft.findLastIndex(({ enabled }) => enabled);
    write([...draft.slice(0, last + 1), row, ...draft.slice(last + 1)]);
    added(row.key);
  }

  async function takeFile(chosen: File) {
    const found = await readValues(chosen).catch((fault: unknown) => {
      snackbars.error(fault instanceof WorkbookFault ? fault.message : 'The file could not be read.');
      return null;
    });
    if (found === null) return;
    const next = addLines(draft, found);
    if (next.length === draft.length && next.every((row, index) => row === draft[index]))
      snackbars.info(
        found.length === 0 ? 'The file holds no values.' : 'All values of the file are in the list.',
      );
    else write(next);
  }

  async function save() {
    setTried(true);
    if (findFault(current) !== null) return;
    const isSure = await askImpact({
      title: `Save these changes of ${list.name}?`,
      confirmLabel: sum.total <= 1 ? 'Save' : `Save ${sum.total} changes`,
      changes: current.flatMap(({ kept, enabled }) =>
        kept !== null && kept.enabled && !enabled
          ? [{ kind: 'LIST_VALUE' as const, id: kept.id, takes: 'DISABLE' as const }]
          : [],
      ),
    });
    if (!isSure) return;
    setSaving(true);
    setFailure(null);
    try {
      await change(() =>
        updateListValues({
          listId: list.id,
          valuesVersion: base.version,
          values: current.map((row) => ({
            ...(row.kept !== null && { id: row.kept.id }),
            value: row.value.trim(),
            ...(row.userId !== null && { userId: row.userId }),
            ...(row.object !== undefined &&
              (row.kept === null || isRenamed(row)) && {
                objectValues: [...row.object].map(([propertyId, value]) => ({ propertyId, value })),
              }),
            enabled: row.enabled,
          })),
        }),
      );
      letGo();
      onClose();
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      setSaving(false);
      // The new ones come by themselves, and the question with them.
      if (!(refusal instanceof RequestFailure && refusal.code === 'CONFLICT')) setFailure(refusal);
    }
  }

  const missing = people.filter(({ id }) => !draft.some(({ userId }) => userId === id));
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth={false}
      slotProps={{ paper: { className: isNarrow ? '' : styles.paper! } }}
      onClose={() => void leave()}
      aria-labelledby={titleId}
      aria-describedby={aboutId}
    >
      <div className={styles.dialog}>
        <header className={styles.dialogHead}>
          <div>
            <h2 id={titleId} className={styles.dialogTitle}>
              Update {list.name}&apos;s values
            </h2>
            <p id={aboutId} className={styles.quiet}>
              A removed value is kept but disabled: records that have it keep it.
            </p>
          </div>
          <button type="button" className={styles.tool} aria-label="Close" onClick={() => void leave()}>
            <Icon name="close" />
          </button>
        </header>
        <div className={styles.bar}>
          {lines === null && <FindInput label={`Find in ${list.name}`} value={sought} onChange={setSought} />}
          {lines === null && hasDisabled && (
            <LabelledCheckbox
              label={showDisabledValues}
              checked={showDisabled}
              onChange={(event) => setShowDisabled(event.currentTarget.checked)}
            />
          )}
          {lines === null && (
            <div className={styles.files}>
              {!areFixed && (
                <FileButton
                  size="small"
                  label={`Import values of ${list.name}`}
                  accept={tableFiles}
                  onFile={(chosen) => void takeFile(chosen)}
                >
                  Import
                </FileButton>
              )}
              <Button
                size="small"
                startIcon={<Icon name="download" size={16} />}
                onClick={() => void downloadValues(list.name, draft)}
              >
                Export
              </Button>
            </div>
          )}
        </div>
        <div className={styles.bar}>
          {!areFixed && (
            <div role="group" aria-label="Entry" className={styles.entry}>
              <button
                type="button"
                aria-pressed={lines !== null}
                onClick={() => {
                  if (lines === null) setLines(textOf(draft));
                }}
              >
                Basic entry
              </button>
              <button
                type="button"
                aria-pressed={lines === null}
                onClick={() => {
                  if (lines !== null) write(current);
                  setLines(null);
                }}
              >
                Extended entry
              </button>
            </div>
          )}
          <span className={styles.space} />
          {lines === null && (
            <Button size="small" onClick={() => write(sortValues(draft))}>
              Alphabetical order
            </Button>
          )}
          {lines === null && !areFixed && (
            <Button
              size="small"
              variant="outlined"
              startIcon={<Icon name="plus" size={16} />}
              onClick={() => add()}
            >
              Add value
            </Button>
          )}
          {properties !== null && (
            <Button
              size="small"
              variant="outlined"
              startIcon={<Icon name="plus" size={16} />}
              onClick={() => setFilling({ row: null })}
            >
              Create Value
            </Button>
          )}
          {list.listType === 'User' && (
            <div className={styles.person}>
              <Select
                small
                aria-label="Add a person"
                value=""
                disabled={people.length === 0}
                onChange={(event) => {
                  const person = missing.find(({ id }) => String(id) === event.currentTarget.value);
                  if (person !== undefined) add(person.name, person.id);
                }}
              >
                {/* Not disabled by the last of them, who would take the focus away. */}
                <option value="">
                  {people.length > 0 && missing.length === 0 ? 'Everybody is in the list' : 'Add a person'}
                </option>
                {missing.map(({ id, name, email }) => (
                  <option key={id} value={id}>
                    {name} ({email})
                  </option>
                ))}
              </Select>
            </div>
          )}
        </div>
        <ValueUse listId={list.id} draft={current} />
        {isStale && (
          <div role="alert" className={styles.stale}>
            <span>Somebody has changed this list since you opened it.</span>
            <Button
              size="small"
              onClick={() => {
                write(rebaseDraft(current, values.values));
                setLines(null);
                setBase(values);
              }}
            >
              Take theirs in, keep mine
            </Button>
          </div>
        )}
        {failure !== null && <ErrorAlert failure={failure} title="The values were not saved" />}
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault.sentence}
          </p>
        )}
        {lines === null ? (
          <ValueRows
            draft={draft}
            shown={shown}
            moved={moved}
            fault={fault}
            areFixed={areFixed}
            empty={
              <EmptyState title="No values yet" icon="list">
                {list.listType === 'User'
                  ? 'Each value of this list is a person of the company: choose the first one above.'
                  : areFixed
                    ? 'Create Value makes the first one.'
                    : 'Add value begins the first one. Basic entry takes many, one a line; Import takes them from a file.'}
              </EmptyState>
            }
            onChange={write}
            onWrite={(key, written) => write(changeValue(draft, key, written))}
            onRemove={(key) => write(removeValue(draft, key))}
            onEdit={properties === null ? undefined : (row) => setFilling({ row })}
          />
        ) : (
          <textarea
            className={styles.lines}
            aria-label="One value a line"
            placeholder="One value a line"
            spellCheck={false}
            value={lines}
            onChange={(event) => setLines(event.target.value)}
          />
        )}
        {lines === null && draft.length > 1 && (
          <p className={styles.keys}>
            <kbd>Space</kbd> on a grip lifts its value, arrows move it, <kbd>Enter</kbd> drops it
          </p>
        )}
        {filling !== null && properties !== null && (
          <ObjectValueDialog
            properties={properties}
            values={filling.row === null ? null : (filling.row.object ?? noValues)}
            onClose={() => setFilling(null)}
            onDone={(object, value) => {
              if (filling.row === null) add(value, null, object);
              else write(changeValue(draft, filling.row.key, { value, object }));
              setFilling(null);
            }}
          />
        )}
        <footer ref={stickyBar} className={styles.foot} data-sticky-bar>
          <span className={styles.sum} aria-live="polite">
            {sum.total > 0 && <span className={styles.dot} />}
            {sum.total > 0 && sum.sentence}
          </span>
          <Button disabled={saving} onClick={() => void leave()}>
            Cancel
          </Button>
          <Button
            variant="contained"
            disabled={saving || isStale || sum.total === 0}
            onClick={() => void save()}
          >
            {sum.total <= 1 ? 'Save' : `Save ${sum.total} changes`}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

const textOf = (draft: readonly DraftValue[]): string =>
  draft
    .filter(({ enabled }) => enabled)
    .map(({ value }) => value)
    .join('\n');

function narrow(draft: readonly DraftValue[], sought: string, showDisabled: boolean): readonly DraftValue[] {
  const words = sought.trim().toLowerCase();
  return draft.filter(
    (row) => (showDisabled || !isPast(row) || isRenamed(row)) && row.value.toLowerCase().includes(words),
  );
}

/** One that was just disabled stays in sight until it is saved. */
const isPast = ({ enabled, kept }: DraftValue): boolean => !enabled && kept?.enabled !== true;

function findFault(draft: readonly DraftValue[]): { key: string; sentence: string } | null {
  const rows = draft.map((row) => ({
    id: row.kept?.id ?? null,
    value: row.value,
    userId: row.userId,
    enabled: row.enabled,
    row,
  }));
  const found = whyNotListValues(rows, (one) => {
    const { row } = one as (typeof rows)[number];
    return row.kept === null || isRenamed(row) || (isTurned(row) && row.enabled);
  });
  return found && { key: rows[found.index]?.row.key ?? '', sentence: found.sentence };
}

/** A value that was added is written at once. */
function useFocusOnAdded(): (key: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const input = document.querySelector<HTMLInputElement>(`input[data-key="${CSS.escape(wanted.current)}"]`);
    if (input === null) return;
    wanted.current = null;
    input.scrollIntoView({ block: 'nearest' });
    input.focus();
  });
  return (key) => {
    wanted.current = key;
  };
}

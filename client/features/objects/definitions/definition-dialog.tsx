import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import {
  describeChange,
  describeUse,
  whyNotObjectName,
  whyNotProperties,
  whyNotRetyped,
  type PropertyDraft,
} from '@rowhouse/domain/objects/definition-rules.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { discarding } from '../../../ui/discarding.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { createObjectDefinition, updateObjectDefinition, type ChoiceList, type Definition } from './api.ts';
import { DisplayPreview } from './display-preview.tsx';
import styles from './definitions.module.css';
import {
  countChanges,
  draftOf,
  isChanged,
  mergeDefinition,
  newProperty,
  nothingYet,
  type DefinitionDraft,
} from './properties-draft.ts';
import { PropertyRows } from './property-rows.tsx';
import { useChangeObjects, useObjectUse } from './use-definitions.ts';

type DefinitionDialogProps = {
  /** As it is now: it changes under the open dialog when somebody else saves. Null for a new one. */
  definition: Definition | null;
  lists: readonly ChoiceList[];
  onClose: () => void;
  /** With the id of a new one. */
  onSaved: (id: number) => void;
};

/** One object with its properties: one dialog, one save. */
export function DefinitionDialog({ definition, lists, onClose, onSaved }: DefinitionDialogProps) {
  const titleId = useId();
  const confirm = useConfirm();
  const change = useChangeObjects();
  const isNarrow = useMediaQuery('(width < 600px)');
  const [base, setBase] = useState(definition);
  const saved = base ?? nothingYet;
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const use = useObjectUse(definition?.id ?? null);
  const added = useFocusOnAdded();
  const isStale = definition !== null && base !== null && definition.version !== base.version;

  const changes = countChanges(draft, saved);
  const letGo = useUnsavedWork(changes > 0 ? 'The object is not saved.' : null);
  const nameFault = tried ? whyNotObjectName(draft.name) : null;
  const fault = tried ? whyNotProperties(draft.properties, saved.properties) : null;
  const effects =
    base === null || use.data === undefined || changes === 0
      ? []
      : describeChange(draft.properties, base.properties, use.data);
  const isCounting = base !== null && use.data === undefined;

  const write = (next: DefinitionDraft) => {
    setDraft(next);
    setFailure(null);
  };

  async function leave() {
    if (changes > 0) {
      const isSure = await confirm(discarding);
      if (!isSure) return;
      letGo();
    }
    onClose();
  }

  function add() {
    const row = newProperty(!draft.properties.some(({ enabled }) => enabled));
    const last = draft.properties.findLastIndex(({ enabled }) => enabled);
    write({
      ...draft,
      properties: [...draft.properties.slice(0, last + 1), row, ...draft.properties.slice(last + 1)],
    });
    added(row.key);
  }

  async function save() {
    setTried(true);
    if (whyNotObjectName(draft.name) !== null) return;
    if (whyNotProperties(draft.properties, saved.properties) !== null) return;
    setSaving(true);
    setFailure(null);
    const properties = draft.properties.map(({ key: _key, id, listId, ...property }) => ({
      ...property,
      ...(listId !== null && { listId }),
      ...(id !== null && { id }),
    }));
    try {
      const id = await change(async () => {
        if (base === null)
          return createObjectDefinition({
            name: draft.name,
            properties: properties.map(({ id: _id, ...property }) => property),
          });
        await updateObjectDefinition({ id: base.id, version: base.version, name: draft.name, properties });
        return base.id;
      });
      letGo();
      onSaved(id);
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      setSaving(false);
      // The newest comes by itself, and the question with it.
      if (!(refusal instanceof RequestFailure && refusal.code === 'CONFLICT')) setFailure(refusal);
    }
  }

  function take(keep: 'mine' | 'theirs') {
    if (definition === null) return;
    write(mergeDefinition(draft, saved, definition, keep).draft);
    setBase(definition);
  }

  const clashes = isStale ? mergeDefinition(draft, saved, definition, 'mine').clashes : [];
  const whyKept = (property: PropertyDraft): string | null => {
    const old = property.id === null ? undefined : saved.properties.find(({ id }) => id === property.id);
    if (old === undefined) return null;
    return use.data === undefined ? 'Counting…' : whyNotRetyped(old.name, old.id, use.data);
  };
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth={false}
      slotProps={{ paper: { className: isNarrow ? '' : styles.paper! } }}
      onClose={() => void leave()}
      aria-labelledby={titleId}
    >
      <div className={styles.dialog}>
        <header className={styles.head}>
          <div>
            <h2 id={titleId} className={styles.title}>
              {base === null ? 'Add an object' : `Change ${base.name}`}
            </h2>
            <p className={styles.quiet}>
              {base === null
                ? 'Its properties are what people fill in; those that are shown stand for it in a cell.'
                : use.data !== undefined
                  ? describeUse(use.data)
                  : use.error === null
                    ? 'Counting what uses it…'
                    : 'What uses it could not be counted.'}{' '}
              {base !== null && use.data === undefined && use.error !== null && (
                <Button size="small" onClick={() => void use.refetch()}>
                  Retry
                </Button>
              )}
            </p>
          </div>
          <button type="button" className={styles.tool} aria-label="Close" onClick={() => void leave()}>
            <Icon name="close" />
          </button>
        </header>
        <div className={styles.body}>
          {isStale && (
            <div role="alert" className={styles.stale}>
              <span>
                Somebody has changed this object since you opened it.
                {clashes.length > 0 && ` You both changed: ${clashes.join(', ')}.`}
              </span>
              <Button size="small" onClick={() => take('mine')}>
                Take theirs in, keep mine
              </Button>
              {clashes.length > 0 && (
                <Button size="small" onClick={() => take('theirs')}>
                  Take theirs for these
                </Button>
              )}
            </div>
          )}
          {failure !== null && <ErrorAlert failure={failure} title="The object was not saved" />}
          <TextInput
            ref={base === null ? focusFirst : null}
            label="Name"
            required
            value={draft.name}
            error={nameFault}
            onChange={(name) => write({ ...draft, name })}
          />
          <div className={styles.bar}>
            <h3 className={styles.part}>Properties</h3>
            <Button
              size="small"
              variant="outlined"
              startIcon={<Icon name="plus" size={16} />}
              onClick={() => add()}
            >
              Add property
            </Button>
          </div>
          {fault !== null && (
            <p role="alert" className={styles.fault}>
              {fault.sentence}
            </p>
          )}
          {draft.properties.length === 0 ? (
            <p className={styles.quiet}>No properties yet.</p>
          ) : (
            <PropertyRows
              draft={draft}
              lists={lists}
              changed={new Set(draft.properties.filter((row) => isChanged(row, saved)).map(({ key }) => key))}
              faultAt={fault === null ? null : (draft.properties[fault.index]?.key ?? null)}
              whyNotRetyped={whyKept}
              onChange={write}
            />
          )}
          <DisplayPreview properties={draft.properties} />
          {draft.properties.some((property) => ![null, 'Counting…'].includes(whyKept(property))) && (
            <p className={styles.quiet}>
              The type of a property with values is changed by “Change type…” beside it, outside of this
              dialog.
            </p>
          )}
          {effects.length > 0 && (
            <ul className={styles.effects} aria-label="What becomes of the objects">
              {effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          )}
        </div>
        <footer className={styles.foot}>
          <span className={styles.sum} aria-live="polite">
            {changes > 0 && <span className={styles.dot} />}
            {changes > 0 && (changes === 1 ? 'One change' : `${changes} changes`)}
          </span>
          <Button disabled={saving} onClick={() => void leave()}>
            Cancel
          </Button>
          <Button
            variant="contained"
            disabled={saving || isStale || isCounting || changes === 0}
            onClick={() => void save()}
          >
            {base === null ? 'Add object' : 'Save'}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

const focusFirst = (input: HTMLInputElement | null) => input?.focus();

/** A property that was added is named at once. */
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

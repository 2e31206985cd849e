// The object of a field in a form: its properties as inputs, beside the other fields and saved with them. What is typed is
// the value of the field, as text; an object that is not required is put in by a press, and is nothing until something is
// typed.
import Button from '@mui/material/Button';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { noValues, readObject, writeObject } from '@rowhouse/domain/objects/stored-object.ts';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createEditSession } from '../../edit-session/edit-session.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { createObserved, useObserved } from '../../platform/observed.ts';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ObjectEditor } from './object-editor.tsx';
import styles from './object-input.module.css';
import { objectKind, propertyFields, theObject, type ObjectSession } from './object-kind.ts';
import type { ObjectPanelProps } from './object-panel-props.ts';

export type ObjectInputProps = Pick<ObjectPanelProps, 'properties' | 'failure' | 'onRetry' | 'optionsOf'> & {
  label: string;
  /** What is typed of each property, as an object is stored; '' for no object. */
  value: string;
  onChange: (value: string) => void;
  required: boolean;
  error: string | null;
};

export function ObjectInput(props: ObjectInputProps) {
  const { label, value, onChange, required, error, properties } = props;
  const confirm = useConfirm();
  const [isAdded, setAdded] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const hintId = useId();
  const isOpen = required || isAdded || value !== '';

  // What Remove was in is gone: the focus stays where it was.
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) group.current?.querySelector<HTMLElement>('[data-add]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  async function remove() {
    const question = { title: `Remove ${label}?`, body: 'What was typed in it is discarded.' };
    if (value !== '' && !(await confirm({ ...question, confirmLabel: 'Remove', tone: 'danger' }))) return;
    setAdded(false);
    onChange('');
  }

  return (
    <fieldset ref={group} className={styles.object} aria-describedby={error === null ? undefined : hintId}>
      <legend className={styles.legend}>
        {label}
        {required && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      {!isOpen && (
        <Button
          data-add
          variant="outlined"
          startIcon={<Icon name="plus" />}
          aria-label={`Add ${label}`}
          onClick={() => setAdded(true)}
        >
          Add
        </Button>
      )}
      {isOpen && properties === undefined && props.failure === null && <ProgressLine active />}
      {isOpen && props.failure !== null && (
        <ErrorAlert
          failure={props.failure}
          title="The properties could not be loaded"
          onRetry={props.onRetry}
        />
      )}
      {isOpen && properties !== undefined && (
        <ObjectFields {...props} properties={properties} errorId={hintId} takesFocus={isAdded} />
      )}
      {isOpen && !required && (
        <Button
          className={styles.remove}
          variant="text"
          startIcon={<Icon name="trash" />}
          aria-label={`Remove ${label}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      )}
    </fieldset>
  );
}

type ObjectFieldsProps = ObjectInputProps & {
  properties: readonly ObjectProperty[];
  errorId: string;
  takesFocus: boolean;
};

function ObjectFields({ properties, errorId, takesFocus, optionsOf, ...props }: ObjectFieldsProps) {
  const { value, error } = props;
  const fields = useMemo(() => propertyFields(properties), [properties]);
  const { onChange } = props;
  const [{ session, told }] = useState(() => {
    const listener = createObserved<(text: string) => void>(onChange);
    return { session: openObject(value, fields, (text) => listener.get()(text)), told: listener };
  });
  useLayoutEffect(() => told.set(onChange), [told, onChange]);
  useEffect(() => session.setFields(fields), [session, fields]);
  // The form asks for all of it: then each property says what is wrong with it.
  useEffect(() => void (error !== null && session.tellAll(theObject)), [session, error]);
  const { faults } = useObserved({ subscribe: session.subscribe, get: session.getSummary });
  if (fields.length === 0) return <p className={styles.quiet}>This object has no properties.</p>;
  return (
    <div className={styles.container}>
      <ObjectEditor
        session={session}
        fields={fields}
        optionsOf={optionsOf}
        takesFocus={takesFocus}
        className={styles.inputs}
      />
      {error !== null && faults === 0 && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** With what was typed before; whatever is typed from here on is told as the text of the whole object. */
function openObject(
  text: string,
  fields: ReturnType<typeof propertyFields>,
  onTyped: (text: string) => void,
): ObjectSession {
  let told = text;
  let isOpening = true;
  const session: ObjectSession = createEditSession(objectKind, {
    keep(changed) {
      const change = changed.get(theObject);
      if (change === undefined || isOpening) return;
      const row = session.getRows().get(theObject);
      const typed = [...(row?.values.keys() ?? [])].map(
        (key) => [Number(key), session.getValue(theObject, key)] as const,
      );
      const now = writeObject(new Map(typed)) ?? '';
      if (now === told) return;
      told = now;
      onTyped(now);
    },
  });
  session.setFields(fields);
  session.begin([{ version: 0, values: noValues }]);
  session.write(
    [...readObject(text)].map(([id, typed]) => ({ row: theObject, column: String(id), value: typed })),
  );
  isOpening = false;
  return session;
}

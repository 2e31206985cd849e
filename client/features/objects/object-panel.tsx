// One object beside the grid: read, edited, saved or discarded, and read again. On a narrow screen it is a sheet. What
// was typed stands here and not in the inputs, so that it survives the change from the one to the other.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import Button from '@mui/material/Button';
import { displayObject } from '@rowhouse/domain/objects/display.ts';
import { contactListAdministrator, saveFirst } from '@rowhouse/domain/objects/rules.ts';
import { useEffect, useRef } from 'react';
import { OpenConflict } from '../../edit-session/open-conflict.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { usePanelKeys } from '../../ui/screen-keys/screen-keys.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { ObjectEditor } from './object-editor.tsx';
import { objectKeys } from './object-keys.ts';
import type { ObjectPanelProps } from './object-panel-props.ts';
import styles from './object-panel.module.css';
import { ObjectView } from './object-view.tsx';
import { useObjectEdit } from './use-object-edit.ts';

const none = [] as const;

export function ObjectPanel(props: ObjectPanelProps) {
  const { title, recordLabel, kind, values, reading, whyNotEditable, asked, onClose } = props;
  const properties = props.properties ?? none;
  const panel = useRef<HTMLDivElement>(null);
  const edit = useObjectEdit({ ...props, properties });
  const { isEditing, isSaving } = edit;

  const wasEditing = useRef(false);
  useEffect(() => {
    if (!isEditing && wasEditing.current) panel.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  async function save() {
    await edit.save();
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function close() {
    if (await edit.mayLeave()) onClose();
  }

  const onKeyDown = usePanelKeys(objectKeys, {
    leave: () => void (isEditing ? edit.discard() : close()),
    save: () => (isEditing ? void save() : 'pass'),
    enterInput(_, { target }) {
      if (!isEditing || !(target instanceof HTMLInputElement)) return 'pass';
      return snackbars.warning(saveFirst, 'Warning');
    },
  });

  const display = displayObject(properties, values, reading, { removesComma: true });
  return (
    <>
      <SidePanel
        ref={panel}
        place="beside"
        title={title}
        note={capital(recordLabel) + (display.text === '' ? '' : ` · ${display.text}`)}
        asked={asked}
        bodyLabel={`Properties of ${title}`}
        onKeyDown={onKeyDown}
        onClose={() => void close()}
        foot={
          isEditing ? (
            <>
              <Button
                variant="text"
                aria-disabled={isSaving || undefined}
                onClick={() => {
                  if (!isSaving) void edit.discard();
                }}
              >
                Discard
              </Button>
              <Button variant="contained" aria-disabled={isSaving || undefined} onClick={() => void save()}>
                {isSaving ? 'Saving' : 'Save'}
              </Button>
            </>
          ) : kind === 'own' && whyNotEditable !== null ? (
            <p className={styles.reason}>
              <Icon name="lock" size={16} />
              <span>{whyNotEditable}</span>
            </p>
          ) : (
            <Button
              data-edit
              variant="outlined"
              startIcon={<Icon name="edit" />}
              disabled={props.properties === undefined}
              onClick={() => (kind === 'own' ? edit.begin() : snackbars.warning(contactListAdministrator))}
            >
              Edit
            </Button>
          )
        }
      >
        {props.properties === undefined && props.failure === null && <ProgressLine active />}
        {props.failure !== null && (
          <ErrorAlert
            failure={props.failure}
            title="The properties could not be loaded"
            onRetry={props.onRetry}
          />
        )}
        {props.properties !== undefined &&
          (isEditing ? (
            <ObjectEditor session={edit.session} fields={edit.fields} optionsOf={props.optionsOf} />
          ) : (
            <ObjectView properties={properties} values={values} reading={reading} />
          ))}
      </SidePanel>
      <OpenConflict conflicts={edit.conflicts} />
    </>
  );
}

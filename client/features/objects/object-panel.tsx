// One object beside the grid: read, edited, saved or discarded, and read again. On a narrow screen it is a sheet. What
// was typed stands here and not in the inputs, so that it survives the change from the one to the other.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { displayObject } from '@rowhouse/domain/objects/display.ts';
import { contactListAdministrator, saveFirst } from '@rowhouse/domain/objects/rules.ts';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ObjectEditor } from './object-editor.tsx';
import type { ObjectPanelProps } from './object-panel-props.ts';
import styles from './object-panel.module.css';
import { ObjectView } from './object-view.tsx';
import { useObjectEdit } from './use-object-edit.ts';

const none = [] as const;

export function ObjectPanel(props: ObjectPanelProps) {
  const { title, recordLabel, kind, values, reading, whyNotEditable, asked, onClose } = props;
  const properties = props.properties ?? none;
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isSheet = useMediaQuery('(width < 900px)');
  const edit = useObjectEdit({ ...props, properties });
  const { draft, isSaving } = edit;
  const isEditing = draft !== null;

  useEffect(() => heading.current?.focus(), [asked, isSheet]);
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

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') void (isEditing ? edit.discard() : close());
    else if (isEditing && event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) void save();
    else if (isEditing && event.key === 'Enter' && event.target instanceof HTMLInputElement)
      snackbars.warning(saveFirst, 'Warning');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const display = displayObject(properties, values, reading, { removesComma: true });
  const content = (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything that stands in the panel
    <div ref={panel} className={styles.content} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          <p className={styles.quiet}>
            {capital(recordLabel)}
            {display.text !== '' && ` · ${display.text}`}
          </p>
        </div>
        <IconButton size="small" aria-label={`Close ${title}`} onClick={() => void close()}>
          <Icon name="close" />
        </IconButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
      <div className={styles.body} tabIndex={0} role="group" aria-label={`Properties of ${title}`}>
        {props.properties === undefined && props.failure === null && <ProgressLine active />}
        {props.failure !== null && (
          <ErrorAlert
            failure={props.failure}
            title="The properties could not be loaded"
            onRetry={props.onRetry}
          />
        )}
        {props.properties !== undefined &&
          (draft === null ? (
            <ObjectView properties={properties} values={values} reading={reading} />
          ) : (
            <ObjectEditor
              properties={properties}
              draft={draft}
              tellsAll={edit.tellsAll}
              onType={edit.type}
              optionsOf={props.optionsOf}
              renderEditor={props.renderEditor}
            />
          ))}
      </div>
      <div className={styles.foot}>
        {draft !== null ? (
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
        )}
      </div>
    </div>
  );
  return (
    <>
      {isSheet ? (
        <Dialog open fullScreen disableRestoreFocus aria-labelledby={titleId} onClose={() => void close()}>
          {content}
        </Dialog>
      ) : (
        <section className={styles.panel} aria-labelledby={titleId}>
          {content}
        </section>
      )}
      {edit.contest !== null && props.renderContest(edit.contest)}
    </>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

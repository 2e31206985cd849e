// The page of one record, as a layout: its header, its sections, and the pane beside them.
import { editedInTheirGrids, recordDeleted } from '@rowhouse/domain/access/why-not-editable.ts';
import Button from '@mui/material/Button';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { DraftsBanner } from '../../../edit-session/drafts-banner.tsx';
import { OpenConflict } from '../../../edit-session/open-conflict.tsx';
import type { Crumb } from '../../../ui/breadcrumbs.tsx';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useObserved } from '../../../platform/observed.ts';
import { PaneTabs, type PaneTab } from '../../../ui/pane-tabs.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { useScreenKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { SplitPanes } from '../../../ui/split-panes.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { phonePage } from './phone-page.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { askWhatIMay, askWhyRecord } from '../ask-why-of.ts';
import { createRecordObject } from '../objects/record-object.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordFiles } from '../record-files.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { LineSection } from './line-section.ts';
import { createRecordDeeds, type RecordsBelow } from './record-deeds.ts';
import { createRecordEdit } from './record-edit.ts';
import { RecordFacts } from './record-facts.tsx';
import { useWantedField } from './record-form.tsx';
import { RecordHeader } from './record-header.tsx';
import { copyRecordLink, RecordMenu, type RecordMenuItem } from './record-menu.tsx';
import { RecordObjectPanel } from './record-object-panel.tsx';
import styles from './record-page.module.css';
import type { RecordPane } from './record-pane.ts';
import { factKeys, phoneFactKeys } from './record-parts.ts';
import type { RecordRoute } from './record-routes.ts';
import { RecordSections } from './record-sections.tsx';
import type { ValueSetting } from './record-value.tsx';
import { turnKeys } from './record-keys.ts';
import { RecordPager } from './record-pager.tsx';
import { percentOf } from './record-view.ts';
import { useMovableStatuses } from './use-movable-statuses.ts';
import { usePageView } from './use-page-view.ts';
import type { RecordTaking } from './record-taking.ts';
import type { LinesAsWritten } from '../unsaved-results/unsaved-results.ts';
import type { RecordList } from './use-record-list.ts';
import { useRecordEdit } from './use-record-edit.ts';
import { recordQuery, useLastChange } from './use-record.ts';
import { ViewModes } from './view-modes.tsx';

export type RecordScreenProps = {
  recordType: { readonly id: number; readonly name: string; readonly isSuper: boolean };
  record: RecordRow;
  /** All that the role may see. */
  fields: readonly RecordField[];
  options: FieldOptions;
  /** Something is about to be chosen: until then there may be no options. */
  onChoosing: () => void;
  objects: RecordObjects;
  files: RecordFiles;
  lines: readonly LineSection[];
  linesAsWritten: LinesAsWritten;
  pane: RecordPane;
  /** Where the record stands among others; absent where its role may not see that. */
  project?: ReactNode;
  /** What stands under the record; absent when nothing does. */
  below?: RecordsBelow | undefined;
  /** Values of its document taken into the form; null without a document. */
  taking: RecordTaking | null;
  /** What was sent of it to other companies and where it came from; nothing where there is none. */
  transmissions?: ReactNode;
  route: RecordRoute;
  /** The list that it was opened from; null without one. */
  list: RecordList | null;
  onGo: (to: { readonly recordId: number; readonly at: number }) => void;
  /** What else can be done with the record. */
  menuItems?: readonly RecordMenuItem[];
  /** The page of the record, from one that shows a part of it. */
  recordHref: string;
  grants: ReadonlySet<MenuAction>;
  crumbs: readonly Crumb[];
  /** Of this page, from the root. */
  address: string;
  /** Whether another record is on its way. */
  isLate: boolean;
};

export function RecordScreen(props: RecordScreenProps) {
  const { record, recordType, fields, objects, files, lines, pane, route } = props;
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const isPhone = useMediaQuery(phonePage);
  const root = useRef<HTMLDivElement>(null);
  const [{ edit, object, deeds }] = useState(() => {
    const show = (saved: RecordRow) =>
      queryClient.setQueryData(recordQuery(recordType.id, saved.id).queryKey, saved);
    const edit = createRecordEdit({
      recordTypeId: recordType.id,
      confirm,
      showChanged: (records) => records.forEach(show),
      onBegin: props.onChoosing,
    });
    const object = createRecordObject({
      recordTypeId: recordType.id,
      lastDeed: edit.lastDeed,
      showChanged: (records) => records.forEach(show),
    });
    return {
      edit,
      object,
      deeds: createRecordDeeds({ recordTypeId: recordType.id, confirm, lastDeed: edit.lastDeed, show }),
    };
  });
  const byKey = useMemo(() => new Map(fields.map((field) => [field.key, field])), [fields]);
  const options = useMovableStatuses(props.options, edit, record, byKey, recordType.id);
  const lastChange = useLastChange(recordType.id, record);
  const isDeleted = record.enabled === false;
  const whyNotEditable = whyNoEdit(recordType.isSuper, isDeleted, fields);
  const mayEdit = whyNotEditable === null;
  const { isEditing, isSaving, changes, others, note, hasDraft } = useRecordEdit(edit, recordType.id, {
    fields: byKey,
    options,
    record,
    mayEdit,
  });
  useWantedField(edit, root);
  const { list } = props;
  /** Where the records that were shown stand in the list. */
  const [places] = useState(() => new Map<number, number>());
  useEffect(() => {
    if (list !== null) places.set(record.id, list.at);
  }, [list, places, record.id]);
  const turn = (step: 1 | -1) => {
    const recordId = step === 1 ? list?.next : list?.previous;
    if (list === null || recordId == null) return;
    edit.turn(document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null);
    props.onGo({ recordId, at: list.at + step });
  };
  useScreenKeys(turnKeys, {
    next: (key) => turn(key === 'Alt+PageUp' || key === 'K' ? -1 : 1),
  });
  useEffect(() => edit.goOn(), [edit, record.id]);
  const { taking } = props;
  const join = taking?.join;
  useEffect(() => join?.(edit), [join, edit]);
  const aim = taking?.aim;
  useEffect(() => {
    if (!isEditing) aim?.(null);
  }, [isEditing, aim]);
  const facts = isPhone ? phoneFactKeys : factKeys;
  const name = String(record.recordNumber ?? `ID ${record.id}`);
  const [view, change] = usePageView(recordType.id, route, pane.document !== undefined);
  const isNarrow = useMediaQuery('(width < 900px)');
  const isAlone = route === 'accounting/doc-viewer';
  const documentPart = pane.document?.({ page: view.page, onPage: (page) => change({ page }) });
  /** The section of comments alone: they have no place in the form. */
  const isTalk = view.section === 'Comments' && pane.comments !== undefined;
  const tabs = paneTabs(view.section === 'Attachments' ? withoutFiles(pane) : pane, {
    mayEdit,
    onDocument: () => change({ tab: 'document' }),
    documentPart,
  }).filter(({ id }) => !isTalk || id === 'comments');
  const tab = tabs.some(({ id }) => id === view.tab) ? view.tab! : (tabs[0]?.id ?? '');
  const opened = useObserved(object);
  /** An object opens beside the form wherever the pane stood. */
  const percent = isTalk ? 0 : opened !== null && view.mode === 'DEFAULT' ? 70 : percentOf(view);
  const divide = (next: number) => {
    if (next === 100) change({ mode: 'DEFAULT' });
    else change({ mode: 'SPLIT_VIEW', percent: next });
  };
  const showPane = (id: string) =>
    change({ tab: id, ...(view.mode === 'DEFAULT' && !isNarrow && { mode: 'SPLIT_VIEW', percent: 50 }) });
  const showDocument = () => showPane('document');
  const setting: ValueSetting = {
    options,
    objects,
    files: {
      open: (key, row, file) =>
        key === recordFileKey && pane.document ? showDocument() : files.open(key, row, file),
    },
    openObject: (field) => void object.open(record, field.key),
    ...(taking && {
      aimed: isEditing && percent < 100 ? taking.aimed : null,
      renderPlace: (field, value) => taking.renderPlace(field, value, showDocument),
    }),
  };
  const objectPanel = opened && (
    <RecordObjectPanel
      object={object}
      opened={opened}
      record={record}
      fields={byKey}
      objects={objects}
      whyNotEditable={
        whyNotEditable ??
        (isEditing && changes > 0 ? 'Save or discard the changes of the record first.' : null)
      }
    />
  );

  const menu = (
    <RecordMenu
      label={`Actions for ${rowLabel(record)}`}
      items={menuItems(
        props,
        (id) => (id === 'delete' ? deeds.remove(record, props.below) : deeds.restore(record)),
        () => change({ tab: 'history', mode: 'ONLY_ADDITIONAL_INFO', percent: 50 }),
      )}
    />
  );
  const slot = !mayEdit ? null : isEditing ? (
    <>
      <Button variant="text" size={isPhone ? 'large' : 'medium'} disabled={isSaving} onClick={edit.discard}>
        Discard
      </Button>
      <Button
        variant="contained"
        size={isPhone ? 'large' : 'medium'}
        fullWidth={isPhone}
        disabled={isSaving}
        onClick={edit.save}
      >
        {isSaving ? 'Saving' : 'Save'}
      </Button>
    </>
  ) : (
    <Button
      variant={opened === null ? 'contained' : 'outlined'}
      size={isPhone ? 'large' : 'medium'}
      fullWidth={isPhone}
      startIcon={<Icon name="edit" />}
      onPointerEnter={edit.prepare}
      onFocus={edit.prepare}
      onClick={() => edit.begin()}
    >
      Edit
    </Button>
  );
  const form = (
    <RecordSections
      key={record.id}
      recordTypeId={recordType.id}
      record={record}
      fields={fields}
      facts={facts}
      setting={setting}
      lines={lines}
      linesAsWritten={props.linesAsWritten}
      attachments={
        (percent === 100 && !isNarrow) || view.section === 'Attachments' ? pane.attachments : undefined
      }
      edit={edit}
      isEditing={isEditing}
      mayEdit={mayEdit}
      project={props.project}
      section={view.section}
      onDocument={showDocument}
    />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears which field of the form has the focus
    <div
      ref={root}
      className={styles.page}
      onFocus={({ target }) => {
        const key = fieldAt(target);
        if (isEditing && key !== null) taking?.aim(key);
      }}
      onKeyDown={(event) => {
        const key = fieldAt(event.target as Element);
        if (!event.altKey || event.key !== 'Enter' || key === null) return;
        if (taking?.showPlace(key, edit.session.getValue(record.id, key))) {
          event.preventDefault();
          showDocument();
        }
      }}
    >
      <div className={styles.scroll}>
        <RecordHeader
          crumbs={props.crumbs}
          name={name}
          description={record.description ?? ''}
          isDeleted={isDeleted}
          isPhone={isPhone}
          facts={
            <RecordFacts
              recordTypeId={recordType.id}
              record={record}
              keys={facts}
              fields={byKey}
              options={options}
              edit={edit}
              mayEdit={mayEdit}
            />
          }
          pager={list && <RecordPager list={list} onGo={turn} />}
          viewModes={
            !isAlone &&
            !isTalk &&
            !isNarrow && <ViewModes mode={view.mode} onMode={(mode) => change({ mode, percent: 50 })} />
          }
          menu={menu}
          slot={
            isAlone ? (
              <Button component={Link} to={props.recordHref} variant="outlined">
                Open record
              </Button>
            ) : (
              !isPhone && slot
            )
          }
          note={
            changes > 0 ? (
              <span className={styles.draft}>
                {`${changes} ${changes === 1 ? 'field' : 'fields'} changed. Your draft is kept.`}
              </span>
            ) : (
              (note ?? (lastChange && !isPhone && `Changed by ${lastChange.name}, ${lastChange.ago}`))
            )
          }
        />
        {props.transmissions != null && (
          <div className={styles.transmissions}>
            {props.transmissions}
            {pane.conversation && (
              <Button
                size="small"
                variant={pane.conversation.waits > 0 ? 'outlined' : 'text'}
                startIcon={<Icon name="comment" />}
                onClick={() => showPane('conversation')}
              >
                {pane.conversation.waits > 0
                  ? `Conversation, ${pane.conversation.waits} to answer`
                  : 'Conversation'}
              </Button>
            )}
          </div>
        )}
        <p role="status" className="rh-visually-hidden">
          {list && !props.isLate && sayPlace(name, list, record.statusId?.name)}
        </p>
        <div className={styles.progress}>
          <ProgressLine active={props.isLate} label="Loading the record" />
        </div>
        {hasDraft && mayEdit && !isEditing && changes === 0 && (
          <div className={styles.banner}>
            <DraftsBanner
              count={1}
              words="This record has changes that were not saved."
              onContinue={() => edit.begin()}
              onDiscard={edit.discardDraft}
            />
          </div>
        )}
        {others.map(({ id, name: other }) => (
          <p key={id} className={styles.notice}>
            <Icon name="edit" size={16} />
            <span>{`${other} has unsaved changes`}</span>
            {places.has(id) && (
              <button
                type="button"
                className={styles.wayBack}
                onClick={() => props.onGo({ recordId: id, at: places.get(id)! })}
              >
                {`Back to ${other}`}
              </button>
            )}
          </p>
        ))}
        {whyNotEditable !== null && (
          <p className={styles.notice}>
            <Icon name="lock" size={16} />
            <span>{whyNotEditable}</span>
            <button
              type="button"
              className={styles.wayBack}
              aria-haspopup="dialog"
              onClick={(event) => askWhyRecord(recordType.id, record, event.currentTarget)}
            >
              Why?
            </button>
          </p>
        )}
        <div className={styles.body}>
          {isNarrow ? (
            <PaneTabs
              label="Parts of the record"
              tabs={
                isTalk ? tabs : [{ id: 'record', title: 'Record', icon: 'list', render: () => form }, ...tabs]
              }
              chosen={
                isTalk
                  ? 'comments'
                  : (view.tab ??
                    (view.mode === 'ONLY_ADDITIONAL_INFO' ? (tabs[0]?.id ?? 'record') : 'record'))
              }
              onChoose={(tab) => change({ tab })}
              areIcons={isPhone}
            />
          ) : isAlone ? (
            <div className={styles.body}>
              {pane.document ? (
                documentPart
              ) : (
                <div className={styles.message}>
                  <EmptyState title="No file is attached to this record" />
                </div>
              )}
            </div>
          ) : (
            <SplitPanes
              label="Divider between the form and the pane"
              percent={percent}
              onPercent={divide}
              first={form}
              second={
                opened === null ? (
                  <PaneTabs
                    label="Beside the form"
                    tabs={tabs}
                    chosen={tab}
                    onChoose={(id) => change({ tab: id })}
                    areIcons={false}
                  />
                ) : (
                  objectPanel
                )
              }
            />
          )}
        </div>
        {isNarrow && objectPanel}
      </div>
      {isPhone && !isAlone && (
        <div className={styles.foot}>
          {menu}
          {slot}
        </div>
      )}
      <OpenConflict conflicts={edit.saving.conflicts} />
    </div>
  );
}

/** The field of the form that the element is in. */
const fieldAt = (element: Element): string | null =>
  element.closest<HTMLElement>('form [data-field]')?.dataset['field'] ?? null;

/** Specification 6, and what is true of a record that is deleted. */
function whyNoEdit(isSuper: boolean, isDeleted: boolean, fields: readonly RecordField[]): string | null {
  if (isDeleted) return recordDeleted;
  if (isSuper) return editedInTheirGrids;
  return fields.some((field) => whyReadOnly(field) === null)
    ? null
    : 'Your role cannot change any field of this record.';
}

function menuItems(
  { record, recordType, grants, address, menuItems: more = [] }: RecordScreenProps,
  change: (id: 'delete' | 'restore') => Promise<void>,
  showLog: () => void,
): readonly RecordMenuItem[] {
  const id = record.enabled === false ? 'restore' : 'delete';
  const mayDelete = grants.has('soft delete') && !recordType.isSuper;
  return [
    {
      id: 'copy-link',
      label: 'Copy record link',
      icon: 'link',
      run: () => void copyRecordLink(`${window.location.origin}${address}`),
    },
    { id: 'new-tab', label: 'Open in new tab', icon: 'external', href: address },
    { id: 'log', label: 'Log report', icon: 'clock', run: showLog },
    { id: 'may', label: 'What may I do?', icon: 'help', run: () => askWhatIMay(recordType.id, record) },
    ...more,
    ...(mayDelete
      ? [
          {
            id,
            label: id === 'delete' ? 'Delete' : 'Restore',
            icon: id === 'delete' ? ('trash' as const) : ('restore' as const),
            run: () => void change(id),
          },
        ]
      : []),
  ];
}

/** '7407, 13 of 348, Pending' */
const sayPlace = (name: string, { at, total }: RecordList, status: string | null | undefined): string =>
  [name, total === null ? String(at) : `${at} of ${total}`, status].filter(Boolean).join(', ');

/** They stand among the sections. */
const withoutFiles = ({ attachments: _, ...pane }: RecordPane): RecordPane => pane;

type TabSetting = { mayEdit: boolean; onDocument: () => void; documentPart: ReactNode };

/** What the record does not have has no tab. */
function paneTabs(pane: RecordPane, { mayEdit, onDocument, documentPart }: TabSetting): readonly PaneTab[] {
  const { comments, conversation, attachments, history } = pane;
  return [
    ...(pane.document
      ? [{ id: 'document', title: 'Document', icon: 'file' as const, render: () => documentPart }]
      : []),
    ...(comments
      ? [
          {
            id: 'comments',
            title: 'Comments',
            icon: 'comment' as const,
            count: comments.total,
            news: comments.unread > 0 ? `${comments.unread} new` : undefined,
            render: () => comments.render(),
          },
        ]
      : []),
    ...(conversation
      ? [
          {
            id: 'conversation',
            title: 'Conversation',
            icon: 'switch' as const,
            news: conversation.waits > 0 ? `${conversation.waits} to answer` : undefined,
            render: () => conversation.render(),
          },
        ]
      : []),
    ...(attachments
      ? [
          {
            id: 'attachments',
            title: 'Attachments',
            icon: 'clip' as const,
            count: attachments.count,
            render: () => <div className={styles.padded}>{attachments.render({ mayEdit, onDocument })}</div>,
          },
        ]
      : []),
    ...(history
      ? [{ id: 'history', title: 'History', icon: 'clock' as const, render: () => history() }]
      : []),
  ];
}

import Button from '@mui/material/Button';
import { defaultRecordTypeId } from '@rowhouse/domain/records/limits.ts';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { FileInput } from '../features/attachments/file-input.tsx';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useWhyNothingIsSaved } from '../features/identity/use-viewing.ts';
import {
  crumbsOf,
  findPlaceOfRecordType,
  listMenuPlaces,
  menuItemPath,
} from '../features/menu/match-menu-item.ts';
import { useMenu, useMenuItemActions } from '../features/menu/use-menu.ts';
import { linkRecords } from '../features/projects/api.ts';
import { nameOf } from '../features/projects/tree-rows.ts';
import { useRecordPath } from '../features/projects/use-record-tree.ts';
import { useRecordType } from '../features/records/record-type/use-record-type.ts';
import { NewRecordForm } from '../features/records/new-record/new-record-form.tsx';
import { readListBehind, whyNotInList } from '../features/records/new-record/not-in-list.ts';
import { NewRecordFrame } from '../features/records/new-record/new-record-frame.tsx';
import type { RenderBrought } from '../features/records/record-page/record-form.tsx';
import { hrefOfRecordPage } from '../features/records/record-page/record-place.ts';
import { findBlockingFailure, RequestFailure, toSentence } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './create-record-page.module.css';
import { useWork } from '../platform/change-reason.ts';
import { useScreenSource } from '../platform/change-source.ts';
import { Notice } from '../ui/notice.tsx';
import { MissingChoices } from './missing-choices.tsx';
import { useCopiedRecord } from './use-copied-record.tsx';
import { useNewLines } from './use-new-lines.tsx';
import { useRecordObjects } from './use-record-objects.tsx';
import { useFieldOptions } from '../values/choices/use-field-options.ts';

export function CreateRecordPage() {
  useScreenSource('RECORD_PAGE');
  const [params] = useSearchParams();
  const recordTypeId = readId(params.get('recordTypeId')) ?? defaultRecordTypeId;
  const copyOf = readId(params.get('copyOf'));
  return (
    <CreateRecord
      key={`${recordTypeId} ${copyOf}`}
      recordTypeId={recordTypeId}
      copyOf={copyOf}
      parentId={readId(params.get('parentId'))}
    />
  );
}

type CreateRecordProps = {
  recordTypeId: number;
  copyOf: number | null;
  /** The record under which the new one will stand. */
  parentId: number | null;
};

function CreateRecord({ recordTypeId, copyOf, parentId }: CreateRecordProps) {
  const { tenantPath } = useSession();
  const parent = useRecordPath(parentId ?? 0, parentId !== null).data?.record;
  const recordType = useRecordType(recordTypeId);
  const fields = useFieldDefinitions(recordTypeId);
  const { options, inputs } = useRecordObjects(
    fields.data,
    useFieldOptions(recordTypeId, recordType.data ? [recordType.data] : [], fields.data),
  );
  const menu = useMenu().data ?? [];
  const place = findPlaceOfRecordType(menu, recordTypeId);
  useWork(place?.item.name ?? null);
  const designer = listMenuPlaces(menu).find(({ item }) => item.route === 'record-types');
  const grants = useMenuItemActions(place?.item.id ?? 0);
  const goBack = useWayBack(place && menuItemPath(place));
  const behind = readListBehind(useLocation().state);
  const name = recordType.data?.name;
  const copy = useCopiedRecord({ recordTypeId, recordId: copyOf, fields: fields.data, grants });

  const lines = useNewLines(recordTypeId, recordType.data, grants);
  const toRecord = useRecordPageOf(recordTypeId);

  const about = parent
    ? `${name}, under ${nameOf(parent)}`
    : copy.label === null
      ? (name ?? '')
      : `${name}, a copy of ${copy.label}`;
  const gridPath = place && `${tenantPath}/${menuItemPath(place)}`;
  const head = {
    crumbs: place ? crumbsOf(place, { name: 'New record', wayBack: gridPath! }) : [],
    about,
  };
  const back = <Button onClick={goBack}>Go back</Button>;
  const failure = findBlockingFailure(recordType, fields);
  const whyNothingIsSaved = useWhyNothingIsSaved();
  const whyNot = whyNoNewRecord(recordType.data, grants);
  if (failure !== null && !isAbsent(failure))
    return (
      <NewRecordFrame {...head}>
        <div className={styles.failure}>
          <ErrorAlert
            failure={failure}
            title="The form could not be loaded"
            onRetry={() => void Promise.all([recordType.refetch(), fields.refetch()])}
          />
        </div>
      </NewRecordFrame>
    );
  if (failure !== null)
    return (
      <NewRecordFrame {...head}>
        <div className={styles.message}>
          <EmptyState title="There is no such record type" action={back}>
            It does not exist, or your role does not work with it.
          </EmptyState>
        </div>
      </NewRecordFrame>
    );
  if (!recordType.data || !fields.data || grants.size === 0 || copy.isPending)
    return (
      <NewRecordFrame {...head}>
        <ProgressLine active />
      </NewRecordFrame>
    );
  if (whyNot !== null)
    return (
      <NewRecordFrame {...head}>
        <div className={styles.message}>
          <EmptyState title={whyNot} icon="lock" action={back} />
        </div>
      </NewRecordFrame>
    );
  const renderBrought: RenderBrought = (edited, field) =>
    field.dataType === 'object' ? (
      inputs.render(edited, field)
    ) : (
      <FileInput {...edited} recordTypeId={recordTypeId} fieldKey={field.key} label={field.name} />
    );
  const finish = async (recordNumber: number | null, id: number) => {
    await copy.finish(id);
    const whyNoLine = await lines.saveTo(id);
    const whyNotUnder = parentId === null ? null : await whyNotLinked(parentId, id);
    // Where lines were refused they go on: on the page of the record.
    if (whyNoLine === null) goBack();
    else toRecord(id);
    for (const words of [whyNoLine && `Not all lines were saved: ${whyNoLine}`, whyNotUnder])
      if (words !== null) snackbars.warning(words);
    const whyNotSeen = whyNoLine === null ? await whyNotInList(behind, { id, recordNumber }) : null;
    const created = `Record ${recordNumber ?? ''} created`;
    if (whyNotSeen === null) snackbars.success(created);
    else snackbars.success(`${created}. ${whyNotSeen}`, { label: 'Show', run: () => toRecord(id) });
  };
  return (
    <NewRecordForm
      head={head}
      recordTypeId={recordTypeId}
      fields={fields.data}
      options={options}
      renderBrought={renderBrought}
      whyNotObject={inputs.whyNot}
      {...(copy.copied && { copied: copy.copied })}
      extra={
        <>
          {whyNothingIsSaved !== null && <Notice tone="info">{whyNothingIsSaved}</Notice>}
          <MissingChoices
            recordType={recordType.data}
            fields={fields.data}
            options={options}
            designerPath={designer === undefined ? null : `${tenantPath}/${menuItemPath(designer)}`}
          />
          {copy.whyNot !== null && <Notice tone="warning">{copy.whyNot}</Notice>}
          {copy.extra}
        </>
      }
      lines={lines.sections}
      linesInFormulas={lines.inFormulas}
      whyNotLines={lines.whyNot}
      onCreated={finish}
      onDiscard={() => {
        lines.discard();
        goBack();
      }}
    />
  );
}

/** Puts the new record under the other one; the record is made in any case. */
async function whyNotLinked(parentId: number, id: number): Promise<string | null> {
  try {
    return (await linkRecords(parentId, [{ id }]))[0]?.message ?? null;
  } catch (failure) {
    return toSentence(failure);
  }
}

/** Asking again would bring the same answer. */
const isAbsent = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'NOT_FOUND';

const readId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

function whyNoNewRecord(
  recordType: { readonly isSuper: boolean; readonly name: string } | undefined,
  grants: ReadonlySet<string>,
): string | null {
  if (recordType?.isSuper)
    return `${recordType.name} gathers other record types: create the record in one of these.`;
  return grants.has('create records') ? null : 'Your role cannot create records of this type.';
}

/** To where one came from, within the tenant; else to the grid of the type. */
function useWayBack(gridPath: string | null): () => void {
  const navigate = useNavigate();
  const { tenantPath } = useSession();
  const state: unknown = useLocation().state;
  const previous =
    typeof state === 'object' && state !== null && 'previousPath' in state ? state.previousPath : null;
  const own = typeof previous === 'string' && previous.startsWith(`${tenantPath}/`) ? previous : null;
  return () => void navigate(own ?? `${tenantPath}/${gridPath ?? 'dashboard'}`);
}

/** To the page of a record of the type. */
function useRecordPageOf(recordTypeId: number): (recordId: number) => void {
  const navigate = useNavigate();
  const { tenantPath } = useSession();
  return (recordId) =>
    void navigate(
      hrefOfRecordPage({
        tenantPath: tenantPath ?? '',
        route: 'record-details-viewer',
        recordId,
        recordTypeId,
      }),
    );
}

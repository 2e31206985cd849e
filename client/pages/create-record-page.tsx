import Button from '@mui/material/Button';
import { defaultRecordTypeId } from '@rowhouse/domain/records/limits.ts';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { FileInput } from '../features/attachments/file-input.tsx';
import { FieldEditor, hasEditor } from '../features/fields/field-editor.tsx';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { useSession } from '../features/identity/use-session.ts';
import { findPlaceOfRecordType, menuItemPath } from '../features/menu/match-menu-item.ts';
import { useMenu, useMenuItemActions } from '../features/menu/use-menu.ts';
import { useRecordType } from '../features/record-types/use-record-type.ts';
import { NewRecordForm, type EditedField } from '../features/records/new-record/new-record-form.tsx';
import type { RecordField } from '../features/records/record-field.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './create-record-page.module.css';
import { useFieldOptions } from './use-field-options.ts';

export function CreateRecordPage() {
  const [params] = useSearchParams();
  const recordTypeId = readId(params.get('recordTypeId')) ?? defaultRecordTypeId;
  return <CreateRecord key={recordTypeId} recordTypeId={recordTypeId} />;
}

function CreateRecord({ recordTypeId }: { recordTypeId: number }) {
  const recordType = useRecordType(recordTypeId);
  const fields = useFieldDefinitions(recordTypeId);
  const options = useFieldOptions(recordTypeId, recordType.data ? [recordTypeId] : [], fields.data);
  const place = findPlaceOfRecordType(useMenu().data ?? [], recordTypeId);
  const grants = useMenuItemActions(place?.item.id ?? 0);
  const goBack = useWayBack(place && menuItemPath(place));
  const name = recordType.data?.name;

  const back = <Button onClick={goBack}>Go back</Button>;
  const failure = recordType.error ?? fields.error;
  if (failure !== null)
    return (
      <>
        <PageHeader title="New record" />
        {isAbsent(failure) ? (
          <EmptyState title="There is no such record type" action={back}>
            It does not exist, or your role does not work with it.
          </EmptyState>
        ) : (
          <div className={styles.failure}>
            <ErrorAlert
              failure={failure}
              title="The form could not be loaded"
              onRetry={() => void Promise.all([recordType.refetch(), fields.refetch()])}
            />
          </div>
        )}
      </>
    );
  const whyNot = whyNoNewRecord(recordType.data, grants);
  return (
    <>
      <PageHeader title="New record" aside={name} />
      {!recordType.data || !fields.data || grants.size === 0 ? (
        <ProgressLine active />
      ) : whyNot !== null ? (
        <EmptyState title={whyNot} icon="lock" action={back} />
      ) : (
        <NewRecordForm
          recordTypeId={recordTypeId}
          fields={fields.data}
          options={options}
          renderEditor={rendererOf(recordTypeId)}
          hasEditor={isEditedHere}
          onCreated={(recordNumber) => {
            goBack();
            snackbars.success(`Record ${recordNumber ?? ''} created`);
          }}
          onDiscard={goBack}
        />
      )}
    </>
  );
}

/** Asking again would bring the same answer. */
const isAbsent = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'NOT_FOUND';

const rendererOf = (recordTypeId: number) => (edited: EditedField) =>
  edited.field.dataType === 'attachment' ? (
    <FileInput
      {...edited}
      recordTypeId={recordTypeId}
      fieldKey={edited.field.key}
      label={edited.field.name}
    />
  ) : (
    <FieldEditor {...edited} />
  );
const isEditedHere = ({ dataType }: RecordField) => hasEditor(dataType) || dataType === 'attachment';

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

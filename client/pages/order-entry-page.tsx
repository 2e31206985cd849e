import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { FileInput } from '../features/attachments/file-input.tsx';
import { useSession } from '../features/identity/use-session.ts';
import { useWhyNothingIsSaved } from '../features/identity/use-viewing.ts';
import { findPlaceOfRecordType, menuItemPath } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import type { OrderForm as Form, SubmittedOrder } from '../features/order-entry/api.ts';
import { OrderConfirmation } from '../features/order-entry/order-confirmation.tsx';
import { OrderFilesPanel } from '../features/order-entry/order-files-panel.tsx';
import { OrderFormsPanel } from '../features/order-entry/order-forms-panel.tsx';
import { OrderForm } from '../features/order-entry/order-form.tsx';
import { useOrderDraft } from '../features/order-entry/use-order-draft.ts';
import { useOrderFiles } from '../features/order-entry/use-order-files.ts';
import { useOrderFileList, useOrderForms } from '../features/order-entry/use-order-forms.ts';
import { useRecordPrint } from '../features/record-print/use-record-print.tsx';
import { hrefOfRecord } from '../features/records/record-address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PaneTabs } from '../ui/pane-tabs.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useScreenSource } from '../platform/change-source.ts';
import styles from './order-entry-page.module.css';

/** Orders of dealers: order-entry. Who administers the company brings its files here too. */
export function OrderEntryPage({ title }: { title: string }) {
  useScreenSource('ORDER_ENTRY');
  const { data: forms, error, refetch } = useOrderForms();
  const mayReplace = useOrderFileList().data?.mayReplace === true;
  const [address, setAddress] = useSearchParams();
  const [tab, setTab] = useState('order');
  const form = forms?.find(({ id }) => String(id) === address.get('form')) ?? forms?.[0];
  const order = () => {
    if (forms === undefined)
      return error === null ? (
        <ProgressLine active label="Loading the forms" />
      ) : (
        <ErrorAlert failure={error} title="The forms could not be loaded" onRetry={() => void refetch()} />
      );
    if (form === undefined)
      return (
        <EmptyState title="There is no order form for your role" icon="cart">
          {mayReplace
            ? 'One is made under Forms: it says what a dealer is asked, and of which record type the orders are.'
            : 'An administrator of your company can give it one.'}
        </EmptyState>
      );
    return <Order key={form.id} form={form} />;
  };
  const chooser = forms !== undefined && forms.length > 1 && form !== undefined && (
    <Select aria-label="Form" value={form.id} onChange={(event) => setAddress({ form: event.target.value })}>
      {forms.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        aside={forms?.length === 1 ? form?.name : undefined}
        actions={chooser || undefined}
      />
      {mayReplace ? (
        <div className={styles.tabs}>
          <PaneTabs
            label={title}
            chosen={tab}
            onChoose={setTab}
            tabs={[
              {
                id: 'order',
                title: 'New order',
                icon: 'cart',
                render: () => <div className={styles.tab}>{order()}</div>,
              },
              { id: 'forms', title: 'Forms', icon: 'list', render: () => <OrderFormsPanel /> },
              { id: 'files', title: 'Files', icon: 'file', render: () => <OrderFilesPanel /> },
            ]}
          />
        </div>
      ) : (
        order()
      )}
    </div>
  );
}

function Order({ form }: { form: Form }) {
  const files = useOrderFiles();
  const { tenantPath } = useSession();
  const place = findPlaceOfRecordType(useMenu().data ?? [], form.recordType.id);
  const [submitted, setSubmitted] = useState<SubmittedOrder | null>(null);
  const [isTold, setTold] = useState(true);
  const printing = useRecordPrint();
  const draft = useOrderDraft(form.id);
  const whyNothingIsSaved = useWhyNothingIsSaved();
  if (draft === null) return <ProgressLine active label="Opening the order" />;
  if (submitted === null)
    return (
      <>
        {whyNothingIsSaved !== null && <Notice tone="info">{whyNothingIsSaved}</Notice>}
        {draft.isBeside && isTold && (
          <Notice tone="info" onDismiss={() => setTold(false)}>
            Another window has an order that is not submitted. This is a new one; both are kept.
          </Notice>
        )}
        <OrderForm
          form={form}
          draftName={draft.name}
          files={files}
          renderFiles={(edited, field) => (
            <FileInput
              {...edited}
              recordTypeId={form.recordType.id}
              fieldKey={field.key}
              label={field.name}
            />
          )}
          onSubmitted={setSubmitted}
        />
      </>
    );
  const { recordId, recordNumber } = submitted;
  return (
    <>
      <OrderConfirmation
        recordNumber={recordNumber}
        recordPath={place ? hrefOfRecord(`${tenantPath}/${menuItemPath(place)}`, { id: recordId }) : null}
        onPrint={() => printing.ask([recordId], 'print')}
        onNew={() => setSubmitted(null)}
      />
      {printing.dialog}
    </>
  );
}

import { useCallback, useRef, type ReactElement, type Ref } from 'react';
import { useFormField } from '../../edit-session/form-field.ts';
import type { OrderForm } from './api.ts';
import type { AnswerInput } from './order-question.tsx';
import styles from './order-form.module.css';
import { orderId, type OrderSession } from './order-session.ts';

export type OrderAttachment = OrderForm['attachments'][number];

/** How files are chosen is a feature of its own. */
export type RenderFiles = (
  edited: {
    /** As it is stored, '' for no file. */
    value: string;
    onChange: (value: string) => void;
    error: string | null;
    required: boolean;
    /** Told whether a file is on its way. */
    onSending: (isSending: boolean) => void;
    ref: Ref<{ focus: () => void }>;
  },
  field: OrderAttachment,
) => ReactElement;

type OrderAttachmentsProps = {
  attachments: readonly OrderAttachment[];
  session: OrderSession;
  /** Told the input of the field, which takes the focus when it is gone to. */
  hold: (key: string) => (input: AnswerInput) => void;
  onSending: (key: string, isSending: boolean) => void;
  renderFiles: RenderFiles;
};

export const OrderAttachments = ({ attachments, ...rest }: OrderAttachmentsProps) => (
  <div className={styles.fields}>
    {attachments.map((field) => (
      <OrderFiles key={field.key} field={field} {...rest} />
    ))}
  </div>
);

type OrderFilesProps = Omit<OrderAttachmentsProps, 'attachments'> & { field: OrderAttachment };

function OrderFiles({ field, session, hold, onSending, renderFiles }: OrderFilesProps) {
  const { key, required } = field;
  const { value, error, onChange } = useFormField(session, orderId, key);
  const picker = useRef<{ focus: () => void }>(null);
  const root = (element: HTMLElement | null) =>
    hold(key)(
      element && {
        focus: () => picker.current?.focus(),
        contains: (other) => element.contains(other),
      },
    );
  const tell = useCallback((isSending: boolean) => onSending(key, isSending), [key, onSending]);
  return (
    <div ref={root}>
      {renderFiles({ value, error, onChange, required, onSending: tell, ref: picker }, field)}
    </div>
  );
}

import { readAttachedFiles, writeAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import { useEffect, useMemo, type Ref } from 'react';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { FilePicker, type FilePickerHandle } from './file-picker.tsx';
import { useFileUpload } from './use-file-upload.ts';

type FileInputProps = {
  recordTypeId: number;
  fieldKey: string;
  label: string;
  /** As it is stored, '' for no file. */
  value: string;
  onChange: (value: string) => void;
  required: boolean;
  error: string | null;
  /** Told whether files are on their way. */
  onSending?: ((isSending: boolean) => void) | undefined;
  ref: Ref<FilePickerHandle>;
};

/** The files of a field in a form. */
export function FileInput(props: FileInputProps) {
  const { recordTypeId, fieldKey, label, value, onChange, required, error, onSending, ref } = props;
  const files = useMemo(() => readAttachedFiles(value), [value]);
  const upload = useFileUpload({ recordTypeId, fieldKey }, files, (all) => onChange(writeAttachedFiles(all)));
  const isSending = upload.sending !== null;
  useEffect(() => {
    if (!isSending) return undefined;
    onSending?.(true);
    return () => onSending?.(false);
  }, [isSending, onSending]);
  return (
    <FieldFrame label={label} required={required} error={error}>
      {(framed) => (
        <FilePicker
          ref={ref}
          id={framed.id}
          label={label}
          fieldKey={fieldKey}
          required={required}
          isInvalid={error !== null}
          describedBy={framed['aria-describedby']}
          files={files}
          upload={upload}
          onRemove={({ id }) => onChange(writeAttachedFiles(files.filter((file) => file.id !== id)))}
        />
      )}
    </FieldFrame>
  );
}

import { readAttachedFile, writeAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type { Ref } from 'react';
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
  ref: Ref<FilePickerHandle>;
};

/** A file in a form. */
export function FileInput(props: FileInputProps) {
  const { recordTypeId, fieldKey, label, value, onChange, required, error, ref } = props;
  const upload = useFileUpload({ recordTypeId, fieldKey }, (file) => onChange(writeAttachedFile(file)));
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
          file={readAttachedFile(value)}
          upload={upload}
          onRemove={() => onChange('')}
        />
      )}
    </FieldFrame>
  );
}

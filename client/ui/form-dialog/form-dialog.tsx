// A dialog with one form. What was typed leaves it by Cancel alone: neither Escape nor a press beside it discards.
import Button from '@mui/material/Button';
import type { DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { createContext, useCallback, useContext, useEffect, useRef, type ReactNode } from 'react';
import { ErrorAlert } from '../error-alert.tsx';
import { ReasonSlots } from '../reason-slots.ts';
import { TitledDialog } from '../titled-dialog.tsx';
import styles from './form-dialog.module.css';
import type { FormDraft } from './use-form-draft.ts';

type FrameProps = {
  title: string;
  /** Of the paper: 444, 600 or 900 px. */
  maxWidth?: Extract<DialogProps['maxWidth'], string>;
  /** Below 600 px it takes the whole screen. */
  isWholeOnPhone?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** By which a form tells its frame whether something is typed in it. */
const TellDirty = createContext<(isDirty: boolean) => void>(() => undefined);

/** The dialog without its form, for a form that has to be loaded. */
export function FormDialogFrame({ title, maxWidth = 'xs', isWholeOnPhone, onClose, children }: FrameProps) {
  const isDirty = useRef(false);
  const tellDirty = useCallback((now: boolean) => {
    isDirty.current = now;
  }, []);
  return (
    <TitledDialog
      title={title}
      isWholeOnPhone={isWholeOnPhone === true}
      maxWidth={maxWidth}
      onClose={() => {
        if (!isDirty.current) onClose();
      }}
    >
      <TellDirty value={tellDirty}>{children}</TellDirty>
    </TitledDialog>
  );
}

type FormProps<Draft> = {
  form: FormDraft<Draft>;
  /** The title of a failure: 'The role was not saved'. */
  failed: string;
  submitLabel: string;
  /** False: there is nothing to be saved yet. */
  isReady?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The form in a frame: its fields, Cancel and the button that saves. */
export function DialogForm<Draft>(props: FormProps<Draft>) {
  const { form, failed, submitLabel, isReady = true, onClose, children } = props;
  const tellDirty = useContext(TellDirty);
  const reason = useContext(ReasonSlots)?.form;
  useEffect(() => tellDirty(form.isDirty), [tellDirty, form.isDirty]);
  const element = useRef<HTMLFormElement>(null);

  async function save() {
    await form.save();
    // After the paint: the input is marked then. Of a long form on a phone it is out of sight.
    requestAnimationFrame(() => {
      const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus();
      // What stands above all inputs is said there.
      const fields = element.current?.firstElementChild;
      if (wrong == null && fields != null) fields.scrollTop = 0;
    });
  }

  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DialogContent className={styles.fields!}>
        {form.failure !== null && <ErrorAlert failure={form.failure} title={failed} />}
        {children}
        {reason}
      </DialogContent>
      <DialogActions>
        <Button disabled={form.isSaving} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={form.isSaving || !isReady}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

export function FormDialog<Draft>(props: Omit<FrameProps, 'children'> & FormProps<Draft>) {
  const { title, maxWidth, isWholeOnPhone = false, onClose } = props;
  return (
    <FormDialogFrame
      title={title}
      {...(maxWidth !== undefined && { maxWidth })}
      isWholeOnPhone={isWholeOnPhone}
      onClose={onClose}
    >
      <DialogForm {...props} />
    </FormDialogFrame>
  );
}

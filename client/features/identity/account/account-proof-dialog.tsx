import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import type { ProofKind } from '@rowhouse/domain/identity/proof.ts';
import { useId } from 'react';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import { EntryForm, type Faults, type Given } from '../entry/entry-form.tsx';
import styles from './account-code-dialog.module.css';

/** As the calls take it. */
export type Proof = { readonly password?: string; readonly code?: string };

export type ProofQuestion = {
  readonly title: string;
  readonly body: string;
  readonly verb: string;
  readonly verbRunning: string;
  /** Throws what the server refuses. */
  readonly onSend: (proof: Proof) => Promise<void>;
};

type ProofDialogProps = ProofQuestion & { kind: ProofKind; onClose: () => void };

/** Asks whether, and for what shows that it is the person who answers: an open browser alone does none of this. */
export function AccountProofDialog({
  title,
  body,
  verb,
  verbRunning,
  kind,
  onSend,
  onClose,
}: ProofDialogProps) {
  const bodyId = useId();
  return (
    <TitledDialog title={title} maxWidth="xs" onClose={onClose} aria-describedby={bodyId}>
      <DialogContent className={styles.content}>
        <p id={bodyId}>{body}</p>
        <EntryForm
          fields={fieldsOf[kind]}
          verb={verb}
          verbRunning={verbRunning}
          check={(given) => findMissing(kind, given)}
          onSend={({ password, code }) => onSend({ ...(password && { password }), ...(code && { code }) })}
        >
          {(faults) => (
            <>
              {kind === 'PASSWORD' && (
                <PasswordInput
                  ref={focusAtFirst}
                  label="Your password"
                  name="password"
                  autoComplete="current-password"
                  required
                  fault={faults['password']}
                />
              )}
              {kind === 'CODE' && (
                <LabelledInput
                  ref={focusAtFirst}
                  label="Code"
                  name="code"
                  autoComplete="one-time-code"
                  autoCapitalize="characters"
                  spellCheck={false}
                  required
                  hint="Of your authenticator app, or one of your backup codes."
                  fault={faults['code']}
                />
              )}
            </>
          )}
        </EntryForm>
        <Button variant="text" fullWidth onClick={onClose}>
          Cancel
        </Button>
      </DialogContent>
    </TitledDialog>
  );
}

const fieldsOf: Readonly<Record<ProofKind, readonly string[]>> = {
  PASSWORD: ['password'],
  CODE: ['code'],
  NONE: [],
};

function findMissing(kind: ProofKind, { password = '', code = '' }: Given): Faults | null {
  if (kind === 'PASSWORD' && password === '') return { password: 'Password is a required field' };
  if (kind === 'CODE' && code.trim() === '') return { code: 'Enter the code' };
  return null;
}

import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { toCommentText, whyNotComment } from '@rowhouse/domain/comments/rules.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';

type MoveCommentDialogProps = { sentence: string; onAnswer: (comment: string | null) => void };

/** Why the status moves, in a comment of the record. */
export function MoveCommentDialog({ sentence, onAnswer }: MoveCommentDialogProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => input.current?.focus(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    const comment = toCommentText(text);
    const whyNot = whyNotComment(comment);
    setError(whyNot);
    if (whyNot === null) onAnswer(comment);
    else input.current?.focus();
  }

  return (
    <TitledDialog title={sentence} maxWidth="sm" isTyped={text.trim() !== ''} onClose={() => onAnswer(null)}>
      <form noValidate onSubmit={send}>
        <DialogContent>
          <TextArea
            ref={input}
            label="Comment"
            required
            hint="Everybody who sees the record can read it."
            value={text}
            error={error}
            onChange={setText}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onAnswer(null)}>Cancel</Button>
          <Button type="submit" variant="contained">
            Save with comment
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}

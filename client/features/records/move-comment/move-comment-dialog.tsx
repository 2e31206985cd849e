import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { toCommentText, whyNotComment } from '@rowhouse/domain/comments/rules.ts';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { TextArea } from '../../../ui/inputs/text-input.tsx';

type MoveCommentDialogProps = { sentence: string; onAnswer: (comment: string | null) => void };

/** Why the status moves, in a comment of the record. */
export function MoveCommentDialog({ sentence, onAnswer }: MoveCommentDialogProps) {
  const titleId = useId();
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
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={() => onAnswer(null)}>
      <DialogTitle id={titleId}>{sentence}</DialogTitle>
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
    </Dialog>
  );
}

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { acknowledgeExpiry } from '../platform/session.ts';

/** Nothing else can be done until it is read. */
export function SessionExpiredDialog() {
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      role="alertdialog"
      aria-labelledby="session-expired-title"
      aria-describedby="session-expired-body"
    >
      <DialogTitle id="session-expired-title">Session Expired</DialogTitle>
      <DialogContent id="session-expired-body">
        Your session has expired. Please log in again to continue.
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the only control of a modal */}
        <Button autoFocus variant="contained" onClick={acknowledgeExpiry}>
          Ok
        </Button>
      </DialogActions>
    </Dialog>
  );
}

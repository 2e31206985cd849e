// What is seen only after a press, a key or the pointer's rest: loaded when the first screen stands, or by the press itself.
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import LinearProgress from '@mui/material/LinearProgress';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ConfirmBox } from './confirm-box.tsx';
import { GridMenu } from './grid/grid-menu.tsx';
import { PartNotLoaded } from './part-not-loaded.tsx';
import { SnackbarStage } from './snackbar-stage.tsx';
import { TipBubble } from './tip-bubble.tsx';

export const openedParts = {
  ConfirmBox,
  Divider,
  Drawer,
  GridMenu,
  LinearProgress,
  ListItemIcon,
  Menu,
  MenuItem,
  PartNotLoaded,
  SnackbarStage,
  TipBubble,
};

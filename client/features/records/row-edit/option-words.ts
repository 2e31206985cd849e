import { showDisabled } from '@rowhouse/domain/kernel/formats.ts';
import type { Option } from '../../../ui/inputs/option.ts';

export const labelOf = ({ name, enabled }: Option): string => (enabled ? name : showDisabled(name));

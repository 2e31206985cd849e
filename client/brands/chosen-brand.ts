import type { Brand } from './brand.ts';
import { millbrook } from './millbrook.ts';
import { rowhouse } from './rowhouse.ts';

export const chosenBrand: Brand = import.meta.env['VITE_BRAND'] === 'millbrook' ? millbrook : rowhouse;

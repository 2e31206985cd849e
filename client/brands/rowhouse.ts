import type { Brand } from './brand.ts';
import logo from './rowhouse.svg';

export const rowhouse: Brand = {
  name: 'Rowhouse',
  logo,
  logoAlt: 'Rowhouse logo: two houses side by side',
  accent: { primary: '#FFC107', hover: '#F2B600', pale: '#FFF5D9', text: '#1F2937' },
};

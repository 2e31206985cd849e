// The viewer alone, filling the page, beside a form of plain inputs: what the record page puts together, without a
// record. Built like the client and served with its policies (serve-stage.ts).
import '../../client/ui/fonts.css';
import '../../client/ui/theme.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { chosenBrand } from '../../client/brands/chosen-brand.ts';
import { DocumentViewer } from '../../client/features/documents/document-viewer.tsx';
import { createTaking } from '../../client/features/documents/taking.ts';
import { SnackbarHost } from '../../client/ui/snackbars.tsx';
import { getThemeConfiguration } from '../../client/ui/theme-configuration.ts';
import { makeTheme } from '../../client/ui/theme.ts';

const query = new URLSearchParams(location.search);
const name = query.get('file') ?? '';
const vendors = (query.get('vendors') ?? '')
  .split(';')
  .map((vendor, index) => ({ id: index + 1, name: vendor }));

type StageField = { key: string; name: string; dataType: DataType; whyNot?: string };
const fields: readonly StageField[] = [
  { key: 'bill', name: 'Bill number', dataType: 'string' },
  { key: 'order', name: 'Purchase order', dataType: 'number' },
  { key: 'date', name: 'Bill date', dataType: 'date' },
  { key: 'due', name: 'Due date', dataType: 'date' },
  { key: 'vendor', name: 'Vendor', dataType: 'dropdown' },
  { key: 'subtotal', name: 'Subtotal', dataType: 'currency' },
  { key: 'freight', name: 'Freight', dataType: 'currency' },
  { key: 'total', name: 'Total due', dataType: 'currency' },
  { key: 'tax', name: 'Tax', dataType: 'currency', whyNot: 'Tax is view only for your role' },
];
const showing = { timeZone: 'UTC', nameOf: (id: number) => vendors.find((one) => one.id === id)?.name ?? '' };
const fieldOf = (key: string) => document.querySelector<HTMLInputElement>(`[name="${key}"]`);

let put: (key: string, value: string) => void = () => undefined;
const taking = createTaking({
  fileId: 1,
  timeZone: 'UTC',
  isSame: (key, one, other) =>
    valueOf(fields.find((field) => field.key === key)!.dataType).isSame(one, other),
  onTake(key, value) {
    put(key, value);
    fieldOf(key)?.focus();
  },
  onSeek(key, text) {
    put(key, `? ${text}`);
    fieldOf(key)?.focus();
  },
});

function Stage() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  put = (key, value) => setValues((last) => ({ ...last, [key]: value }));
  const places = fields.flatMap((field) => {
    const place = taking.placeOf(field.key, values[field.key] ?? '');
    return place === null ? [] : [{ ...place, key: field.key, name: field.name }];
  });
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>
      {query.has('form') && (
        <form style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 8 }}>
          {fields.map((field) => (
            <label key={field.key}>
              {field.name}{' '}
              <input
                name={field.key}
                value={values[field.key] ?? ''}
                onChange={({ target }) => put(field.key, target.value)}
                onFocus={() =>
                  taking.aim({
                    ...field,
                    choices: field.dataType === 'dropdown' ? vendors : [],
                    show: (value) => valueOf(field.dataType).show(value, showing),
                  })
                }
              />
              {places.some(({ key }) => key === field.key) && (
                <button
                  type="button"
                  onClick={() => taking.show(places.find(({ key }) => key === field.key)!)}
                >
                  p. {places.find(({ key }) => key === field.key)?.page}
                </button>
              )}
            </label>
          ))}
        </form>
      )}
      <div style={{ flex: 1, minHeight: 0 }}>
        <DocumentViewer
          file={{ id: 1, name }}
          getUrl={async () => (await fetch(`/files/link?name=${encodeURIComponent(name)}`)).text()}
          taking={taking}
          marks={places}
        />
      </div>
    </div>
  );
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const cache = createCache({ key: 'rh', nonce, prepend: true });
createRoot(document.getElementById('root')!).render(
  <CacheProvider value={cache}>
    <ThemeProvider theme={makeTheme(getThemeConfiguration(), chosenBrand.accent)}>
      <SnackbarHost>
        <Stage />
      </SnackbarHost>
    </ThemeProvider>
  </CacheProvider>,
);

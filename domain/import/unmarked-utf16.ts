/**
 * How the bytes of a text without a mark stand, by where its zeros are: 'none' where it is no UTF-16 (a zero among the letters
 * of a text is its row's fault), 'binary' where it is no text.
 */
export function findUnmarkedUtf16(bytes: Uint8Array): 'none' | 'utf-16le' | 'utf-16be' | 'binary' {
  let even = 0;
  let odd = 0;
  bytes.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  if (even + odd <= bytes.length / 8) return 'none';
  if (odd > even * 4) return 'utf-16le';
  return even > odd * 4 ? 'utf-16be' : 'binary';
}

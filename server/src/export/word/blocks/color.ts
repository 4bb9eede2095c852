const names: Record<string, string> = {
  black: '000000',
  white: 'FFFFFF',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  yellow: 'FFFF00',
  orange: 'FFA500',
  purple: '800080',
  gray: '808080',
  grey: '808080',
  silver: 'C0C0C0',
  brown: 'A52A2A',
  pink: 'FFC0CB',
  cyan: '00FFFF',
  aqua: '00FFFF',
  magenta: 'FF00FF',
  fuchsia: 'FF00FF',
  lime: '00FF00',
  navy: '000080',
  teal: '008080',
  olive: '808000',
  maroon: '800000',
  gold: 'FFD700',
  crimson: 'DC143C',
  tomato: 'FF6347',
  darkred: '8B0000',
  darkgreen: '006400',
  darkblue: '00008B',
  darkorange: 'FF8C00',
  lightgray: 'D3D3D3',
  lightgrey: 'D3D3D3',
  dodgerblue: '1E90FF',
  royalblue: '4169E1',
  skyblue: '87CEEB',
  violet: 'EE82EE',
  indigo: '4B0082',
}

const hex = (part: string) => Math.min(255, Number(part)).toString(16).padStart(2, '0')

/** A colour of CSS as Word writes it; undefined for what is none or not known. */
export function colorOf(css: string | undefined): string | undefined {
  const value = css?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(names, value)) return names[value]
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value)
  if (short)
    return short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')
      .toUpperCase()
  const long = /^#([\da-f]{6})/.exec(value)
  if (long) return long[1]!.toUpperCase()
  const parts = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})/.exec(value)
  return parts ? parts.slice(1).map(hex).join('').toUpperCase() : undefined
}

/** One declaration of a style attribute. */
export function styleOf(style: string | undefined, name: string): string | undefined {
  if (!style || style.length > 1000) return undefined
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === name) return declaration.slice(colon + 1).trim()
  }
  return undefined
}

/** Characters that some operating system forbids in names, and invisible characters. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu
/** Device names on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Truncates to at most `max` bytes of UTF-8 without splitting a character. */
function cut(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  let bytes = 0
  let result = ''
  for (const sign of text) {
    bytes += Buffer.byteLength(sign)
    if (bytes > max) return result
    result += sign
  }
  return result
}

/**
 * A title as a file name that is valid on every operating system: no path, no device name, no leading dot, no trailing blank or dot.
 * Returns `otherwise` if no usable character remains. `max` is in bytes of UTF-8.
 */
export function safeName(title: string, otherwise: string, max = 90): string {
  const plain = title.toWellFormed().normalize('NFC').replace(FORBIDDEN, '-').replace(/\s+/g, ' ')
  const name = cut(plain.replace(/^[.\s-]+(?=.)/, ''), max).replace(/[.\s-]+$/, '')
  if (!/[^-\s.]/.test(name)) return otherwise
  return DEVICE.test(name) ? `_${name}` : name
}

/** Splits a file name into stem and extension. */
const splitName = (name: string) => /^(.+?)(\.[a-z0-9]{1,10})?$/is.exec(name) ?? ['', name, '']

/** Makes names in one folder unique, regardless of case and Unicode form, because some file systems ignore these. */
export class FolderNames {
  private readonly taken = new Map<string, number>()

  /** Returns the name, with a number if it is already taken. */
  unused(preferred: string): string {
    const [, stem = '', ending = ''] = splitName(preferred)
    for (let name = preferred; ; ) {
      const key = name.normalize('NFKC').toUpperCase().toLowerCase()
      const count = this.taken.get(key)
      this.taken.set(key, (count ?? 1) + 1)
      if (count === undefined) return name
      name = `${stem} (${count})${ending}`
    }
  }
}

/** The name of an attachment as a safe file name; the extension is kept. */
export function safeFileName(name: string): string {
  const [, stem = '', ending = ''] = splitName(name)
  return `${safeName(stem, 'file', 90)}${ending}`
}

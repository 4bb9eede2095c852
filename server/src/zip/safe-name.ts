/** What some system does not take in a name, and what nobody sees in one. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu
/** Names that are devices on Windows, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** At most `max` bytes of UTF-8, never half a character. */
function cut(text: string, max: number): string {
  let bytes = 0
  let kept = ''
  for (const sign of text) {
    bytes += Buffer.byteLength(sign)
    if (bytes > max) return kept
    kept += sign
  }
  return kept
}

/** A title as a name that every system takes: no folder, no device, nothing hidden, no blank or dot at an end; `otherwise` of nothing. */
export function safeName(title: string, otherwise: string, max = 90): string {
  const plain = title.toWellFormed().normalize('NFC').replace(FORBIDDEN, '-').replace(/\s+/g, ' ')
  const name = cut(plain.replace(/^[.\s-]+(?=.)/, ''), max).replace(/[.\s-]+$/, '')
  if (!/[^-\s.]/.test(name)) return otherwise
  return DEVICE.test(name) ? `_${name}` : name
}

/** Splits what an ending is off a file name. */
const parted = (name: string) => /^(.+?)(\.[a-z0-9]{1,10})?$/is.exec(name) ?? ['', name, '']

/** Names in one folder, told apart without regard to case and Unicode form, as some systems do. */
export class FolderNames {
  private readonly taken = new Map<string, number>()

  /** The name, or the name with a number. */
  unused(wanted: string): string {
    const [, stem = '', ending = ''] = parted(wanted)
    for (let name = wanted; ; ) {
      const key = name.normalize('NFKC').toUpperCase().toLowerCase()
      const count = this.taken.get(key)
      this.taken.set(key, (count ?? 1) + 1)
      if (count === undefined) return name
      name = `${stem} (${count})${ending}`
    }
  }
}

/** An attachment's name with its ending kept. */
export function safeFileName(given: string): string {
  const [, stem = '', ending = ''] = parted(given)
  return `${safeName(stem, 'file', 90)}${ending}`
}

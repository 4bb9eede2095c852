/** The bytes of an escape such as `\2C`, or the character of one such as `\,`. */
function escaped(text: string, at: number): { bytes: Buffer; length: number } | undefined {
  const hex = /^[0-9a-f]{2}/i.exec(text.slice(at + 1, at + 3))?.[0]
  if (hex) return { bytes: Buffer.from(hex, 'hex'), length: 3 }
  const next = text.codePointAt(at + 1)
  if (next === undefined) return undefined
  const character = String.fromCodePoint(next)
  return { bytes: Buffer.from(character), length: 1 + character.length }
}

/** One attribute and value of a DN, in the form in which equal ones are equal. */
function partOf(name: string, value: Buffer[]): [string, string] | undefined {
  const attribute = name.trim().toLowerCase()
  if (!/^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)*)$/.test(attribute)) return undefined
  const text = Buffer.concat(value).toString().normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
  return text === '' ? undefined : [attribute, text]
}

/**
 * The parts of a DN (RFC 4514), each as sorted attributes and values; undefined for what is no DN. A comma counts only without an escape,
 * so no value can look like another place of the tree.
 */
function partsOf(dn: string): string[] | undefined {
  const parts: string[] = []
  let [one, name, value, isName]: [[string, string][], string, Buffer[], boolean] = [[], '', [], true]
  const close = () => {
    const part = isName ? undefined : partOf(name, value)
    if (!part) return false
    one.push(part)
    ;[name, value, isName] = ['', [], true]
    return true
  }
  for (let at = 0; at < dn.length; ) {
    const character = String.fromCodePoint(dn.codePointAt(at) as number)
    if (isName) {
      if (character === '=') isName = false
      else name += character
    } else if (character === '\\') {
      const found = escaped(dn, at)
      if (!found) return undefined
      value.push(found.bytes)
      at += found.length
      continue
    } else if (character === ',' || character === '+') {
      if (!close()) return undefined
      if (character === ',') {
        parts.push(JSON.stringify(one.sort()))
        one = []
      }
    } else value.push(Buffer.from(character))
    at += character.length
  }
  if (!close()) return undefined
  return [...parts, JSON.stringify(one.sort())]
}

/** A text that is equal for DNs of the same entry; undefined for what is no DN. */
export const dnKey = (dn: string): string | undefined => partsOf(dn)?.join('\n')

/** Whether the entry is another one, or below it. */
export function isWithin(dn: string, base: string): boolean {
  const [own, above] = [partsOf(dn), partsOf(base)]
  return own !== undefined && above !== undefined && own.slice(-above.length).join('\n') === above.join('\n')
}

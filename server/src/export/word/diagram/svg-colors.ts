type Rgb = [number, number, number]

const parse = (color: string): Rgb | undefined => {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color.trim())
  return found ? [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16), Number.parseInt(found[3]!, 16)] : undefined
}
const hex = (part: number) => Math.round(part).toString(16).padStart(2, '0')

/** The end of the bracket that opens before `start`. */
function closing(text: string, start: number): number {
  let open = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') open++
    else if (text[at] === ')' && --open === 0) return at
  }
  return text.length
}

/** `color-mix(in srgb, A 60%, B)` of two colours that are known. */
function mixed(inside: string): string {
  const [, first = '', share = '50', second = ''] =
    /^\s*in srgb\s*,\s*(\S+)\s+(\d{1,3})%\s*,\s*(\S+)(?:\s+\d{1,3}%)?\s*$/.exec(inside) ?? []
  const [a, b] = [parse(first), parse(second)]
  if (!a || !b) return b ? second : first || '#808080'
  const part = Math.min(100, Number(share)) / 100
  return `#${a.map((one, n) => hex(one * part + b[n]! * (1 - part))).join('')}`
}

/** Writes out the variables and mixed colours of an SVG that was drawn for browsers. */
export function plainColors(svg: string): string {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of svg.slice(0, 20_000).matchAll(/(--[\w-]+)\s*:\s*([^;"{}]+)/g))
    if (!values.has(name)) values.set(name, value.trim())
  const resolve = (text: string, depth: number): string => {
    let out = ''
    let from = 0
    for (const found of text.matchAll(/var\(|color-mix\(/g)) {
      if (found.index < from) continue
      const start = found.index + found[0].length
      const end = closing(text, start)
      const inside = text.slice(start, end)
      out += text.slice(from, found.index) + (found[0] === 'var(' ? variable(inside, depth) : mixed(resolve(inside, depth + 1)))
      from = end + 1
    }
    return out + text.slice(from)
  }
  const variable = (inside: string, depth: number): string => {
    const comma = inside.indexOf(',')
    const name = inside.slice(0, comma < 0 ? undefined : comma).trim()
    const value = values.get(name) ?? (comma < 0 ? '#808080' : inside.slice(comma + 1).trim())
    return depth > 8 ? '#808080' : resolve(value, depth + 1)
  }
  return resolve(svg, 0)
}

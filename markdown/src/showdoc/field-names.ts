export interface FieldName {
  depth: number
  /** Path of the parents, for example `ship_to.`; quiet in front of the name. */
  parents: string
  name: string
}

// Marks people put before the name of a nested field: dashes, fixed spaces, tree lines, dots.
const nesting = /^[\s\u00a0\u2002\u2003\u3000\-–—─└├│┗┣|>.·]+/u
const FIELD_DEPTH_MAX = 6

function bare(name: string): string {
  return name.replace(/(\[\w*\])+$/, '')
}

/** Reads depth and parents of each field from the marks before the names, or from dotted names. */
export function fieldNames(names: string[], types: string[]): FieldName[] {
  const marks = names.map((name) => (nesting.exec(name)?.[0] ?? '').replace(/ /g, '').length)
  const ranks = [...new Set(marks.filter((mark) => mark > 0))].sort((a, b) => a - b)
  const above: string[] = []
  const known = new Map<string, number>()
  return names.map((full, index) => {
    const name = full.replace(nesting, '').trim()
    const mark = marks[index]!
    if (name === '') return { depth: 0, parents: '', name: full.trim() }
    if (mark > 0) {
      const depth = Math.min(ranks.indexOf(mark) + 1, FIELD_DEPTH_MAX)
      const parents = name.includes('.') ? '' : above.slice(0, depth).join('')
      above.length = Math.min(above.length, depth)
      above[depth] = step(name, types[index] ?? '')
      for (let at = 0; at < depth; at++) above[at] ??= ''
      return { depth, parents, name }
    }
    above.length = 0
    above[0] = step(name, types[index] ?? '')
    const dot = name.lastIndexOf('.')
    const parent = dot > 0 ? known.get(bare(name.slice(0, dot))) : undefined
    const depth = parent === undefined ? 0 : Math.min(parent + 1, FIELD_DEPTH_MAX)
    known.set(bare(name), depth)
    return depth === 0 ? { depth, parents: '', name } : { depth, parents: name.slice(0, dot + 1), name: name.slice(dot + 1) }
  })
}

function step(name: string, type: string): string {
  const list = /array|list|\[\]|数组|列表/i.test(type) && !name.endsWith(']')
  return `${name}${list ? '[]' : ''}.`
}

const id = '(?:\\[\\*\\]|[\\w\\p{L}-]+)'

/** The lines of each kind that the drawer reads; it passes over others in silence, and the picture would lack something. */
const read: Record<string, RegExp[]> = {
  sequencediagram: [
    /^(?:participant|actor)\s+\S+(?:\s+as\s+.+)?$/,
    /^note\s+(?:left of|right of|over)\s+[^:]+:.+$/i,
    /^(?:loop|alt|opt|par|critical|break|else|and|end)\b/,
    /^(?:activate|deactivate)\s+\S+$/,
    /^\S+?\s*(?:-->>|->>|--?>|--?\))\s*[+-]?\S+?\s*:.+$/,
  ],
  statediagram: [
    new RegExp(`^${id}\\s*-->\\s*${id}(?:\\s*:.+)?$`, 'u'),
    /^state\s+(?:"[^"]+"\s+as\s+)?[\w\p{L}]+\s*\{?$/u,
    new RegExp(`^${id}\\s*:.+$`, 'u'),
    /^\}$/,
    /^direction\s+(?:TD|TB|LR|BT|RL)$/i,
  ],
  classdiagram: [
    /^class\s+\S+(?:\s*~\w+~)?\s*\{?$/,
    /^namespace\s+\S+\s*\{$/,
    /^\S+\s+(?:"[^"]*"\s*)?(?:<\||[*o<])?(?:--|\.\.)(?:\|>|[*o>])?\s*(?:"[^"]*"\s*)?\S+(?:\s*:.+)?$/,
    /^\S+\s*:.+$/,
    /^\}$/,
  ],
  erdiagram: [/^\S+\s*\{$/, /^\}$/, /^\S+\s+[|o}{]+(?:--|\.\.)[|o}{]+\s+\S+\s*:.+$/],
  xychart: [
    /^title\s+"[^"]+"$/,
    /^x-axis\s+(?:"[^"]*"\s*)?\[[^\]]+\]$/,
    /^[xy]-axis\s+(?:"[^"]*"\s+)?-?[\d.]+\s*-->\s*-?[\d.]+$/,
    /^y-axis\s+"[^"]+"$/,
    /^(?:bar|line)\s+\[[^\]]+\]$/,
  ],
}

/** Between the braces of a class or an entity stand its members. */
const opensMembers = /^(?:class\s+)?[^\s{]+(?:\s*~\w+~)?\s*\{$/

/** Whether the drawer reads every line of a diagram. */
export function readsAll(source: string): boolean {
  const [first = '', ...lines] = source.split('\n').map((line) => line.trim())
  const kind = first.toLowerCase().replace(/(?:-v2|-beta)$/, '')
  const known = Object.hasOwn(read, kind) ? read[kind] : undefined
  if (!known) return false
  let inMembers = false
  return lines.every((line) => {
    if (line === '' || line.startsWith('%%')) return true
    if (inMembers) {
      inMembers = line !== '}'
      return true
    }
    inMembers = (kind === 'classdiagram' || kind === 'erdiagram') && opensMembers.test(line)
    return known.some((pattern) => pattern.test(line))
  })
}

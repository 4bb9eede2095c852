/* Maps arrows of js-sequence-diagrams to Mermaid: -> solid, --> dashed, ->> and -->> with an open head. */
const arrows: Record<string, string> = { '->': '->>', '-->': '-->>', '->>': '-)', '-->>': '--)' }

const safe = (text: string) =>
  text
    .trim()
    .replace(/[#;]/g, (sign) => `#${sign.charCodeAt(0)};`)
    .replaceAll('\\n', '<br/>')

const unquoted = (name: string) => name.trim().replace(/^"(.*)"$/, '$1')

/**
 * Converts js-sequence-diagrams syntax to Mermaid. Names can contain any character, so each one gets a generated id. Throws on an
 * unknown line and without a participant.
 */
export function sequenceToMermaid(source: string): string {
  const ids = new Map<string, string>()
  const names: string[] = []
  const body: string[] = []
  const actor = (given: string, shown = given) => {
    const name = unquoted(given)
    const known = ids.get(name)
    if (known) return known
    const id = `a${ids.size}`
    ids.set(name, id)
    names.push(`  participant ${id} as ${safe(unquoted(shown)).replaceAll('\n', '<br/>')}`)
    return id
  }
  const title: string[] = []
  for (const raw of source.split('\n')) {
    const line = raw.trim()
    if (!line || line.startsWith('#')) continue
    const titleLine = /^title\s*:\s*(.*)$/i.exec(line)
    const declared = /^participant\s+(.+?)(?:\s+as\s+(\S+))?$/i.exec(line)
    const note = /^note\s+(left of|right of|over)\s+([^:]+):(.*)$/i.exec(line)
    const message = /^(.+?)\s*(--?>>?)\s*([^:]+):(.*)$/.exec(line)
    if (titleLine) title.push(`title: ${JSON.stringify(titleLine[1])}`)
    else if (declared) actor(declared[2] ?? declared[1]!, declared[1])
    else if (note) {
      const actors = note[2]!
        .split(',')
        .map((name) => actor(name))
        .join(',')
      body.push(`  Note ${note[1]!.toLowerCase()} ${actors}: ${safe(note[3]!) || ' '}`)
    } else if (message) {
      const from = actor(message[1]!)
      const to = actor(message[3]!)
      body.push(`  ${from}${arrows[message[2]!]}${to}: ${safe(message[4]!) || ' '}`)
    } else throw new Error(line)
  }
  if (!names.length) throw new Error('no participant')
  const frontMatter = title.length ? ['---', title[0]!, '---'] : []
  return [...frontMatter, 'sequenceDiagram', ...names, ...body].join('\n')
}

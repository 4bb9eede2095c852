import type { Edit } from './placing.ts'

/** A piece of a text that becomes another one. */
export interface Splice {
  from: number
  to: number
  text: string
}

/** Edits by the keys from the root to their objects. */
interface Branch {
  edits: Edit[]
  below: Map<string, Branch>
}

function branchesOf(edits: Edit[]): Branch {
  const root: Branch = { edits: [], below: new Map() }
  for (const edit of edits) {
    let branch = root
    for (const key of edit.at) {
      const next = branch.below.get(key) ?? { edits: [], below: new Map() }
      branch.below.set(key, next)
      branch = next
    }
    branch.edits.push(edit)
  }
  return root
}

/** A value in JSON; `start` is the line break before its line with the white space after it, undefined for a text without line breaks. */
function jsonValue(value: unknown, start: string | undefined): string {
  if (start === undefined) return JSON.stringify(value)
  const unit = start.includes('\t') ? '\t' : '  '
  return JSON.stringify(value, undefined, unit).replaceAll('\n', start)
}

interface Member {
  from: number
  to: number
}

/** Walks through valid JSON and collects the pieces to change. Takes linear time. */
class Walk {
  readonly splices: Splice[] = []
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  private space(): void {
    while (/\s|\ufeff/.test(this.text.charAt(this.at))) this.at++
  }

  /** Moves behind the string that begins here. */
  private string(): string {
    const from = this.at++
    for (let mark = this.text[this.at]; mark !== '"'; mark = this.text[this.at]) this.at += mark === '\\' ? 2 : 1
    return this.text.slice(from, ++this.at)
  }

  /** Moves behind the value that begins here, at any depth. */
  private skip(): void {
    let depth = 0
    do {
      const mark = this.text[this.at]
      if (mark === '"') this.string()
      else {
        if (mark === '{' || mark === '[') depth++
        if (mark === '}' || mark === ']') depth--
        this.at++
        if (depth === 0 && mark !== '}' && mark !== ']') while (/[^\s,\]}]/.test(this.text.charAt(this.at))) this.at++
      }
    } while (depth > 0)
  }

  value(branch: Branch | undefined): void {
    this.space()
    const mark = this.text[this.at]
    if (branch && mark === '{') this.object(branch)
    else if (branch && mark === '[') this.list(branch)
    else this.skip()
  }

  private list(branch: Branch): void {
    this.at++
    for (let n = 0; ; n++) {
      this.space()
      const mark = this.text[this.at]
      if (mark === ']') break
      if (mark === ',') {
        this.at++
        n--
      } else this.value(branch.below.get(String(n)))
    }
    this.at++
  }

  private object({ edits, below }: Branch): void {
    const start = ++this.at
    const members = new Map<string, Member>()
    const found = new Map<string, Splice[]>()
    let [first, end, colon] = [-1, start, ': ']
    for (;;) {
      this.space()
      const mark = this.text[this.at]
      if (mark === '}') break
      if (mark === ',') {
        this.at++
        continue
      }
      if (first < 0) first = this.at
      const key = JSON.parse(this.string()) as string
      this.space()
      const mid = this.at++
      this.space()
      const [from, before] = [this.at, this.splices.length]
      if (members.size === 0 && from === mid + 1) colon = ':'
      this.value(below.get(key))
      // Only the last value of a repeated key counts.
      found.set(key, this.splices.splice(before))
      members.set(key, { from, to: this.at })
      end = this.at
    }
    for (const all of found.values()) this.splices.push(...all)
    this.at++
    const space = first < 0 ? '' : this.text.slice(start, first)
    const line = /\r?\n[^\n]*$/.exec(space)?.[0]
    const added: string[] = []
    for (const { key, value } of edits) {
      const known = members.get(key)
      if (known) this.splices.push({ ...known, text: jsonValue(value, line) })
      else added.push(`${JSON.stringify(key)}${colon}${jsonValue(value, line)}`)
    }
    if (added.length === 0) return
    if (first < 0) this.splices.push({ from: start, to: this.at - 1, text: added.join(`,${colon.slice(1)}`) })
    else this.splices.push({ from: end, to: end, text: added.map((one) => `,${space || colon.slice(1)}${one}`).join('') })
  }
}

/** The text of JSON with these edits; everything else stays as it is, byte for byte. */
export function editJson(text: string, edits: Edit[]): string {
  const walk = new Walk(text)
  walk.value(branchesOf(edits))
  return spliced(text, walk.splices)
}

/** The text with other pieces, which do not overlap. */
export function spliced(text: string, splices: Splice[]): string {
  let result = ''
  let last = 0
  for (const { from, to, text: piece } of splices.sort((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(last, from) + piece
    last = to
  }
  return result + text.slice(last)
}

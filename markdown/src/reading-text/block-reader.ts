import { safeUrl } from '../sanitise/safe-url.ts'
import { words } from '../words.ts'

/** What a reader sees as one thing. A `row` has its cells, an `endpoint` a method and an address; a `view` shows a part of a source. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'row' | 'code' | 'endpoint' | 'picture' | 'diagram' | 'view'

export interface ReadingBlock {
  kind: BlockKind
  /** The headings above the block, the nearest last; a heading is not above itself. */
  headings: string[]
  text: string
  /** Offset of its first character in the reading text of the page. */
  start: number
}

export interface Reading {
  /** The texts of all blocks, joined by line breaks. */
  text: string
  blocks: ReadingBlock[]
}

/** A block as it was met: its text as written, and the text nodes that it came from with their offsets in `raw`. */
export interface FoundBlock<Place> extends ReadingBlock {
  raw: string
  places: { at: number; place: Place }[]
  /** The element of a picture, a diagram or a view. */
  element: Place | undefined
}

/** Divides the cells of a row in `raw`. In texts of pages it counts as white space. */
const CELL = '\u0001'

const voidTags = new Set(['br', 'wbr', 'hr', 'img', 'input', 'col', 'source'])
export const isVoid = (tag: string) => voidTags.has(tag)

const blockTags = new Set(
  `p div h1 h2 h3 h4 h5 h6 pre blockquote ul ol li dl dt dd table caption colgroup thead tbody tfoot tr th td details summary figure
   figcaption center nav section hr`.split(/\s+/),
)
/** Classes of what the renderer adds: it depends on the language of the reader or on the order of notes. */
const addedClasses = /(?:^|\s)(?:ch|anc|art-toc|tag|footnote-ref|footnote-backref)(?:\s|$)/
const rowClasses = /(?:^|\s)fr(?:\s|$)/
const cellClasses = /(?:^|\s)f[nxtqd](?:\s|$)/
const defaultTitles = new Set(['en', 'zh'].map((language) => words(language).details))

const fold = (raw: string) => raw.replace(/\s+/g, ' ').trim()

/** What is read of the text as written. `isWhole` is false for the beginning of a block, whose last white space is not its end. */
export function readAs(raw: string, kind: BlockKind, isWhole = true): string {
  const ended = (text: string) => (isWhole ? fold(text) : text.replace(/\s+/g, ' ').trimStart())
  let text: string
  if (kind === 'code' || kind === 'diagram') text = isWhole && raw.endsWith('\n') ? raw.slice(0, -1) : raw
  else if (kind === 'row') {
    const cells = raw.split(CELL)
    text = cells.map((cell, at) => (at === cells.length - 1 ? ended(cell) : fold(cell))).join('\t')
  } else text = ended(raw)
  return text.normalize('NFC')
}

function roleOf(tag: string, look: string): string {
  if (/^h\d$/.test(tag)) return 'heading'
  if (tag === 'li' || tag === 'dt' || tag === 'dd') return 'item'
  if (tag === 'pre') return 'code'
  if (tag === 'summary') return 'summary'
  return /(?:^|\s)endpoint(?:\s|$)/.test(look) ? 'endpoint' : 'block'
}

export type Attribute = (name: string) => string | null | undefined

/** Makes blocks of the elements and texts of rendered HTML, in their order. The one definition of reading text. */
export class BlockReader<Place> {
  readonly blocks: FoundBlock<Place>[] = []
  private readonly base: string
  private raw = ''
  private places: { at: number; place: Place }[] = []
  private pictures: { address: string; element: Place | undefined }[] = []
  private readonly above: { level: number; text: string }[] = []
  private start = 0
  private level = 0
  private items = 0
  private rows = 0
  private code = 0
  private endpoints = 0
  private cells = 0
  private readonly roles: string[] = []

  constructor(base = '') {
    this.base = base.replace(/\/+$/, '')
  }

  /** An element begins. Returns true if its content is not read; then it has no `close`. */
  open(tag: string, attribute: Attribute, element?: Place, source?: () => string): boolean {
    const look = attribute('class') ?? ''
    const view = tag === 'div' || tag === 'pre' ? attribute('data-view') : undefined
    if (view) return this.single('view', view, element)
    if (tag === 'button' || tag === 'svg' || addedClasses.test(look)) return true
    if (tag === 'img' || tag === 'video' || tag === 'audio') {
      const address = safeUrl(attribute('src') ?? '', tag === 'img' ? 'image' : 'media') ?? ''
      const isOurs = this.base !== '' && address.startsWith(`${this.base}/`)
      if (address) this.pictures.push({ address: isOurs ? address.slice(this.base.length) : address, element })
      return tag !== 'img'
    }
    if (tag === 'pre' && /(?:^|\s)diagram(?:\s|$)/.test(look) && source) return this.single('diagram', source(), element)
    if (isVoid(tag)) {
      if (tag === 'hr') this.flush()
      else if (tag === 'br') this.raw += this.code > 0 ? '\n' : ' '
      return false
    }
    this.roles.push(this.begin(tag, look))
    return false
  }

  private begin(tag: string, look: string): string {
    if (!blockTags.has(tag)) return /(?:^|\s)verb(?:\s|$)/.test(look) ? 'word' : ''
    const isRow = tag === 'tr' || rowClasses.test(look)
    if (this.rows > 0) {
      this.raw += ' '
      if (isRow) {
        this.rows++
        return 'inner row'
      }
      const isCell = this.rows === 1 && (tag === 'td' || tag === 'th' || cellClasses.test(look))
      if (isCell && this.cells++ > 0) this.raw += CELL
      return 'gap'
    }
    this.flush()
    const role = isRow ? 'row' : roleOf(tag, look)
    if (role === 'row') this.rows++
    else if (role === 'heading') this.level = Number(tag.charAt(1))
    else if (role === 'item') this.items++
    else if (role === 'code') this.code++
    else if (role === 'endpoint') this.endpoints++
    return role
  }

  close(): void {
    const role = this.roles.pop()
    if (!role) return
    if (role === 'word' || role === 'gap') this.raw += ' '
    else if (role === 'inner row') this.rows--
    else {
      this.flush(role === 'summary')
      if (role === 'row') this.rows--
      else if (role === 'heading') this.level = 0
      else if (role === 'code') this.code--
      else if (role === 'endpoint') this.endpoints--
      else if (role === 'item') this.items--
    }
  }

  text(value: string, place?: Place): void {
    if (place !== undefined) this.places.push({ at: this.raw.length, place })
    this.raw += value.includes(CELL) ? value.replaceAll(CELL, ' ') : value
  }

  /** The blocks of the page, when all of it was read. */
  end(): FoundBlock<Place>[] {
    this.flush()
    return this.blocks
  }

  private single(kind: BlockKind, text: string, element: Place | undefined): true {
    this.flush()
    this.add(kind, text, [], element)
    return true
  }

  private kindHere(): BlockKind {
    if (this.rows > 0) return 'row'
    if (this.code > 0) return 'code'
    if (this.level > 0) return 'heading'
    if (this.endpoints > 0) return 'endpoint'
    return this.items > 0 ? 'item' : 'paragraph'
  }

  /** Ends the block. The pictures in it are blocks after it, so that a sentence with a picture stays one text. */
  private flush(isSummary = false): void {
    const { raw, places, pictures } = this
    this.raw = ''
    this.cells = 0
    this.places = []
    this.pictures = []
    if (raw !== '' && !(isSummary && defaultTitles.has(fold(raw)))) this.add(this.kindHere(), raw, places, undefined)
    for (const { address, element } of pictures) this.add('picture', address, [], element)
  }

  private add(kind: BlockKind, raw: string, places: FoundBlock<Place>['places'], element: Place | undefined): void {
    const text = readAs(raw, kind)
    if (text.trim() === '') return
    if (kind === 'heading') while (this.above.length > 0 && this.above.at(-1)!.level >= this.level) this.above.pop()
    this.blocks.push({ kind, headings: this.above.map((heading) => heading.text), text, start: this.start, raw, places, element })
    if (kind === 'heading') this.above.push({ level: this.level, text })
    this.start += text.length + 1
  }
}

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import { documentOf } from './document.ts'
import type { BundleWords } from './words.ts'

const FILES_MAX = 2000
/** Of all files together, and of the result. */
export const BYTES_MAX = 24_000_000

export interface OpenedFile {
  /** Without symbolic links, so that a file with two names is one file. */
  path: string
  bytes: Buffer
  document: unknown
}

/** The files of a description. Only regular files below the root are opened; a symbolic link must end there, too. */
export class Files {
  private readonly known = new Map<string, OpenedFile>()
  /** The same files by the names that references use; a name is looked up once. */
  private readonly named = new Map<string, OpenedFile>()
  private readonly root: string
  private readonly words: BundleWords
  private size = 0

  constructor(root: string, words: BundleWords) {
    this.root = realpathSync(root)
    this.words = words
  }

  get count(): number {
    return this.known.size
  }

  /** The name of a file in messages: its path below the root. */
  nameOf(path: string): string {
    return relative(this.root, path).split(sep).join('/')
  }

  /** Opens a file. `where` names the reference in messages. */
  open(path: string, where: string): OpenedFile {
    const known = this.named.get(path)
    if (known) return known
    const file = this.opened(path, where)
    this.named.set(path, file)
    return file
  }

  private opened(path: string, where: string): OpenedFile {
    const { words } = this
    const real = this.realPath(path, where)
    const known = this.known.get(real)
    if (known) return known
    const inside = relative(this.root, real)
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) throw new UsageError(words.outside(where, this.root))
    const info = statSync(real)
    if (!info.isFile()) throw new UsageError(words.noFile(where))
    this.size += info.size
    if (this.known.size >= FILES_MAX) throw new UsageError(words.tooMany(FILES_MAX))
    if (this.size > BYTES_MAX) throw new UsageError(words.tooLarge(BYTES_MAX / 1_000_000))
    const bytes = readFileSync(real)
    const file = { path: real, bytes, document: this.read(bytes, where) }
    this.known.set(real, file)
    return file
  }

  private realPath(path: string, where: string): string {
    try {
      return realpathSync(path)
    } catch {
      throw new UsageError(this.words.noFile(where))
    }
  }

  private read(bytes: Buffer, where: string): unknown {
    try {
      return documentOf(bytes.toString('utf8'))
    } catch (error) {
      throw new UsageError(this.words.unreadable(where, plain((error as Error).message.split('\n')[0] ?? '')))
    }
  }
}

import type { Env } from 'markdown-it'

/** One heading of a page, in reading order; `text` is plain, `id` is the anchor of the heading in the HTML. */
export interface Heading {
  id: string
  text: string
  level: number
}

/** What the reader's browser has to load for a page, beside its HTML. */
export type Need = 'math' | 'mermaid' | 'mindmap' | 'flow' | 'sequence'

export interface Rendered {
  html: string
  headings: Heading[]
  needs: Need[]
  /** The page was too hard to show: the HTML is its text as it was written. */
  plain?: true
}

export interface RenderOptions {
  /** Path the server lives under; root-relative links and images get it in front. */
  base?: string
  language?: Language
  /** Every top-level block carries `data-line`, its first source line counted from 0. */
  lines?: boolean
  /** The item's global_param as stored: what holds for all its pages made by an API client. */
  shared?: string
}

export type Language = 'en' | 'zh'

/** Draws one formula; `display` for a formula on its own line. */
export type MathWriter = (source: string, display: boolean) => string

/** Colours code; undefined when the language is unknown or the text too long. */
export type CodeWriter = (code: string, language: string) => string | undefined

/** What the rules of one page share while it is parsed and written. */
export interface PageEnv extends Env {
  language: Language
  headings: Heading[]
  lines: boolean
  /** Unguessable mark on the elements we write ourselves; the sanitiser trusts a wider list there. */
  own: string
  math?: MathWriter
  code?: CodeWriter
  /** Characters of HTML that may still be written; without it there is no bound. */
  room?: number
  /** Cells that the rows of its tables may still leave out. */
  leftOut?: number
  /** Inline text that is being read inside inline text. */
  inlineDepth?: number
  /** The page's contents are written: once is enough. */
  hasContents?: boolean
}

import type { Env, Token } from 'markdown-it'
import type { Example, ExampleRun } from './examples.ts'

/** A heading of a page: `text` is plain text, `id` is its anchor in the HTML. */
export interface Heading {
  id: string
  text: string
  level: number
}

/** Modules that the browser must load in addition to the HTML. */
export type Need = 'math' | 'mermaid' | 'mindmap' | 'flow' | 'sequence'

export interface Rendered {
  html: string
  headings: Heading[]
  needs: Need[]
  /** Rendering exceeded a limit: the HTML shows the source text. */
  plain?: true
}

/**
 * A part of a view. A view is what a page shows in place of a fence: HTML of the application around texts of authors. The HTML is
 * inserted as it is; the texts are rendered and sanitised like those of a page.
 */
export type ViewPart =
  | { kind: 'html'; html: string }
  /** A heading that the HTML contains, for the table of contents. */
  | { kind: 'heading'; heading: Heading }
  /** Markdown as blocks. `isPage`: its headings are part of the table of contents. */
  | { kind: 'blocks'; markdown: string; isPage: boolean }
  /** Markdown in one line. */
  | { kind: 'line'; markdown: string }
  /** A fence: a code block, a diagram or an endpoint. */
  | { kind: 'fence'; info: string; text: string }
  /** Highlighted code without a box. */
  | { kind: 'code'; language: string; text: string }

/** The view for the info line of a fence and its text; undefined for any other fence. `ids` are the anchors of the page. */
type ViewOf = (info: string, content: string, ids: Map<string, number>) => ViewPart[] | undefined

export interface RenderOptions {
  /** Base path of the server; it is prepended to root-relative links and images. */
  base?: string
  language?: Language
  /** Adds `data-line`, the first source line counted from 0, to every top-level block. */
  lines?: boolean
  /** The stored global_param of the item: parameters of all its pages made by an API client. */
  shared?: string
  /** What the page shows in place of a fence. */
  view?: ViewOf
  /** Shows a block that names a part of a source as a card instead of code: for previews, which have no parts. */
  partCards?: boolean | ((info: string) => boolean)
  /** The last runs of the examples of the page; without them, examples have no badge. */
  runs?: ExampleRun[]
}

/** The code of a language. Without texts in words.ts, its pages get the English ones. */
export type Language = string

/** Renders one formula; `display` for a formula on its own line. */
export type MathWriter = (source: string, display: boolean) => string

/** Highlights code; undefined when the language is unknown or the text too long. */
export type CodeWriter = (code: string, language: string) => string | undefined

/** State that the rules share while a page is parsed and rendered. */
export interface PageEnv extends Env {
  language: Language
  headings: Heading[]
  lines: boolean
  /** Unguessable mark on elements written by the renderer, for which the sanitiser allows a wider list. */
  own: string
  /** Whether the block with an info line is a card. */
  partCards?: ((info: string) => boolean) | undefined
  math?: MathWriter
  code?: CodeWriter
  /** The examples of the page by the first lines of their fences, with their last runs. */
  examples?: Map<number, { example: Example; run: ExampleRun | undefined }> | undefined
  /** The anchors of the page. */
  ids?: Map<string, number>
  view?: ViewOf | undefined
  /** The parts of each view, until the page is sanitised. */
  views?: Token[][]
  /** Remaining characters of HTML; unlimited if absent. */
  htmlBudget?: number
  /** Remaining budget of missing table cells. */
  missingCellsLeft?: number
  /** Current nesting depth of inline text. */
  inlineDepth?: number
  /** The table of contents has been written; it is written once. */
  hasContents?: boolean
}

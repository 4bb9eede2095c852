import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags as t } from '@lezer/highlight'

/* Colours are CSS variables, so one theme serves light and dark; sizes and other styles are in editor.css. */
const style = HighlightStyle.define([
  { tag: t.heading, fontWeight: '700', color: 'var(--ink-1)' },
  { tag: t.strong, fontWeight: '700' },
  { tag: t.emphasis, fontStyle: 'italic' },
  { tag: t.strikethrough, textDecoration: 'line-through' },
  { tag: t.monospace, color: 'var(--code-str)' },
  { tag: [t.link, t.url], color: 'var(--code-key)' },
  { tag: [t.processingInstruction, t.contentSeparator, t.comment, t.meta, t.labelName], color: 'var(--code-com)' },
  { tag: t.heading1, fontWeight: '700' },
  { tag: t.quote, color: 'var(--ink-2)' },
  { tag: t.string, color: 'var(--code-str)' },
  { tag: [t.number, t.bool, t.atom], color: 'var(--code-num)' },
  { tag: t.keyword, color: 'var(--code-kw)' },
  { tag: [t.propertyName, t.attributeName], color: 'var(--code-key)' },
  { tag: [t.tagName, t.angleBracket], color: 'var(--code-fn)' },
  { tag: t.punctuation, color: 'var(--code-punc)' },
])

export const colours = syntaxHighlighting(style)

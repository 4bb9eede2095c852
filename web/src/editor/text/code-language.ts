import { StreamLanguage, type StreamParser } from '@codemirror/language'
import { PART_KINDS } from '@sheaf/description/part-kinds'

/*
 * Highlights code in fences while editing: strings, numbers, comments and common keywords, good enough for most languages.
 * The preview highlights exactly; a grammar for each language would double the editor's size.
 */
const WORDS =
  /^(?:true|false|null|nil|none|undefined|const|let|var|function|func|fn|def|class|interface|type|struct|enum|import|export|from|package|return|if|else|elif|for|while|do|switch|case|default|break|continue|try|catch|except|finally|throw|throws|raise|new|public|private|protected|static|final|void|int|long|float|double|bool|boolean|string|char|async|await|yield|in|is|not|and|or|with|as|extends|implements|this|self|super|select|insert|update|delete|where|join|left|right|inner|outer|on|group|order|by|limit|create|table|alter|drop|values|into|set|primary|key|index|end|then|fi|done|echo|sudo)$/i

interface CommentState {
  until: string
}

/** `mark` begins a comment, but not `//` within an address and not `#` within a word. */
const parser = (mark: '//' | '#' | '--'): StreamParser<CommentState> => ({
  startState: () => ({ until: '' }),
  token(stream, state) {
    if (state.until) {
      if (stream.skipTo(state.until)) {
        stream.match(state.until)
        state.until = ''
      } else stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match('/*') || stream.match('<!--')) {
      state.until = stream.current() === '/*' ? '*/' : '-->'
      return 'comment'
    }
    const before = stream.string[stream.pos - 1] ?? ' '
    if (stream.match(mark, false) && !(mark === '//' ? before === ':' : mark === '#' && before.trim() !== '')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^`(?:[^`\\]|\\.)*`?/))
      return stream.match(/^\s*:(?!:)/, false) ? 'propertyName' : 'string'
    if (stream.match(/^-?(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\b/i)) return 'number'
    if (stream.match(/^[\p{L}_$][\p{L}\p{N}_$-]*/u)) return WORDS.test(stream.current()) ? 'keyword' : null
    stream.next()
    return 'punctuation'
  },
})

const plain = StreamLanguage.define(parser('//'))
const script = StreamLanguage.define(parser('#'))
const query = StreamLanguage.define(parser('--'))

const HASHED = [
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'python',
  'py',
  'ruby',
  'rb',
  'yaml',
  'yml',
  'toml',
  'ini',
  'dockerfile',
  'makefile',
  'perl',
  'r',
  'nginx',
]
const DRAWN = [
  'endpoint',
  'mermaid',
  'mindmap',
  'flow',
  'sequence',
  'math',
  'katex',
  'latex',
  'text',
  'txt',
  'plain',
  'plaintext',
  'markdown',
  'md',
]

/** Blocks of sources contain sentences of people. */
const WORDED: readonly string[] = PART_KINDS

/** The highlighter for a fence's language; null for addresses, diagrams, formulas and plain text. */
export function codeLanguage(info: string) {
  const name = (/^(?:\{\s*\.)?([\w+#-]*)/.exec(info)?.[1] ?? '').toLowerCase()
  if (!name || DRAWN.includes(name) || WORDED.includes(name)) return null
  if (HASHED.includes(name)) return script
  return name.includes('sql') || name === 'lua' ? query : plain
}

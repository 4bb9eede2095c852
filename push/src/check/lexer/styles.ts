/** How a string ends, and what counts in it. */
export interface Quote {
  close: string
  /** Whether it may contain line feeds. */
  isMultiline: boolean
  /** What makes the next character plain: a text, or the closing quote written twice. */
  escape: string | 'twice'
  /** What opens an expression in it; '' for none. */
  hole: string
}

/** How a language with brackets is written. Patterns have the flag `y`. */
export interface Style {
  lineComment: RegExp
  blockComments: 'none' | 'flat' | 'nested' | 'nested if closed'
  /** The opening of a string, with its prefix, and the string that it opens; undefined if it is something else. */
  opening: RegExp
  quoteOf: (opening: string, before: string) => Quote | undefined
  word: RegExp
  sign: RegExp
  /** The opening of a text that ends with a line of its own. Group 2 is its name; `-` or `~` before it allow spaces before the end. */
  heredoc?: RegExp
  regularExpressions?: 'JavaScript' | 'Ruby'
  jsx?: boolean
  /** Lines that start with `#` end with their line. */
  directives?: boolean
  /** `'a` can be the name of a lifetime. */
  lifetimes?: boolean
  /** The code is between `<?php` and `?>`. */
  php?: boolean
  /** A line feed ends a statement, unless the next or the previous sign continues it. */
  lines?: boolean
}

/** Operators of several characters. `>` is always alone, since it also closes the brackets of types. */
const operators = String.raw`===|!==|\.\.\.|\.\.[<=]|<<=|&&=|\|\|=|\?\?=|\?\.(?!\d)|\?\?|\?:|::|:=|->|=>|==|!=|<=|\+\+|--|&&|\|\||<<|[-+*/%&|^]=|\.\.`
const signs = (more = '') => new RegExp(`${more}${operators}|[\\s\\S]`, 'y')
const words = /(?:[\w$]|(?!\s)[\u0080-\uFFFF])+/y

const single = (close: string, hole = ''): Quote => ({ close, isMultiline: false, escape: '\\', hole })
const multiline = (close: string, hole = ''): Quote => ({ close, isMultiline: true, escape: '\\', hole })
const raw = (close: string, hole = ''): Quote => ({ close, isMultiline: true, escape: '', hole })
const twice = (close: string, hole = ''): Quote => ({ close, isMultiline: true, escape: 'twice', hole })

const style = (given: Pick<Style, 'opening' | 'quoteOf'> & Partial<Style>): Style => ({
  lineComment: /\/\//y,
  blockComments: 'flat',
  word: words,
  sign: signs(),
  ...given,
})

const javascript = (jsx: boolean) =>
  style({
    opening: /["'`]/y,
    quoteOf: (quote) => (quote === '`' ? multiline('`', '${') : single(quote)),
    sign: signs(String.raw`\*\*=?|`),
    regularExpressions: 'JavaScript',
    jsx,
  })

const c = style({
  opening: /(?:u8|[uUL])?R"[^()\\\s]{0,16}\(|["']/y,
  quoteOf: (quote) => (quote.endsWith('(') ? raw(`)${quote.slice(quote.indexOf('"') + 1, -1)}"`) : single(quote)),
  word: /\d(?:[\w.]|'(?=\w))*|(?:[\w$]|(?!\s)[\u0080-\uFFFF])+/y,
  directives: true,
})

function quoteOfSharp(opening: string): Quote {
  if (opening === "'") return single("'")
  const quotes = opening.replace(/^[$@]+/, '')
  if (quotes.length > 2) return raw(quotes)
  const hole = opening.includes('$') ? '{' : ''
  return opening.includes('@') ? twice('"', hole) : single('"', hole)
}

function quoteOfSwift(opening: string): Quote {
  const marks = /^#*/.exec(opening)?.[0] ?? ''
  if (opening.endsWith('/')) return raw(`/${marks}`)
  const quotes = opening.slice(marks.length)
  const backslash = `\\${marks}`
  return { close: quotes + marks, isMultiline: quotes.length > 1, escape: backslash, hole: `${backslash}(` }
}

function quoteOfRuby(opening: string): Quote {
  if (!opening.startsWith('%')) return opening === "'" ? multiline("'") : multiline(opening.at(-1) ?? '"', '#{')
  const close =
    new Map([
      ['(', ')'],
      ['[', ']'],
      ['{', '}'],
      ['<', '>'],
    ]).get(opening.at(-1) ?? '') ??
    opening.at(-1) ??
    ''
  return multiline(close, /^%[qwis]/.test(opening) ? '' : '#{')
}

export const styles = {
  javascript: javascript(true),
  typescript: javascript(false),
  java: style({ opening: /"""|["']/y, quoteOf: (quote) => (quote.length > 1 ? multiline(quote) : single(quote)) }),
  kotlin: style({
    opening: /"""|["'`]/y,
    quoteOf: (quote) => (quote.length > 1 ? raw(quote, '${') : single(quote, quote === '"' ? '${' : '')),
    blockComments: 'nested',
  }),
  c,
  'c#': style({ opening: /\$*"{3,}|(?:\$@|@\$|[$@])?"|'/y, quoteOf: quoteOfSharp, directives: true }),
  go: style({ opening: /["'`]/y, quoteOf: (quote) => (quote === '`' ? raw('`') : single(quote)), sign: signs('<-|') }),
  rust: style({
    opening: /(?:br|cr|r)#*"|["']/y,
    quoteOf: (quote) => (quote.includes('r') ? raw(`"${quote.replace(/[^#]/g, '')}`) : quote === '"' ? multiline('"') : single("'")),
    blockComments: 'nested',
    lifetimes: true,
  }),
  swift: style({ opening: /#*"""|#*"|#+\//y, quoteOf: quoteOfSwift, blockComments: 'nested' }),
  scala: style({
    opening: /"""|["'`]/y,
    quoteOf: (quote, before) => {
      const hole = /[A-Za-z]/.test(before) ? '${' : ''
      return quote.length > 1 ? raw(quote, hole) : single(quote, quote === '"' ? hole : '')
    },
    blockComments: 'nested',
    sign: signs('<-|'),
    lifetimes: true,
  }),
  php: style({
    lineComment: /\/\/|#(?!\[)/y,
    opening: /["'`]/y,
    quoteOf: (quote) => multiline(quote, quote === "'" ? '' : '{$'),
    sign: signs(String.raw`\*\*=?|`),
    heredoc: /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1(?=\n)/y,
    php: true,
  }),
  dart: style({
    opening: /r?(?:'''|"""|'|")/y,
    quoteOf: (opening) => {
      const quotes = opening.replace('r', '')
      const isMultiline = quotes.length > 1
      return opening.startsWith('r')
        ? { close: quotes, isMultiline, escape: '', hole: '' }
        : { close: quotes, isMultiline, escape: '\\', hole: '${' }
    },
    blockComments: 'nested',
  }),
  json: style({ opening: /["']/y, quoteOf: (quote) => single(quote) }),
  ruby: style({
    lineComment: /#|(?<![^\n])__END__(?=\n|$)[\s\S]*/y,
    blockComments: 'none',
    opening: /%[qQwWiIrsx]?[([{<|!/]|:?"|'|`/y,
    quoteOf: quoteOfRuby,
    word: /\$(?:\w+|[^\s\w])|\?\w(?!\w)|(?:\w|(?!\s)[\u0080-\uFFFF])+[?!](?![=~])|(?:\w|(?!\s)[\u0080-\uFFFF])+/y,
    sign: signs(String.raw`\*\*=?|<=>|=~|!~|&\.|`),
    heredoc: /<<[~-]?(["'`]?)([A-Za-z_]\w*)\1/y,
    regularExpressions: 'Ruby',
    lines: true,
  }),
  sql: style({
    lineComment: /--|#(?<=(?:^|\n)[ \t]{0,100}#)(?![>\-=])/y,
    blockComments: 'nested if closed',
    opening: /[eE]'|["'`]/y,
    quoteOf: (quote) => (quote.length > 1 ? multiline("'") : twice(quote)),
    word: /\$\w*\$|(?:[\w$@]|(?!\s)[\u0080-\uFFFF])+/y,
    sign: /<=|<>|!=|:=|::|\|\||->>|->|[\s\S]/y,
  }),
} satisfies Record<string, Style>

/** SQL whose strings have backslashes, as in MySQL. */
export const mysql: Style = { ...styles.sql, quoteOf: (quote) => (quote === '`' ? twice(quote) : multiline(quote.at(-1) ?? "'")) }

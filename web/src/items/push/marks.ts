/** A stretch of code and what it is. */
export type Mark = [kind: 'plain' | 'string' | 'comment' | 'tag', text: string]

/** Whole lines of comments, values in quotes, and tags of documentation comments: enough for the scripts that are shown here. */
const TOKEN = /^[ \t]*#.*$|'[^'\n]*'|"[^"\n]*"|(?<=^ \* )@\w+/gm

const kindOf = (text: string): Mark[0] => (text.startsWith('@') ? 'tag' : /^\s*#/.test(text) ? 'comment' : 'string')

export function marksIn(code: string): Mark[] {
  const marks: Mark[] = []
  let end = 0
  for (const { 0: text, index } of code.matchAll(TOKEN)) {
    if (index > end) marks.push(['plain', code.slice(end, index)])
    marks.push([kindOf(text), text])
    end = index + text.length
  }
  if (end < code.length) marks.push(['plain', code.slice(end)])
  return marks
}

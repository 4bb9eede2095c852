/** Reads a line from the terminal without showing it; from a pipe, its first line. */
export async function promptHidden(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(prompt)
  stdin.setEncoding('utf8')
  if (stdin.isTTY) stdin.setRawMode(true)
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const sign of String(chunk)) {
        if (sign === '\r' || sign === '\n' || sign === '\u0004') return typed
        if (sign === '\u0003') return undefined
        typed = sign === '\u007f' || sign === '\b' ? typed.slice(0, -1) : typed + sign
      }
    }
    return typed || undefined
  } finally {
    if (stdin.isTTY) {
      stdin.setRawMode(false)
      stderr.write('\n')
    }
  }
}
